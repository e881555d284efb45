"""Names for the demo. Organisations and people are invented; places are real."""

FRENCH = """
Adèle Anselme Aurore Bernadette Camille Céline Clarisse Claude Denis Édith Émile Estelle Fernand Gabrielle Gaëtan Geneviève Gérard
Ghislaine Hector Irène Jean-Guy Jeannine Josée Julien Léa Léonie Louise Lucien Madeleine Marcel Mathieu Mélanie Monique Noémie
Normand Odile Pascal Réjean Rhéal Roméo Rose-Marie Sylvain Thérèse Ulysse Valmond Yves Zoé
""".split()
ENGLISH = """
Alan Alice Amir Beth Bruce Carol Claire Colin Dana Deborah Donna Dwight Ellen Erin Fiona Gail Gordon Grace Harold Heather Ian Jane
Janet Jim Joan Keith Kelly Leah Linda Lorne Margaret Mark Megan Mei Mike Norma Omar Patricia Priya Ralph Robin Ross Sandra Sean
Sheila Stuart Susan Trevor Wendy
""".split()
FAMILIES = """
Albert Allain Arseneau Babin Bastarache Basque Belliveau Bourgeois Brideau Brun Chiasson Comeau Crawford Daigle D'Astous Doiron
Doucet Duguay Fraser Gautreau Girouard Godin Haché Hébert Irving Kelly LeBlanc Leger Levesque Lirette MacDonald Mallet Mazerolle
McGraw Melanson Murray Nowlan Paulin Perley Pitre Poirier Porelle Richard Robichaud Roy Sonier Steeves Surette Tower Vautour Ward
""".split()
ORGANISATIONS = [
    {
        "name": "Les Amis du phare de Cap-Pelé",
        "form": "registered_charity",
        "language": "fr",
        "activities": "Nous entretenons le phare et son sentier, et nous y accueillons les écoles de la région chaque printemps.",
        "address": "12, chemin du Quai\nCap-Pelé (N.-B.)",
        "telephone": "506 555-0112",
        "email": "phare@demo.cagnotte.example",
        "charity_number": "00000 0001 RR0001",
    },
    {
        "name": "Tantramar Youth Hockey Society",
        "form": "club",
        "language": "en",
        "activities": "Ice time, equipment and travel for players aged 5 to 17 whose families cannot pay for them.",
        "address": "8 Rink Lane\nSackville NB",
        "telephone": "506 555-0123",
        "email": "hockey@demo.cagnotte.example",
    },
    {
        "name": "Popote roulante de Caraquet",
        "form": "registered_charity",
        "language": "fr",
        "activities": "Deux cents repas chauds par semaine, livrés par des bénévoles.",
    },
    {"name": "Fundy Shore Food Cupboard", "form": "registered_charity", "language": "en"},
    {"name": "Chorale La Brise de la Baie", "form": "group", "language": "fr"},
    {"name": "St. Brendan's Parish Hall Fund", "form": "religious", "language": "en"},
    {"name": "Club d'aviron de la Miramichi", "form": "club", "language": "fr"},
    {"name": "Restigouche Search and Rescue Friends", "form": "not_for_profit", "language": "en"},
    {"name": "Maison des jeunes de Tracadie", "form": "registered_charity", "language": "fr"},
    {"name": "Kennebecasis Community Theatre", "form": "club", "language": "en"},
    {"name": "Fondation du foyer Mgr-Melanson", "form": "registered_charity", "language": "fr"},
    {"name": "Grand Lake Trail Keepers", "form": "group", "language": "en"},
]
