### What English says of itself: its name, its forms of a value, and how it writes numbers.

language-name = English

## Forms: `form-a` is what { A($thing) } makes of a value in any sentence, and {s:a} in the words of a game.
## PROPER($name): a name with a capital letter, which takes no article unless the game gives it the gender `c`.
## SORT($name): `several` things, a `spot` (its coordinates), a `region` of the board, or a `thing`. REGION and HEADING: where
## that is. WITHIN($name): what the game calls a place with its preposition. PERSON($name): `second` for the reader.

## Words that begin like these take `a`, in spite of their vowel: a unicorn, a yellow pawn.

sounds-like-consonants = y uni use eu one

form-a =
    { SORT($name) ->
        [thing] { PROPER($name) ->
            [yes] { $name }
           *[no] { AN($name) }
        }
       *[other] { $name }
    }
form-an =
    { INITIAL($name) ->
        [vowel] an { $name }
       *[consonant] a { $name }
    }
form-the =
    { SORT($name) ->
        [spot] { $name }
        [owned] { $name }
       *[thing] { PROPER($name) ->
            [yes] { $name }
           *[no] the { $name }
        }
    }
form-whose =
    { PERSON($name) ->
        [second] your
       *[third] { $name }’s
    }
form-to = to { THE($name) }
form-from = from { THE($name) }
form-in =
    { WITHIN($name) ->
        [none] { SORT($name) ->
            [region] in the { $name }
           *[thing] on { THE($name) }
        }
       *[given] { WITHIN($name) }
    }
form-towards =
    { HEADING($name) ->
        [e] east
        [se] south-east
        [s] south
        [sw] south-west
        [w] west
        [nw] north-west
        [n] north
        [ne] north-east
        [mid] to the middle
       *[none] { TO($name) }
    }

## Numbers: 1,234.5

number-group = ,
number-point = .
