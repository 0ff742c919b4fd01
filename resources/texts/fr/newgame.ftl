### Nouveaux jeux : la page sur laquelle un jeu se compose.

menu-new_game = Nouveau &jeu…
start-new_game = Nouveau jeu…

newgame-title = Nouveau jeu
newgame-field_title = Titre
newgame-title_example = Nom du jeu, par exemple « L’étang »
newgame-create = Créer et jouer
newgame-needs_name = Donnez d’abord un nom au jeu.
newgame-taken = Il y a déjà un jeu nommé « { $title } ». Choisissez un autre nom.
newgame-not_written = Le jeu n’a pas pu être enregistré : { $problem }. Vos choix sont conservés.
newgame-no_preview = Ces choix ne donnent pas un jeu : { $problem }

newgame-heading_name = Nom
newgame-heading_board = Plateau
newgame-heading_pieces = Joueurs et pièces
newgame-heading_turn = Un tour
newgame-heading_winning = Victoire

newgame-shape = Cases
newgame-shape_squares = Carrés
newgame-shape_hexes = Hexagones
newgame-shape_areas = Régions à dessiner
newgame-size = Taille
newgame-times = sur
newgame-across = Cases en largeur
newgame-up = Cases en hauteur
newgame-diagonals = Les carrés qui se touchent par un coin sont voisins

newgame-players = Joueurs
newgame-to = à
newgame-least = Nombre minimal de joueurs
newgame-most = Nombre maximal de joueurs
newgame-piece-english = En anglais
newgame-piece-french = En français
newgame-piece-number = Par joueur
newgame-piece-unlimited = sans limite
newgame-piece-worth = Points
newgame-piece-add = Ajouter une sorte de pièce
newgame-piece-remove = Retirer

newgame-deed_place = Poser une pièce sur une case libre
newgame-deed_step = Déplacer une pièce vers une case voisine libre
newgame-deed_jump = Sauter par-dessus une pièce
newgame-deed_take = Prendre une pièce voisine d’un autre joueur
newgame-jumps_take = Un saut prend la pièce franchie
newgame-start = Au début
newgame-start_empty = Le plateau est vide
newgame-start_placed = Les joueurs posent d’abord leurs pièces
newgame-start_rows = Les pièces occupent les rangées de départ

newgame-aim = Le vainqueur
newgame-aim_group = a le plus grand groupe
newgame-aim_pieces = a le plus de pièces
newgame-aim_line = aligne ses pièces le premier
newgame-aim_reach = atteint le but le premier
newgame-aim_blocked = peut encore jouer le dernier
newgame-aim_points = a le plus de points
newgame-line = Longueur de la ligne
newgame-marked = Cases marquées
newgame-marked_example = Cliquez sur des cases de l’image, ou écrivez : c3 d4
newgame-rounds = Tours au plus

newgame-preview-board = Plateau
newgame-preview-rules = Règles

newgame-areas-draw = Dessiner
newgame-areas-join = Voisins
newgame-areas-undo = Annuler
newgame-areas-clear = Tout effacer
newgame-areas-picture = Image à décalquer…
newgame-areas-picture_off = Masquer l’image
newgame-areas-remove = Retirer la région choisie
newgame-areas-canvas = Feuille des régions du plateau
newgame-areas-list = Régions
newgame-areas-help_draw = Cliquez sur chaque coin, puis de nouveau sur le premier pour fermer une région. Les coins s’accrochent aux autres régions. Bouton droit ou Retour arrière : annuler un coin. Au clavier : flèches et Entrée. Double-cliquez sur un nom de la liste pour le changer.
newgame-areas-help_join = Les pointillés relient les voisins : les régions qui ont une frontière commune. Cliquez sur deux régions pour les relier ou les séparer.
newgame-areas-small = Cette région est trop petite.
newgame-areas-crossing = Les frontières de cette région se croisent. Annulez quelques coins.
newgame-areas-many = Un plateau a au plus 60 régions.

