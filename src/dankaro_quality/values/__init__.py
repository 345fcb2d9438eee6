"""The normal form of figures, units, dates and money, and the two relations between values.

`same(a, b)` says that two values are one value, however they are written; `compatible(a, b)` that they could be the
same number at the precision they are printed with. `quantities(text)` finds the figures of running text,
`figures(value)` those of a claim's value, and `declares` says whether a figure is among the declared ones.

Conventions, each of which a test holds:

- Numbers are exact (`Ratio`): nothing is compared as a float, and 9007199254740993 is not its neighbour. A float is
  read from its shortest decimal form, at most 15 digits of it, so that 0.1 + 0.2 is 0.3.
- A comma before exactly three digits groups thousands ("1,234"), any other single comma is a decimal one ("36,8");
  a single point is a decimal point, several group thousands ("1.234.567"). With both, the last one is the decimal.
- A percentage is its share: "12%" is 0.12. Points of a percentage count as percent, a multiple ("3x") has the unit x.
- A bare number is the same as a number with a unit when it is the number that is written ("5.4" and "5.4 mV",
  800000 and "$800,000", 12 and "12%") or its amount in the base unit. A unit that only one side names makes no
  difference; two units of different kinds do. This is the only case in which values with unequal normal forms
  are the same.
- A unit that is not known is never converted: with another unit beside it nothing can be said, so the two are
  compatible and not the same.
- "m" alone, written against its number, is milli in the normal form ("500m" is 0.5); `compatible` also reads it as
  metres, minutes and millions, whichever fits. In running text it is a length.
- Truth values are no numbers; the words true and yes, false and no are truth values.
- "about 39" has the normal form of 39, ">60" has its own; `compatible` gives an approximation a tenth of its size.
- A remark in brackets after a number is left out: "70 (rounded)" is 70.
- NaN, infinities and numbers of more than 40 digits are text.
"""

from __future__ import annotations

from dankaro_quality.values.quantity import Quantity, quantities
from dankaro_quality.values.relations import Declared, compatible, declares, figures, normal, same
from dankaro_quality.values.units import Ratio, ratio

__all__ = [
    "Quantity",
    "quantities",
    "figures",
    "normal",
    "same",
    "compatible",
    "declares",
    "Declared",
    "Ratio",
    "ratio",
]
