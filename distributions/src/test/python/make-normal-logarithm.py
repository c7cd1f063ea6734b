"""Writes log Pr(Z <= z) and its derivative in 50 digits, by mpmath: python3 make-normal-logarithm.py > normal-logarithm.csv"""

import random
from mpmath import mp, mpf, erfc, exp, log, pi, sqrt

mp.dps = 50
random.seed(1)
places = [k / 32 + side / 64 for k in range(-256, 257, 8) for side in (-1, 0, 0.99)]
places += [random.uniform(-8.5, 8.5) for _ in range(300)]
places += [random.uniform(-3, 3) for _ in range(300)]
places += [-38.5, -30.0, -12.0, -7.96875, -7.968749999, -1e-300, -1e-9, 0.0, 1e-9, 7.968749999, 7.96875, 12.0, 30.0]
print("z,log,slope")
for z in places:
    x = mpf(z)
    below = erfc(-x / sqrt(mpf(2))) / 2
    density = exp(-x * x / 2) / sqrt(2 * pi)
    print(f"{z!r},{mp.nstr(log(below), 20)},{mp.nstr(density / below, 20)}")
