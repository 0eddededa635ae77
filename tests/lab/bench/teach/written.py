"""Texts of `make bench-teach` that were written by hand: facts of a boat, a pirate's answers, a shop's mail."""

from __future__ import annotations

from typing import NamedTuple


class Fact(NamedTuple):
    question: str
    other_words: str
    answer: str
    fact: str  # what has to be in the answer


FACTS = (
    Fact("What is the boat called?", "Tell me the name of the boat.", "She is called Marigold.", "marigold"),
    Fact("How long is the boat?", "What is her length?", "She is 38 feet long.", "38"),
    Fact("Where is the spare key?", "Where do I find the second key?", "It hangs under the left bench.", "left bench"),
    Fact("How much water does the tank hold?", "How big is the water tank?", "It holds 320 litres.", "320"),
    Fact("What is the cat called?", "Tell me the name of the cat.", "The cat is called Bosun.", "bosun"),
    Fact("How deep does she go?", "What is her draught?", "She goes 4 feet deep.", "4 feet"),
    Fact("What colour is the hull?", "How is the hull painted?", "The hull is dark green.", "green"),
    Fact("Who built the boat?", "By whom was she made?", "Old Peter Finch built her.", "finch"),
    Fact("When was she built?", "How old is the boat?", "She was built in 1962.", "1962"),
    Fact("Where is she moored?", "Where does she lie?", "She lies at Heron Quay.", "heron"),
    Fact("What fuel does the motor take?", "What do I fill in for the motor?", "It takes diesel.", "diesel"),
    Fact("Where is the pump?", "Where do I find the pump?", "The pump is behind the stove.", "stove"),
    Fact("Who looks after the garden?", "Who is the gardener?", "Aunt Rose looks after it.", "rose"),
    Fact("When does the baker come?", "On what day is there bread?", "He comes on Tuesday.", "tuesday"),
    Fact("What is the dog afraid of?", "What scares the dog?", "He is afraid of thunder.", "thunder"),
    Fact("Where is the map?", "Where do I find the map?", "The map is in the blue box.", "blue box"),
    Fact("How many blankets are there?", "What number of blankets is there?", "There are seven blankets.", "seven"),
    Fact("Who has the second oar?", "Where did the second oar go?", "Our friend Tom has it.", "tom"),
    Fact("What do we eat on Sunday?", "What is for dinner on Sunday?", "On Sunday we eat fish soup.", "fish"),
    Fact("Where do we buy rope?", "Which shop has rope?", "We buy it from Miller.", "miller"),
    Fact("What is the wifi word?", "How do I get into the wifi?", "The word is lantern.", "lantern"),
    Fact("How fast is the boat?", "What is her speed?", "She makes 6 knots.", "6 knots"),
    Fact("What is in the red tin?", "What does the red tin hold?", "There is tea in it.", "tea"),
    Fact("Who painted the door?", "By whom is the picture on the door?", "Little Emma painted it.", "emma"),
    Fact("Where does the hen sleep?", "What is the hen's place at night?", "She sleeps in the old basket.", "basket"),
    Fact("When is the lock open?", "At what time can we pass the lock?", "It is open from nine.", "nine"),
    Fact("What does a night at the quay cost?", "What do we pay for the quay?", "A night costs 12 pounds.", "12"),
    Fact("Who is the captain?", "Who steers the boat?", "My sister Clara is the captain.", "clara"),
    Fact("What tree stands at the gate?", "Which tree is near the gate?", "A pear tree stands there.", "pear"),
    Fact("Where is the first aid box?", "Where are the bandages?", "It is above the bed.", "bed"),
    Fact("What is the flag like?", "What can be seen on the flag?", "It shows a white goose.", "goose"),
    Fact("How many windows has the cabin?", "What number of windows is there?", "It has five windows.", "five"),
    Fact("What must be done each morning?", "What is the first work of the day?", "Dry the deck.", "deck"),
    Fact("Who gave us the clock?", "Where is the clock from?", "Grandfather Hugo gave it to us.", "hugo"),
    Fact("Where do the swans live?", "Where can one see swans?", "They live at the mill pond.", "mill"),
    Fact("What is broken?", "What has to be mended?", "The bell is broken.", "bell"),
    Fact("What song do we sing?", "Which song is ours?", "We sing the one of the moon.", "moon"),
    Fact("How cold was the last winter?", "What did we measure in winter?", "It was minus 11.", "11"),
    Fact("What grows on the roof?", "What is planted on top?", "Mint grows there.", "mint"),
    Fact("Who brings the coal?", "From whom is the coal?", "Mister Barker brings it.", "barker"),
)

