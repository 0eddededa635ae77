"""The model card of every export: README.md in Markdown with the hub's front matter, and a plot of the loss. All of it
comes from the run's files, the base model's header and the export's own check; of the data it only gives the name and
the amount.
"""
