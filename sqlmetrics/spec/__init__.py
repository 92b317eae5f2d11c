"""Words become a Spec: flags, YAML and arguments are checked, with partitions and limits.

Not here: what a metric is (`statement`), and whether columns exist (`engine`); nothing is opened.
"""
