// The same cup, ball, law and poses as the example `foundation_cost`, with Simbody's ElasticFoundationForce.
//
//     foundation_simbody CUP BALL|sphere EVALUATIONS
//     foundation_simbody INSERT CONDYLE EVALUATIONS design     the parts and places of the example `foundation_design`
//
// CUP, BALL, INSERT and CONDYLE are text files: the number of vertices and triangles, then their coordinates and corners.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include "Simbody.h"

using namespace SimTK;

static const double BALL_RADIUS = 13.92e-3, CLEARANCE = 80e-6;
// A confined layer of 8 mm, 500 MPa, Poisson's ratio 0.4.
static const double STIFFNESS = 0.6 * 500e6 / (1.4 * 0.2) / 8e-3;

static ContactGeometry::TriangleMesh load(const std::string& path) {
    std::ifstream file(path);
    int points = 0, triangles = 0;
    file >> points >> triangles;
    Array_<Vec3> vertices(points);
    Array_<int> corners(3 * triangles);
    for (auto& vertex : vertices) file >> vertex[0] >> vertex[1] >> vertex[2];
    for (auto& corner : corners) file >> corner;
    if (!file) {
        std::fprintf(stderr, "%s: cannot be read\n", path.c_str());
        std::exit(1);
    }
    return ContactGeometry::TriangleMesh(vertices, corners, false);
}

// Where the ball is in evaluation i: always pressed by 27 um, wandering over the bottom of the cup.
static Vec3 place(int i) {
    const double t = 0.1 * i, tilt = 0.2 + 0.1 * std::sin(t), turn = 0.7 * t;
    const double e = CLEARANCE + 27e-6;
    return e * Vec3(std::sin(tilt) * std::cos(turn), std::sin(tilt) * std::sin(turn), -std::cos(tilt));
}

// Where the condyle is, from its place of rest.
static Vec3 place_on_insert(int i) {
    const double t = 0.1 * i, x = 2e-3 * std::sin(t), z = 1e-3 * std::sin(0.7 * t);
    return Vec3(x, x * x / 44e-3 + z * z / 6e-3 - 60e-6, z);
}

int main(int count, char** arguments) {
    const bool design = count == 5 && std::string(arguments[4]) == "design";
    if (count != 4 && !design) return 2;
    const std::string ball_file = arguments[2];
    const int evaluations = std::atoi(arguments[3]);
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    GeneralContactSubsystem contacts(system);
    const ContactSetIndex set = contacts.createContactSet();
    const Body::Rigid body(MassProperties(1.0, Vec3(0), UnitInertia::sphere(BALL_RADIUS)));
    MobilizedBody::Translation ball(matter.Ground(), Transform(), body, Transform());
    ElasticFoundationForce foundation(forces, contacts, set);
    contacts.addBody(set, matter.Ground(), load(arguments[1]), Transform());
    foundation.setBodyParameters(ContactSurfaceIndex(0), STIFFNESS, 0, 0, 0, 0);
    if (ball_file == "sphere") {
        contacts.addBody(set, ball, ContactGeometry::Sphere(BALL_RADIUS), Transform());
    } else {
        contacts.addBody(set, ball, load(ball_file), Transform());
        foundation.setBodyParameters(ContactSurfaceIndex(1), STIFFNESS, 0, 0, 0, 0);
    }
    State state = system.realizeTopology();
    auto evaluate = [&](int i) {
        state.updQ() = Vector(design ? place_on_insert(i) : place(i));
        system.realize(state, Stage::Dynamics);
        return system.getRigidBodyForces(state, Stage::Dynamics)[ball.getMobilizedBodyIndex()];
    };
    double sum = 0;
    for (int i = 0; i < evaluations; ++i) sum += evaluate(i)[1][design ? 1 : 2];
    std::printf("{\"sum\": %.17g, \"forces\": [", sum);
    for (int i = 0; i < 10; ++i) {
        const SpatialVec wrench = evaluate(7 * i);
        std::printf("%s[%.17g, %.17g, %.17g]", i ? ", " : "", wrench[1][0], wrench[1][1], wrench[1][2]);
    }
    std::printf("]}\n");
}
