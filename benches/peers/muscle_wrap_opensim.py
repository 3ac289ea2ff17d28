"""Lengths and moment arms of paths over OpenSim's wrap objects, for the tests of `mechanics::muscle::path`.

A path from the ground to a link that turns about z, over one object fixed to the ground. Needs opensim (4.6 made the
numbers). Run: python benches/peers/muscle_wrap_opensim.py > crates/mechanics/src/muscle/path/opensim.csv
"""

import math

import opensim

opensim.Logger.setLevelString("error")

START, END = (0.01, 0.3, 0.02), (0.02, -0.25, -0.03)
TURNED = (0.3, -0.4, 0.2)
ASKEW = (0.7, 0.6, 0.4)
RADII = (0.03, 0.06, 0.045)
METHODS = {"hybrid": 0, "midpoint": 1, "axial": 2}


def cylinder():
    shape = opensim.WrapCylinder()
    shape.set_radius(0.04)
    shape.set_length(0.3)
    return shape


def sphere():
    shape = opensim.WrapSphere()
    shape.set_radius(0.04)
    return shape


def ellipsoid():
    shape = opensim.WrapEllipsoid()
    shape.set_dimensions(opensim.Vec3(*RADII))
    return shape


def torus():
    shape = opensim.WrapTorus()
    shape.set_inner_radius(0.01)
    shape.set_outer_radius(0.04)
    return shape


def run(name, shape, angles, place, method=None):
    """Prints a row for each angle; `place` is quadrant, rotation, translation, and both ends of the path."""
    quadrant, rotation, translation, start, end = place
    model = opensim.Model()
    body = opensim.Body("link", 1.0, opensim.Vec3(0), opensim.Inertia(1, 1, 1))
    model.addBody(body)
    zero = opensim.Vec3(0)
    joint = opensim.PinJoint("joint", model.getGround(), zero, zero, body, zero, zero)
    model.addJoint(joint)
    shape.setName("shape")
    shape.set_quadrant(quadrant)
    shape.set_xyz_body_rotation(opensim.Vec3(*rotation))
    shape.set_translation(opensim.Vec3(*translation))
    model.getGround().addWrapObject(shape)
    spring = opensim.PathSpring("spring", 1.0, 1.0, 1.0)
    path = spring.updGeometryPath()
    path.appendNewPathPoint("start", model.getGround(), opensim.Vec3(*start))
    path.appendNewPathPoint("end", body, opensim.Vec3(*end))
    path.addPathWrap(shape)
    if method is not None:
        path.updWrapSet().get(0).setMethod(METHODS[method])
    model.addForce(spring)
    state = model.initSystem()
    coordinate = joint.getCoordinate()
    for angle in angles:
        coordinate.setValue(state, math.radians(angle))
        model.realizePosition(state)
        length = spring.getGeometryPath().getLength(state)
        arm = spring.getGeometryPath().computeMomentArm(state, coordinate)
        print(f"{name},{angle},{length:.9f},{arm:.9f}")


if __name__ == "__main__":
    print(f"# OpenSim {opensim.GetVersion()}")
    print("case,angle_deg,length_m,moment_arm_m")
    wide, narrow = range(-90, 91, 30), range(-15, 16, 5)
    none = (0, 0, 0)
    run("cylinder", cylinder(), wide, ("+x", none, none, START, END))
    run("cylinder-all", cylinder(), narrow, ("all", none, (0.01, 0, 0), START, (0.03, -0.25, -0.03)))
    run("cylinder-turned", cylinder(), wide, ("+x", TURNED, (0.005, 0.01, 0), START, END))
    run("sphere", sphere(), narrow, ("all", none, (0.01, 0.01, 0.01), START, END))
    run("sphere-far", sphere(), wide, ("+x", none, (0.01, 0.01, 0.01), (-0.01, 0.3, 0.02), (-0.02, -0.25, -0.03)))
    for method in METHODS:
        run(f"ellipsoid-{method}", ellipsoid(), narrow, ("all", TURNED, (0, 0.01, 0.005), START, END), method)
        run(f"ellipsoid-askew-{method}", ellipsoid(), narrow, ("all", ASKEW, (0, 0.01, 0.005), START, END), method)
        run(f"ellipsoid-half-{method}", ellipsoid(), narrow, ("+x", ASKEW, (0, 0.01, 0.005), START, END), method)
    run("torus", torus(), wide, ("all", (math.pi / 2, 0, 0), none, (0.1, 0.3, 0.02), END))
