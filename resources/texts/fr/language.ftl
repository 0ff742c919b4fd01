### Ce que le français dit de lui-même : son nom, sa typographie, les formes d’une valeur, l’écriture des nombres.

language-name = Français

## Devant ces signes, et après le guillemet, l’espace devient insécable quand les phrases sont lues : on la tape simple.

no-break-before = : »
no-break-after = «
narrow-no-break-before = ; ! ?

## Formes : `form-de` est ce que { DE($player) } fait d’une valeur dans une phrase, et {s:de} dans les mots d’un jeu.
## GENDER($name) : le genre du nom, ou `none` pour un nom propre. INITIAL($name) : ce par quoi il commence.

form-le =
    { GENDER($name) ->
        [m] { INITIAL($name) ->
            [vowel] l’{ $name }
           *[consonant] le { $name }
        }
        [f] { INITIAL($name) ->
            [vowel] l’{ $name }
           *[consonant] la { $name }
        }
       *[none] { $name }
    }
form-un =
    { GENDER($name) ->
        [m] un { $name }
        [f] une { $name }
       *[none] { $name }
    }
form-du =
    { GENDER($name) ->
        [m] { INITIAL($name) ->
            [vowel] de l’{ $name }
           *[consonant] du { $name }
        }
        [f] de { LE($name) }
       *[none] { DE($name) }
    }
form-au =
    { GENDER($name) ->
        [m] { INITIAL($name) ->
            [vowel] à l’{ $name }
           *[consonant] au { $name }
        }
        [f] à { LE($name) }
       *[none] à { $name }
    }
form-de =
    { INITIAL($name) ->
        [vowel] d’{ $name }
       *[consonant] de { $name }
    }
form-que =
    { INITIAL($name) ->
        [vowel] qu’{ $name }
       *[consonant] que { $name }
    }

## Nombres : 1 234,5

number-group = {"\u202F"}
number-point = ,
