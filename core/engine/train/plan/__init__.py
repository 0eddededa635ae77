"""The plan: what is held in memory beside the model's file, so that training is as fast as the memory allows.

A plan is bought. It begins as the leanest: nothing is held but the file, backward dequantizes weights as it goes
("streamed") and recomputes every layer. From there memory is spent where a byte saves most time, until the budget
is used up. When not even the leanest plan fits, training is refused.

placement.py the model's sizes, from which core/memory/estimate.py adds up the memory of a plan, and a device's share
upgrades.py  what can be bought: a forward copy, a transposed copy, a layer's activations saved; each at its price
draft.py     the plan in the making
search.py    the buying: from the leanest plan to the best; plan.json, with which a resumed run rounds as before
changes.py   the leanest plan, and which smaller settings would fit
"""
