"""The model card that goes with every export: README.md in Markdown with the hub's front matter, and the loss as a
picture. All of it comes from the run's files, the base model's header and the export's own check; nothing of the data
but its name and how much it was.
"""
