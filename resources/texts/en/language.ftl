### What English says of itself: its name, its forms of a value, and how it writes numbers.

language-name = English

## Forms: `form-a` is what { A($thing) } makes of a value in any sentence, and {s:a} in the words of a game.

form-a =
    { INITIAL($name) ->
        [vowel] an { $name }
       *[consonant] a { $name }
    }
form-the = the { $name }

## Numbers: 1,234.5

number-group = ,
number-point = .
