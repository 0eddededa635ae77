"""How fast this machine trains models of a given shape, found out with a few layers of random weights."""
