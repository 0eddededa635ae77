"""Two tasks of `make bench-teach` that were written after its recipes were chosen: 30 facts of a mill, and letters to a
landlord by 8 labels.
"""

from __future__ import annotations

from tests.lab.bench.teach.written import Fact

MILL = (
    Fact("What is the mill called?", "By what name do people know the mill?", "It is called Otter Mill.", "otter"),
    Fact("Who is the miller?", "Who grinds the corn?", "Walter Grimm is the miller.", "grimm"),
    Fact("When was the wheel renewed?", "In what year did the mill get a new wheel?", "It was renewed in 1987.",
         "1987"),
    Fact("How many stones does the mill have?", "What number of millstones are there?", "It has four stones.", "four"),
    Fact("What does the mill grind on Monday?", "Which grain is for Monday?", "On Monday it grinds rye.", "rye"),
    Fact("Where is the sluice key?", "Where do I find what opens the sluice?", "It is in the clock case.", "clock"),
    Fact("What is the donkey called?", "Tell me the donkey's name.", "The donkey is called Pepper.", "pepper"),
    Fact("How high may the water rise?", "At what level of the water must we act?", "It may rise to 85 centimetres.",
         "85"),
    Fact("Who repairs the gears?", "Whom do we call when a cog breaks?", "Mrs Lindqvist repairs them.", "lindqvist"),
    Fact("What wood are the cogs made of?", "From which tree are the cogs?", "They are made of apple wood.", "apple"),
    Fact("When do visitors come?", "On which day is the mill open to guests?", "They come on Saturday.", "saturday"),
    Fact("What does a visit cost?", "How much do guests pay?", "A visit costs 3 crowns.", "3 crowns"),
    Fact("Where do the sacks go?", "In what place are full sacks kept?", "They go into the tower.", "tower"),
    Fact("How heavy is a sack?", "What does one sack weigh?", "A sack weighs 45 kilos.", "45"),
    Fact("Who buys the bran?", "To whom does the bran go?", "The stable at Norwood buys it.", "norwood"),
    Fact("What is painted on the gate?", "Which picture does the gate show?", "A rooster is painted on it.", "rooster"),
    Fact("What stops the wheel?", "How is the wheel brought to a halt?", "The yellow lever stops it.", "yellow"),
    Fact("Where do the bats live?", "In which part of the house are bats?", "They live under the stairs.", "stairs"),
    Fact("Who owns the meadow?", "Whose is the meadow by the stream?", "The parish owns it.", "parish"),
    Fact("What fish is in the pond?", "Which fish can be caught here?", "There is carp in it.", "carp"),
    Fact("When is the feast?", "In which month do we celebrate?", "The feast is in September.", "september"),
    Fact("What does the bell mean?", "Why does it ring?", "It means that the hopper is empty.", "hopper"),
    Fact("How long does a sack take?", "After what time is one sack ground?", "It takes 25 minutes.", "25"),
    Fact("Who taught the miller?", "From whom did he learn the trade?", "His uncle Anselm taught him.", "anselm"),
    Fact("What oil do the bearings need?", "With what are the bearings greased?", "They need linseed oil.", "linseed"),
    Fact("Where is the ladder?", "Where can I get the ladder?", "The ladder is behind the oven.", "oven"),
    Fact("What bread is baked here?", "Which kind of loaf comes from the oven?", "Spelt bread is baked here.", "spelt"),
    Fact("How many steps lead to the attic?", "How far up is it to the attic, in steps?", "It is 31 steps.", "31"),
    Fact("Who counts the sacks?", "Who keeps the tally?", "Young Beatrix counts them.", "beatrix"),
    Fact("What is the password of the office?", "What do I type to get into the office computer?",
         "The password is thistle.", "thistle"),
)  # fmt: skip

# Letters to a landlord, by what they are about: the first five of each are taught, the others asked.
FLAT = {
    "heating": (
        "The radiators have been cold since Friday.", "It is only 15 degrees in my living room.",
        "The boiler switches itself off every night.", "My bedroom radiator gurgles and stays lukewarm.",
        "We cannot turn the thermostat down any more.", "There has been no warmth in the flat for two days.",
        "The heater in the bathroom does not come on.", "Even on the highest setting the rooms stay chilly.",
    ),
    "water": (
        "The kitchen tap drips all day long.", "There is a puddle under the sink.",
        "The shower drain is blocked again.", "Brown water comes out of the pipes.",
        "The toilet does not stop flushing.", "A pipe in the cellar is leaking.",
        "Our washbasin is clogged and overflows.", "Only a trickle comes out of the bathroom tap.",
    ),
    "noise": (
        "The people above us play drums at midnight.", "A dog barks next door from morning to evening.",
        "Somebody drills on Sundays.", "The bar downstairs has loud music until three.",
        "My neighbours shout so that I cannot sleep.", "Parties on the third floor keep the whole house awake.",
        "The children upstairs run around at eleven at night.", "Could you ask them to turn their television down?",
    ),
    "rent": (
        "I transferred this month's money twice by mistake.", "May I pay on the tenth instead of the first?",
        "Why does the flat cost forty more from May on?", "Please send me your new account number for the payment.",
        "I am short of money and would like to pay in two parts.", "Has my payment for June arrived?",
        "The increase you announced seems too high to me.", "Can I set up a standing order for what I owe each month?",
    ),
    "keys": (
        "I lost the one for the front door.", "The lock of the cellar sticks.",
        "May I have a third one cut for my daughter?", "I am locked out and the spare is inside.",
        "The new lock does not fit the one you gave me.", "Could I get another one for the letter box?",
        "My key broke off in the door.", "Nobody can open the bicycle room since the lock was changed.",
    ),
    "moving": (
        "I would like to end the contract in August.", "We are leaving at the end of the year.",
        "When can we hand over the flat?", "Who may rent it after me?",
        "I have found a house and give notice herewith.", "Please confirm that I move out on the thirtieth.",
        "How much notice must I give if I want to leave?", "Our van comes on Saturday, then the flat is empty.",
    ),
    "pets": (
        "May we keep two cats?", "Is a small dog allowed in the house?",
        "I would like to get a rabbit.", "My son wishes for a hamster. Do you agree?",
        "Does the contract forbid parrots?", "Would a tortoise on the balcony be all right?",
        "We have been offered a puppy and ask for your consent.", "Is it fine if my sister brings her cat for a month?",
    ),
    "light": (
        "The lamp in the stairwell is broken.", "The fuse blows when I cook.",
        "There is no electricity in the hall.", "A socket in the kitchen sparks.",
        "The bulb at the entrance flickers.", "It is pitch dark on the stairs at night.",
        "Half of the sockets in my room are dead.", "The switch in the corridor does nothing.",
    ),
}  # fmt: skip
