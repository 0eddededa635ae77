"""What is told before a training and about it: goals, estimates, models that suit, and the words for them."""
