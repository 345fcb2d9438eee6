"""Every English phrase list the rules use, in one place.

Phrases are lower case, in canonical form, without punctuation at the ends; each list says who reads it.
A team adds to four of them in the settings (`[lexicon]`); nothing here is read from a file at run time.
"""

from __future__ import annotations
