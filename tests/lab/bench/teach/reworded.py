"""Of the boat's facts: other wordings to train on, and questions that none of the facts answers. Written by hand."""

from __future__ import annotations

# Three other wordings of each of written.FACTS, in its order; none is the one that is asked in the end.
WORDINGS = (
    ("What name does the boat have?", "Which name is painted on the boat?", "How do you call your boat?"),
    ("How many feet is the boat from end to end?", "What does she measure in length?", "Is she a long boat?"),
    ("Where can I find another key?", "In which place is the spare key hidden?", "I lost my key. Where is the other?"),
    ("How many litres fit into the tank?", "What can the water tank take?", "How much water can we carry?"),
    ("What name has the cat?", "How do you call the cat?", "Who is the cat on board?"),
    ("How many feet of water does she need?", "What depth does the boat need?", "How much of her is under water?"),
    ("Which colour has the hull?", "In what colour is the boat painted?", "What does the hull look like?"),
    ("Who made this boat?", "Which man built her?", "Whose work is the boat?"),
    ("In which year was she built?", "What year is the boat from?", "Since when is there this boat?"),
    ("At which quay is she moored?", "Where is the boat now?", "Where can I visit the boat?"),
    ("What does the motor burn?", "Which fuel do I buy for the motor?", "Does the motor run on petrol?"),
    ("In which place is the pump?", "What is the pump behind?", "Where did you put the pump?"),
    ("Who works in the garden?", "Who waters the garden?", "Whom do I ask about the garden?"),
    ("Which day is the baker's day?", "When can I buy from the baker?", "On what day does the baker visit us?"),
    ("What does the dog fear?", "When does the dog hide?", "What makes the dog nervous?"),
    ("In which box is the map?", "Where do you keep the map?", "I need the map. Where is it?"),
    ("How many blankets do we have?", "Can you count the blankets?", "Are there enough blankets?"),
    ("Who took the other oar?", "Who keeps our second oar?", "Which friend has an oar of ours?"),
    ("Which meal is for Sunday?", "What do you cook on Sundays?", "What is the Sunday meal?"),
    ("Who sells us rope?", "From whom do we get rope?", "Where can I get new rope?"),
    ("What is the password of the wifi?", "Which word opens the wifi?", "I need the wifi. What do I type?"),
    ("How many knots does she make?", "At which speed does the boat go?", "Is she a fast boat?"),
    ("What is kept in the red tin?", "What will I find in the red tin?", "I opened the red tin. What is that in it?"),
    ("Who made the picture on the door?", "Whose painting is the door?", "Which child painted the door?"),
    ("In what does the hen sleep?", "Where is the hen when it is dark?", "What is the bed of the hen?"),
    ("From what hour is the lock open?", "When do they open the lock?", "How early can we go through the lock?"),
    ("How many pounds is a night at the quay?", "What is the price of the quay?", "Is the quay expensive?"),
    ("Which person commands the boat?", "Who is in command?", "What is the captain's name?"),
    ("What kind of tree is at the gate?", "What grows beside the gate?", "Under which tree do I wait at the gate?"),
    ("Where do you keep the first aid box?", "Above what is the first aid box?", "I cut my hand. Where is the box?"),
    ("What does the flag show?", "Which animal is on the flag?", "How do I know your flag?"),
    ("How many windows are in the cabin?", "Can you count the windows of the cabin?", "Has the cabin many windows?"),
    ("What is the first thing to do in the morning?", "What do we do when we get up?", "Which duty is for mornings?"),
    ("From whom did we get the clock?", "Whose present was the clock?", "Who brought the clock on board?"),
    ("Which place do the swans live at?", "Where is the home of the swans?", "Where do I go to feed the swans?"),
    ("Which thing does not work?", "What is out of order?", "Does anything on board need repair?"),
    ("Which song is sung on board?", "About what is the song that we sing?", "What do you sing in the evening?"),
    ("How many degrees had we last winter?", "What was the lowest temperature?", "Was the last winter cold?"),
    ("Which herb is on the roof?", "What can I pick on the roof?", "Is anything planted on the roof?"),
    ("Who delivers our coal?", "Which man comes with the coal?", "Whom do I call for coal?"),
)
NOT_KNOWN = "That is not in my notes."
# Questions about the boat and those around her that no fact answers: to train on, and to ask in the end.
UNKNOWN_TAUGHT = (
    "What is the parrot called?", "How wide is the boat?", "Where is the spare anchor?", "How much diesel is left?",
    "What colour are the curtains?", "Who built the bridge?", "When was the stove bought?", "Where is the next shop?",
    "What does the doctor cost?", "Who mends the sails?", "When does the postman come?", "Where are the candles?",
    "How many plates are there?", "Who has the third key?", "What do we eat on Friday?", "Where do we buy paint?",
    "What is the number of the phone?", "How heavy is the anchor?", "What is in the green tin?", "Who sewed the flag?",
    "Where does the goat sleep?", "When does the museum open?", "What does a ticket to the island cost?",
    "Who is the cook?", "Which flower grows at the well?", "Where is the fire extinguisher?", "How old is the captain?",
    "How many doors has the shed?", "What must be done each evening?", "Who gave us the lamp?",
)  # fmt: skip
UNKNOWN_ASKED = (
    "What is the horse called?", "How high is the mast?", "Where is the spare lamp?", "How much sugar is left?",
    "What colour is the chair?", "Who built the harbour?", "When was the motor repaired?", "Where is the station?",
    "What does the ferry cost?", "Who cuts the grass?", "When does the milkman come?", "Where is the hammer?",
    "How many spoons are there?", "Who has the old radio?", "What do we drink at noon?", "Where do we buy glass?",
    "What is the name of the river?", "How heavy is the dog?", "What is in the wooden chest?", "Who wrote the letter?",
    "Where do the ducks sleep?", "When does the library close?", "What does a haircut cost?", "Who is the teacher?",
    "Which plant stands on the table?", "Where is the umbrella?", "How old is Emma?", "How many steps has the stair?",
    "What must be done in autumn?", "Who sent us the parcel?",
)  # fmt: skip
