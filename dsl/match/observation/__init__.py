"""What players see of a position: state to views, events and decisions in words, and the information set of a seat."""
