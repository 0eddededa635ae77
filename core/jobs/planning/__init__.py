"""Jobs that plan a training and estimate its memory and time."""
