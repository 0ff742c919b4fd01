"""Experiments: many matches between bots on all cores or a cluster, their statistics, reports and plots."""
