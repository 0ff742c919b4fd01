### Ce que le français dit de lui-même : son nom, sa typographie, les formes d’une valeur, l’écriture des nombres.

language-name = Français

## Devant ces signes, et après le guillemet, l’espace devient insécable quand les phrases sont lues : on la tape simple.

no-break-before = : »
no-break-after = «
narrow-no-break-before = ; ! ?

## Formes : `form-de` est ce que { DE($player) } fait d’une valeur dans une phrase, et {s:de} dans les mots d’un jeu.
## GENDER($name) : le genre du nom, ou `none` pour un nom propre. INITIAL($name) : ce par quoi il commence.
## SORT($name) : `several` pour plusieurs choses, `spot` pour des coordonnées, `region` pour une partie du plateau, sinon
## `thing`. REGION et HEADING : laquelle. WITHIN($name) : le lieu avec la préposition que le jeu lui donne.
## PERSON($name) : `second` pour qui lit.

form-le =
    { SORT($name) ->
        [several] les { $name }
       *[thing] { GENDER($name) ->
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
    }
form-un =
    { SORT($name) ->
        [several] { $name }
       *[thing] { GENDER($name) ->
            [m] un { $name }
            [f] une { $name }
           *[none] { $name }
        }
    }
form-du =
    { SORT($name) ->
        [several] des { $name }
       *[thing] { GENDER($name) ->
            [m] { INITIAL($name) ->
                [vowel] de l’{ $name }
               *[consonant] du { $name }
            }
            [f] de { LE($name) }
           *[none] { DE($name) }
        }
    }
form-au =
    { SORT($name) ->
        [several] aux { $name }
       *[thing] { GENDER($name) ->
            [m] { INITIAL($name) ->
                [vowel] à l’{ $name }
               *[consonant] au { $name }
            }
            [f] à { LE($name) }
           *[none] à { $name }
        }
    }
form-jusque = jusqu’{ AU($name) }
form-dans =
    { WITHIN($name) ->
        [none] { SORT($name) ->
            [region] { AU($name) }
            [spot] en { $name }
           *[thing] { PROPER($name) ->
                [yes] { AU($name) }
               *[no] sur { LE($name) }
            }
        }
       *[given] { WITHIN($name) }
    }
form-vers =
    { HEADING($name) ->
        [e] vers l’est
        [se] vers le sud-est
        [s] vers le sud
        [sw] vers le sud-ouest
        [w] vers l’ouest
        [nw] vers le nord-ouest
        [n] vers le nord
        [ne] vers le nord-est
        [mid] vers le milieu
       *[none] vers { LE($name) }
    }
form-de =
    { PERSON($name) ->
        [second] à vous
       *[third] { INITIAL($name) ->
            [vowel] d’{ $name }
           *[consonant] de { $name }
        }
    }
form-que =
    { INITIAL($name) ->
        [vowel] qu’{ $name }
       *[consonant] que { $name }
    }

## Nombres : 1 234,5

number-group = {"\u202F"}
number-point = ,
