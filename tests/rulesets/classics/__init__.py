"""Tests of the classics: small games that everybody knows, held against what others have counted."""
