"""Forty questions about the manual in other words than it has, and what is in a right answer. Written by hand."""

from __future__ import annotations

from tests.lab.bench.teach.made import Pair

ASKED = tuple(
    Pair(*pair)
    for pair in (
        ("Who founded the company that makes the Tollgate 40?", "Edgar Marsh"),
        ("In which town is the Tollgate 40 built?", "Hexley"),
        ("When was the very first Tollgate 40 delivered?", "2011"),
        ("How heavy is the empty Tollgate 40?", "860"),
        ("How many kilos of apples does the machine manage in an hour?", "350"),
        ("From what age may somebody operate the mill?", "16"),
        ("How loud does the mill get?", "84"),
        ("How long must a burnt hand be cooled?", "ten minutes"),
        ("How warm is the water for washing a new machine?", "60"),
        ("How long does the water bath need until it is hot?", "35"),
        ("How long does the juice have to settle?", "45"),
        ("How much fruit must a customer bring to get only their own juice?", "100"),
        ("How long does it take two people to clean everything?", "40"),
        ("How much water does the washing trough hold?", "90"),
        ("What part number do the paddle blades have?", "TG-1108"),
        ("How many cups are on the elevator belt?", "18"),
        ("After how many hours is a new belt due in the elevator?", "1,500"),
        ("How fast does the rotor of the mill spin?", "2,800"),
        ("How do I recognise a stone in the mill by ear?", "bell"),
        ("How long may the mash pump work without mash?", "30 seconds"),
        ("After how many hours does the hose of the mash pump have to be changed?", "600"),
        ("Of how many chambers does the press consist?", "eleven"),
        ("How long do the press cloths last?", "300"),
        ("What can happen to juice that is left in the settling tank for over four hours?", "ferment"),
        ("How long is the coil of the pasteuriser?", "twelve metres"),
        ("Which part number does the temperature sensor have?", "TG-1727"),
        ("How exact is the scale of the filler?", "15 g"),
        ("What pressure does the compressor need?", "6 bar"),
        ("How many programmes are there on the control panel?", "24"),
        ("How many litres of juice do 100 kilos of apples yield?", "68"),
        ("At what temperature is pear juice made to keep?", "79"),
        ("Which mill plate is right for quinces?", "4 mm"),
        ("How many litres come out of 100 kilos of grapes?", "74"),
        ("What is added to plum mash?", "pectinase"),
        ("Until which day of the year may rhubarb be pressed?", "Midsummer"),
        ("Which message appears when the compressor does not build up its pressure?", "E22"),
        ("What does code E13 tell me?", "water"),
        ("How long does the battery of the clock live?", "nine years"),
        ("How many years of guarantee are there on the frame?", "ten"),
        ("What is the price of a service visit?", "340"),
    )
)
