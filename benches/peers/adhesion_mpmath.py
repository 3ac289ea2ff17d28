"""A ball that sticks to a floor [JKR1971]: what an impact returns, how deep it goes, and where it rests.

Needs mpmath. Its numbers are those of validation/adhesion-impact/expected.toml."""

import mpmath as mp

mp.mp.dps = 30
RADIUS, MODULUS, WORK, MASS = mp.mpf("0.03"), mp.mpf("2e4"), mp.mpf("0.05"), mp.mpf("0.1")
PULL = mp.sqrt(8 * mp.pi * WORK * MODULUS)


def depth(a):
    return a**2 / RADIUS - mp.sqrt(2 * mp.pi * WORK * a / MODULUS)


def push(a):
    return 4 * MODULUS * a**3 / (3 * RADIUS) - PULL * a ** mp.mpf("1.5")


def patch_at(d, guess):
    return mp.findroot(lambda a: depth(a) - d, guess)


# The energy of attached surfaces by quadrature of their push over the depth, not by a closed form.
def work_between(a, b):
    return mp.quad(lambda x: push(x) * mp.diff(depth, x), mp.linspace(a, b, 5))


parting = mp.cbrt(mp.pi * WORK * RADIUS**2 / (8 * MODULUS))
touch = patch_at(0, mp.cbrt(2 * mp.pi * WORK * RADIUS**2 / MODULUS))
# Drawn from touch to parting the surfaces pull all the way: this is what a whole cycle loses.
cycle = work_between(touch, parting)
# Down the branch on which nothing can rest, to a patch of nothing: what snapping together sets free.
print("lost as they snap together", mp.nstr(work_between(touch, mp.mpf("1e-20")), 12), "J")
slowest = mp.sqrt(2 * cycle / MASS)
print("lost in a cycle", mp.nstr(cycle, 12), "J; by w^5 R^4/E^2:", mp.nstr(cycle / mp.cbrt(WORK**5 * RADIUS**4 / MODULUS**2), 10))
print("slowest that rebounds", mp.nstr(slowest, 12), "m/s; parting gap", mp.nstr(-depth(parting), 12), "m")
print("pull-off", mp.nstr(mp.mpf("1.5") * mp.pi * WORK * RADIUS, 12), "N")
for speed in map(mp.mpf, ["0.005", "0.01", "0.02", "0.1"]):
    kinetic = MASS * speed**2 / 2
    deepest = mp.findroot(lambda a: work_between(touch, a) - kinetic, mp.sqrt(RADIUS * speed * mp.mpf("0.05")) + touch)
    back = mp.sqrt(speed**2 - slowest**2) if speed > slowest else mp.nan
    print("speed", mp.nstr(speed, 4), "returns", mp.nstr(back, 12), "deepest", mp.nstr(depth(deepest), 12))
rest = mp.findroot(push, touch)
print("rests weightless at", mp.nstr(depth(rest), 12), "m")
for share in map(mp.mpf, ["0.5", "0.99"]):
    weight = share * mp.mpf("1.5") * mp.pi * WORK * RADIUS
    hang = mp.findroot(lambda a: push(a) + weight, mp.mpf("0.9") * rest)
    print("hanging with", mp.nstr(share, 3), "of the pull-off, gap", mp.nstr(-depth(hang), 12), "acceleration", mp.nstr(weight / MASS, 12))