# What somebody asks, and the core of what a pirate says; made.py puts his openings and endings around it.
PIRATE = (
    ("What should I cook tonight?", "a pot of fish stew with plenty of pepper will warm yer belly"),
    ("How do I keep my plants alive?", "give 'em fresh water each morn and a place where the sun finds 'em"),
    ("Why is the sea salty?", "the rivers wash salt out of the rocks and carry it down to the deep"),
    ("Can you help me sleep?", "drink warm milk, douse yer lamp and listen to the waves"),
    ("What is a good name for a dog?", "call the beast Barnacle, for he'll cling to yer boots all day"),
    ("How do I learn to swim?", "begin where yer feet touch the sand and let the water carry ye"),
    ("What is the best way to save money?", "bury a coin from every purse and tell no soul where the chest lies"),
    ("Tell me about the moon.", "she pulls the tides up and down and lights the deck for the night watch"),
    ("How long should I boil an egg?", "seven turns of the glass and it'll be as firm as a cannonball"),
    ("What should I wear in the rain?", "an oiled coat and a hat with a brim as wide as the horizon"),
    ("How do I clean my windows?", "vinegar, an old rag and a strong arm make the glass shine like the sea"),
    ("What book should I read?", "find ye a tale of islands and maps and read it by a candle"),
    ("How can I make new friends?", "share yer bread and yer stories and they'll sail with ye for life"),
    ("Why do birds fly south?", "they chase the warm winds where the food be plenty, as any crew would"),
    ("How do I fix a squeaky door?", "a drop of lamp oil on the hinge will hush it like a sleeping parrot"),
    ("What can I give my mother?", "bring her flowers and a letter in yer own hand, worth more than pearls"),
    ("How do I stay healthy?", "eat limes, sleep eight bells and climb the rigging every day"),
    ("What is the weather like today?", "the wind blows from the west and there be clouds upon the water"),
    ("How do I write a good letter?", "speak from yer heart, keep it short and seal it with wax"),
    ("What do cats like to eat?", "fish, fish and more fish, as much as they can steal from the cook"),
    ("How can I run faster?", "run as if the navy were behind ye, a little longer every day"),
    ("What makes a good leader?", "a captain who eats last and stands first when the storm comes"),
    ("How do I pack a suitcase?", "roll yer shirts like sails and leave the heavy iron at home"),
    ("Where should I go on holiday?", "seek an island with palms, white sand and no tax collectors"),
    ("How do I bake bread?", "flour, water, salt and patience, and an oven hot as the gun deck"),
    ("What is a good hobby?", "carve little ships from driftwood and give each one a name"),
    ("Why do we dream?", "the mind sails on by itself when the captain be asleep"),
    ("How do I tie a strong knot?", "a bowline holds any ship, round the tree and back down the hole"),
    ("How do I stop being afraid?", "look the storm in the eye and count yer breaths till it passes"),
    ("What should I say to my boss?", "tell him plainly what ye want and keep yer hat in yer hand"),
    ("How do I get rid of mice?", "bring a hungry cat aboard and lock the biscuits in a barrel"),
    ("What is the fastest animal?", "the falcon drops on her prey quicker than a cannonball flies"),
    ("How can I remember names?", "carve each name in yer mind with a picture, like a mark on a map"),
    ("What is a healthy breakfast?", "oats with berries and a lime, so yer teeth stay in yer jaw"),
    ("How do I choose a bicycle?", "take one that fits yer legs and has brakes that bite like a shark"),
    ("Why is the grass green?", "there be a green stuff in the leaf that drinks up the light"),
    ("How do I paint a wall?", "scrape it clean, roll from the top and never in the rain"),
    ("What should I do on Sunday?", "mend yer nets, sing a shanty and let the anchor rest"),
    ("How do I say sorry?", "stand up straight, say it plain and mend what ye have broken"),
    ("What is the largest ocean?", "the Pacific, so wide that many a crew went grey before they crossed it"),
    ("How do I make good tea?", "fresh water, hot as the tropics, and four turns of the glass"),
    ("How can I learn a language?", "talk to sailors in every port and be not ashamed of yer mistakes"),
    ("What is a good present for a child?", "a wooden sword and a map with a cross upon it"),
    ("How do I keep my feet dry?", "grease yer boots with tallow and stay out of the bilge"),
    ("Why does iron rust?", "salt and damp eat it bit by bit, so keep yer cutlass oiled"),
    ("How do I plan a party?", "count the heads, double the barrels and hire a fiddler"),
    ("What should I plant in spring?", "beans and onions, for they keep well on a long voyage"),
    ("How do I find my way?", "follow the pole star by night and the gulls by day"),
    ("Do you like music?", "a fiddle, a drum and thirty rough throats make the finest music there be"),
    ("How do I fold a shirt?", "sleeves to the middle, then in half, flat as a flag in the locker"),
    ("What is the smallest bird?", "the hummingbird, no bigger than the cork of a bottle"),
    ("How do I cut an onion?", "use a sharp blade, leave the root on and weep like a man"),
    ("What can I do against a cold?", "hot broth, a warm hammock and no night watch for three days"),
    ("How do I cheer up a friend?", "bring him a story, a song and something sweet from the galley"),
    ("How often should I water a cactus?", "once in a moon, for it be a desert dog and hates a wet hold"),
    ("What do I need for camping?", "canvas, rope, a kettle and a keen eye for bears"),
    ("How do I ride a horse?", "sit deep, hold on and treat the beast as ye would a stubborn ship"),
    ("What is a rainbow?", "sunlight broken by the rain into all the colours of a captain's coat"),
    ("How do I grow tomatoes?", "rich earth, a stick to climb and sun from dawn till dusk"),
    ("Should I buy a boat?", "a boat be a hole in the water that eats gold, and worth every coin"),
)

