"""The plan: what is held in memory beside the model's file, so that training is as fast as the memory allows.

A plan begins as the leanest: it holds nothing but the file, backward dequantizes weights on the fly ("streamed") and
recomputes every layer. Upgrades then spend memory where a byte saves most time, until the budget is used up. If not
even the leanest plan fits, training is refused.

placement.py  the model's sizes, from which core/memory/estimate.py adds up a plan's memory, and a device's share
upgrades.py   the upgrades: a forward copy, a transposed copy, a layer's activations saved; each with its price
draft.py      the plan in the making
search.py     from the leanest plan to the best; plan.json, with which a resumed run rounds as before
changes.py    the leanest plan, and which smaller settings would fit
"""