newgame-refused-empty_start = Si l’on ne pose jamais de pièces, il en faut sur le plateau au début : choisissez un autre début, ou permettez d’en poser.
newgame-refused-placing_only = Si un tour consiste seulement à poser des pièces, le plateau est vide au début.
newgame-refused-no_deed = Il faut pouvoir faire quelque chose à son tour : cochez au moins une ligne.
newgame-refused-take_alone = Un tour doit permettre autre chose que de prendre.
newgame-refused-rows_board = Les rangées de départ demandent un plateau de carrés et quatre joueurs au plus.
newgame-refused-rows_size = Le plateau est trop petit pour les rangées de départ de ces joueurs.
newgame-refused-line_areas = Il n’y a pas de ligne droite sur un plateau de régions.
newgame-refused-line_rows = Les pièces des rangées de départ sont déjà alignées. Choisissez un autre début.
newgame-refused-line_long = Cette ligne est trop longue pour le plateau.
newgame-refused-reach_moves = Pour atteindre un but, il faut pouvoir déplacer une pièce.
newgame-refused-marked_many = Laissez au moins trois cases qui ne sont pas des buts.
newgame-refused-nothing_taken = Pour gagner avec le plus de pièces, il faut pouvoir en prendre.
newgame-refused-too_many = Chaque joueur a plus de pièces que le plateau n’a de cases.
newgame-refused-jump_size = Le plateau est trop petit pour les sauts.
newgame-refused-jump_areas = Sur un plateau de régions, un saut ne prend rien.
newgame-refused-few_areas = Dessinez au moins trois régions.
newgame-refused-apart = Chaque région doit avoir une voisine, et toutes doivent être reliées.

# Apparence, textes et boîte d’un jeu de l’utilisateur.

menu-game_page = &Modifier le jeu…

gamepage-rules = Règles
gamerules-text = Texte
gamerules-file = Fichier des règles
gamepage-own = Modifier le jeu lui-même…
gamepage-copy = Copier le jeu pour le modifier…
gamepage-copy_title = { $title } (copie { $n })
gamepage-based = { $game } repose sur un autre jeu et ne peut pas être copié seul. Écrivez plutôt une règle maison.
gamepage-not_copied = La copie n’a pas pu être faite : { $problem }
gamepage-look = Apparence
gamepage-texts = Textes
gamepage-box = Boîte
gamepage-play = Jouer
gamepage-export-tip = Enregistrer le jeu dans un fichier .gondwana pour d’autres : ils l’ouvrent ou le déposent sur leur fenêtre
gamepage-unreadable = Une partie du jeu est illisible pour le moment : { $problem }
gamepage-not_expressed = { $file } est écrit d’une manière que cette page ne peut pas modifier ici ({ $problem }). Modifiez-le dans un éditeur de texte.
gamepage-not_understood = Ce texte ne convient pas aux règles : { $problem }
gamepage-not_written = La modification n’a pas pu être enregistrée : { $problem }
gamepage-drawing_refused = Ce dessin est inutilisable : { $problem }

gamelook-table = Table
gamelook-pick = Choisir…
gamelook-import = Importer un dessin (SVG)…
gamelook-drawing = Dessin : { $name }
gamelook-key_table = Dessus de table
gamelook-key_background = Fond
gamelook-key_cells = Cases
gamelook-key_frame = Cadre
gamelook-key_fill = Couleur
gamelook-key_shade = Cases alternées
gamelook-key_pattern = Motif
gamelook-key_letter = Lettre
gamelook-key_shape = Forme ou dessin

gamelook-value_water = Eau
gamelook-value_felt = Feutre
gamelook-value_wood = Bois
gamelook-value_dark_wood = Bois sombre
gamelook-value_linen = Lin
gamelook-value_slate = Ardoise
gamelook-value_paper = Papier
gamelook-value_plain = Uni
gamelook-value_two_tone = Deux couleurs
gamelook-value_holes = Trous
gamelook-value_bowls = Cuvettes
gamelook-value_merged = D’un seul tenant
gamelook-value_none = Aucun
gamelook-value_stripes = Rayures
gamelook-value_dots = Points
gamelook-value_bars = Barres
gamelook-value_rings = Anneaux
gamelook-value_checks = Damier
gamelook-value_waves = Vagues
gamelook-value_cross = Croix
gamelook-value_disc = Disque
gamelook-value_pawn = Pion
gamelook-value_cube = Cube
gamelook-value_meeple = Figurine
gamelook-value_stone = Pierre
gamelook-value_card = Carte
gamelook-value_die = Dé

gametexts-key = Partie des règles
gametexts-name = Nom : { $name }
gametexts-table = Textes du jeu dans chaque langue
gametexts-missing_only = Seulement ce qui manque
gametexts-lacking = non traduit
gametexts-count =
    { $n ->
        [0] Rien ne manque.
        [one] 1 traduction manque.
       *[other] { $n } traductions manquent.
    }

gamebox-title_en = Titre en anglais
gamebox-title_fr = Titre en français
gamebox-blurb_en = Présentation en anglais
gamebox-blurb_fr = Présentation en français
gamebox-authors = Auteurs
gamebox-notice = Mention
gamebox-minutes = Minutes
gamebox-age = Âge minimal