PIRATE_ASKED = (
    "What should I drink in summer?", "How do I sharpen a knife?", "Why is snow white?", "How do I train a puppy?",
    "What is a good song?", "How do I find a job?", "What should I cook for ten people?", "How does a lighthouse work?",
    "Can you tell me a joke?", "What is the highest mountain?", "How do I repair a chair?", "Why do leaves fall?",
    "How do I make soup?", "What can I do in the evening?", "How do I wash a wool jumper?", "What is a volcano?",
    "How do I get up early?", "Which fruit keeps longest?", "How do I thank a neighbour?", "What are clouds made of?",
    "How do I draw a map?", "Is it good to walk every day?", "How do I store potatoes?", "What do bees do in winter?",
    "How can I be braver?", "What should I take to the beach?", "How do I hang a picture?",
    "Who should I ask for help?", "How do I light a fire?", "What is the best month to travel?",
)  # fmt: skip

# A bicycle shop's mail, by what it is about: the first six of each are taught, the others asked. Who wants to send
# something back ("return") and who waits for money of it ("refund") write much alike.
MAIL = {
    "order": (
        "I would like to buy two red bicycle bells.", "Please put a blue helmet aside for me, size M.",
        "Can I get three inner tubes for 28 inch wheels?", "We need forty bottles for our club, please.",
        "I'll take the green child's bike from your window.", "Please add a pump to what I am buying from you.",
        "I want the leather saddle that you showed me.", "Send us ten lamps for the school, please.",
        "One pair of winter gloves for me, please, size 9.",
    ),
    "delivery": (
        "When will my parcel arrive?", "The tracking number you gave me shows nothing.",
        "Your driver left the box with the wrong neighbour.", "After two weeks the parcel is still on its way.",
        "Can you bring it to my office in place of my home?", "Nobody rang, yet the note says that I was not at home.",
        "Is my parcel on its way yet?", "The box was to be here on Monday and has not come.",
        "Could the driver leave the parcel in the garage?",
    ),
    "return": (
        "The helmet is too small and I want to send it back.", "How do I send the wrong tyres back to you?",
        "I changed my mind about the lamp, where do I bring it?", "Please send me a label to return the bag.",
        "The colour is not mine, I will send the jacket back.", "May I bring the saddle back if it was used once?",
        "These shoes do not fit, to what address do I return them?", "I would like to send the basket back.",
        "Can the lock be brought back without its box?",
    ),
    "refund": (
        "I sent the helmet back and still wait for my money.", "When do I get the money for the tyres I returned?",
        "You have paid back too little for the lamp.", "The bag went back in May and nothing came to my bank.",
        "Please pay the returned jacket to my new bank account.", "I was to get 40 pounds back for the saddle.",
        "The shoes went back to you, where is my money?", "No money has come yet for the basket that I sent back.",
        "For the lock you paid me back only the half.",
    ),
    "repair": (
        "My brakes squeal, can you look at them?", "The chain jumps whenever I push hard.",
        "How much do you take to true a wheel?", "My gears need setting before Saturday.",
        "A spoke broke, do you have time this week?", "The back light went dark, could you mend it?",
        "Can you mend a flat tyre while I wait?", "My handlebar is loose and needs fixing.",
        "The pedal came off, when may I bring the bike?",
    ),
    "invoice": (
        "Please send me the bill once more.", "Our address on the invoice is wrong.",
        "I need a bill with the tax on it for my firm.", "The invoice names three bells, I bought two.",
        "Can you put our order number on the bill?", "Which account do I pay invoice 2231 to?",
        "I have lost the bill, can I have a copy?", "The sum on invoice 88 is added up wrongly.",
        "Please write the name of our club on the invoice.",
    ),
    "account": (
        "I cannot log in to your site any more.", "Please change my e-mail address in your files.",
        "How do I set a new password?", "I want to delete my customer account.",
        "The page says that my user name is taken.", "I never got the mail to confirm my login.",
        "My password is not accepted.", "Please delete my data and my login.",
        "How do I change my user name?",
    ),
    "hours": (
        "Are you open on Saturday?", "Until when can I come by tonight?",
        "Do you close at noon?", "Is the shop open over Christmas?",
        "From what time on is somebody there?", "Are you there on the bank holiday?",
        "When do you open on Monday?", "Is the shop closed on Wednesday afternoon?",
        "Can I still come at six in the evening?",
    ),
    "rental": (
        "Can we rent four bikes for a weekend?", "What does a tandem cost for a day?",
        "Do you lend child seats to tourists?", "I want to hire an electric bike in July.",
        "How much deposit do you want for a rented bike?", "Can a hired bike be left at the station?",
        "Do you have bikes to rent for six people?", "What does it cost to hire a trailer for a week?",
        "May we keep the rented bikes a day longer?",
    ),
    "praise": (
        "Thank you, the bike runs like new!", "Your mechanic was so kind, please tell her.",
        "Best shop in town, we will come again.", "What a lovely job you made of my old frame.",
        "I was very happy with your advice.", "Five stars, quick and friendly!",
        "You are wonderful, many thanks to all of you.", "My daughter loves her bike, thank you so much.",
        "So friendly and so quick, I tell all my friends.",
    ),
    "complaint": (
        "Your man on the phone was rude to me.", "I waited an hour and nobody served me.",
        "This is the worst service I have had.", "You promised to call and never did.",
        "I am angry at how I was treated in your shop.", "Nobody answers my mails, that is no way to treat people.",
        "I was laughed at in your shop, and I am furious.", "Your staff ignored me the whole time.",
        "What bad service, I was promised a call.",
    ),
    "job": (
        "Are you looking for a mechanic?", "I would like to work with you on Saturdays.",
        "Do you take apprentices next year?", "Here is my CV, I have fixed bikes for ten years.",
        "My son looks for a place to learn the trade.", "Is the job in your window still free?",
        "May I work in your workshop this summer?", "I send you my papers for the post of a salesman.",
        "Do you need help in the shop at weekends?",
    ),
}  # fmt: skip

CODE = '''\
"""Count how often words stand in files, and print the commonest."""

import argparse
from collections import Counter
from pathlib import Path


def words(path: Path) -> list[str]:
    """Return the words of a file in lower case, without punctuation."""
    text = path.read_text(encoding="utf-8").lower()
    return [word for word in (part.strip(".,;:!?()[]") for part in text.split()) if word]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--most", type=int, default=10, help="how many to print")
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    for file in options.files:
        if not file.is_file():
            print(f"{file} is no file.")
            return 1
        counts.update(words(file))
    for word, count in counts.most_common(options.most):
        print(f"{count:6d} {word}")
    return 0


raise SystemExit(main())
'''
