"""What may stand in a study, by the names of the study file. Made by `python -m synovia._stubs`: do not edit."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict


Parameters = TypedDict("Parameters", {
    # Head, liner and how the cup sits in the pelvis.
    'implant': "Implant",
    # Who carries it.
    'patient': "Patient",
    # What the patient does: load and rotations over one cycle.
    'activity': "Activity",
    # How the liner pushes back.
    'contact': "ContactChoiceAutomatic" | "ContactChoiceElasticFoundation" | "ContactChoiceCalibrated" | "ContactChoiceHertz" | "ContactChoiceFiniteElements",
    # A fitted surrogate that stands for the contact (elastic foundation only), as `synovia fit` makes it from a study
    # of the same implant. Outside of its domain the contact itself is asked, and counted; maps over the cup are
    # always those of the contact itself.
    'surrogate': "SurrogateFile",
    # How impacts lose energy (dynamic experiment only).
    'dissipation': Literal['none'] | "DissipationChoiceHuntCrossley" | "DissipationChoiceMarhefkaOrin" | "DissipationChoiceHerbertMcwhannell" | "DissipationChoiceLeeWang" | "DissipationChoiceLankaraniNikravesh" | "DissipationChoiceGonthier" | "DissipationChoiceZhangSharf" | "DissipationChoiceZhiyingQishao" | "DissipationChoiceFlores" | "DissipationChoiceGharibHurmuzlu" | "DissipationChoiceExact" | "DissipationChoiceKelvinVoigt" | "DissipationChoiceScaledUnloading" | "DissipationChoiceStandardLinearSolid",
    # Friction between head and liner. Default: none.
    'friction': Literal['none'] | "HipFrictionChoiceCoulomb" | "HipFrictionChoiceCompliant",
    # How the liner wears.
    'wear': "Wear",
    # A lifetime of wear, on a surface that changes: volume, depth, creep and penetration over the cycles.
    'lifetime': "HipLifetime",
    # What to compute.
    'experiment': "ExperimentChoiceStatic" | "ExperimentChoiceQuasiStatic" | "ExperimentChoiceDynamic",
    # How finely to report.
    'output': "Output",
}, total=False)

Implant = TypedDict("Implant", {
    # Diameter of the femoral head. Default: 27.84 mm.
    'head-diameter': str,
    'head_diameter': str,
    # What the head is made of; its density gives the head's mass. Default: CoCr.
    'head-material': str | "GivenMaterial",
    'head_material': str | "GivenMaterial",
    # Inner diameter of the cup. Give this or `clearance`, not both.
    'cup-diameter': str,
    'cup_diameter': str,
    # Radial clearance, cup radius minus head radius (80 um when neither it nor `cup-diameter` is given).
    'clearance': str,
    # Thickness of the liner. Default: 8 mm.
    'liner-thickness': str,
    'liner_thickness': str,
    # What the liner is made of. Default: UHMWPE.
    'liner-material': str | "GivenMaterial",
    'liner_material': str | "GivenMaterial",
    # Further compliant layers in series with the liner, e.g. cement behind it or cartilage on the head.
    'layers': Sequence["LayerInput"],
    # Radiographic inclination of the cup (Murray 1993). Default: 45 deg.
    'inclination': str,
    # Radiographic anteversion of the cup (Murray 1993). Default: 0 deg.
    'anteversion': str,
    # Full opening angle of the bearing surface: 180 deg is a hemisphere. Default: 180 deg.
    'coverage': str,
    # Neck, stem and rim: with them the range of motion, the safe zone and the jump distance are reported.
    'design': "HipDesign",
    # A bearing surface that is worn already, as a lifetime writes it (`worn_cup_shape`) or a machine has measured it.
    'worn': "HipWornFile",
}, total=False)

GivenMaterial = TypedDict("GivenMaterial", {
    # Young's modulus.
    'modulus': str,
    # Poisson's ratio, from 0 to 0.5; a layer of a foundation needs it below 0.5.
    'poisson': float,
    # Density; needed where it gives a body its mass.
    'density': str,
}, total=False)

LayerInput = TypedDict("LayerInput", {
    # Thickness of the layer.
    'thickness': str,
    # What it is made of.
    'material': str | "GivenMaterial",
}, total=False)

HipDesign = TypedDict("HipDesign", {
    # Diameter of the neck where it passes the rim. Default: 12 mm.
    'neck-diameter': str,
    'neck_diameter': str,
    # Angle between neck and shaft of the stem. Default: 130 deg.
    'neck-shaft-angle': str,
    'neck_shaft_angle': str,
    # Angle by which the neck points forwards of the coronal plane of the femur. Default: 15 deg.
    'stem-anteversion': str,
    'stem_anteversion': str,
    # Angle by which the neck becomes thicker away from the head; 0 deg for a cylinder. `neck-diameter` is where it
    # passes the rim. Default: 0 deg.
    'neck-taper': str,
    'neck_taper': str,
    # How much further along the neck than the stem's own the head sits: short, medium and long heads have about -4, 0
    # and 4 mm. A longer one brings a thinner part of a tapered neck to the rim, and moves the femur down and
    # outwards. Default: 0 m.
    'head-offset': str,
    'head_offset': str,
    # Radius of the rounded edge between bearing surface and rim face; 0 mm for a sharp one. Give this or `chamfer`.
    # Finite elements take either. Default: 0 m.
    'rim-radius': str,
    'rim_radius': str,
    # Width of a chamfer of 45 deg between bearing surface and rim face; 0 mm for none. Default: 0 m.
    'chamfer': str,
    # A raised part of the rim. It carries load on springs (`elastic-foundation`, `calibrated`); other contacts end in
    # one circle all around, and say so.
    'lip': "HipLip",
    # A mobile liner that turns in a shell; range of motion and jump distance are then those of liner and shell, and
    # in equations of motion the neck meets the shell.
    'dual-mobility': "DualMobility",
    'dual_mobility': "DualMobility",
    # The ranges that must be free.
    'required': "HipRequiredRanges",
}, total=False)

HipLip = TypedDict("HipLip", {
    # How far it covers the head beyond the rest of the rim, seen from the centre. Default: 10 deg.
    'angle': str,
    # Where its middle is around the rim, from the top of the rim towards the back. Default: 60 deg.
    'towards': str,
    # How far it reaches around the rim. Default: 90 deg.
    'width': str,
}, total=False)

DualMobility = TypedDict("DualMobility", {
    # How far the shell covers the liner. Default: 180 deg.
    'shell-coverage': str,
    'shell_coverage': str,
}, total=False)

HipRequiredRanges = TypedDict("HipRequiredRanges", {
    # Flexion. Default: 110 deg.
    'flexion': str,
    # Extension. Default: 30 deg.
    'extension': str,
    # Internal rotation at 90 deg of flexion, as when rising from a low seat. Default: 30 deg.
    'internal-rotation': str,
    'internal_rotation': str,
    # External rotation of the straight leg, as when rolling over. Default: 40 deg.
    'external-rotation': str,
    'external_rotation': str,
}, total=False)

HipWornFile = TypedDict("HipWornFile", {
    # Path of the file, relative to the study file.
    'path': Any,
    # Unit of its coordinates. Default: m.
    'unit': Literal['m'] | Literal['mm'],
}, total=False)

Patient = TypedDict("Patient", {
    # Body weight (836 N when neither it nor `mass` is given: the peak load of walking is then 2.0 kN, as in
    # Askari2018).
    'body-weight': str,
    'body_weight': str,
    # Body mass, instead of the weight.
    'mass': str,
}, total=False)

Activity = TypedDict("Activity", {
    # Name of a shipped load cycle (`synovia list`); `walking` when neither it nor `file` is given.
    'cycle': str,
    # A load cycle of your own.
    'file': "CycleFile",
    # A study of a body (`[body]`), relative to this one, that is run first: its hip angles, and its hip forces in
    # body weights, are the load cycle.
    'body': str,
    # The forces of your load cycle, where they stand in another table than the angles in `file`.
    'force-file': "ForceFile",
    'force_file': "ForceFile",
    # Duration of one cycle (two steps) instead of that of the data.
    'duration': str,
    # Cadence instead of the duration, e.g. "110 steps/min" (two steps make a cycle).
    'cadence': str,
}, total=False)

CycleFile = TypedDict("CycleFile", {
    # Path of the file, relative to the study file.
    'path': Any,
    # Column of the time in seconds. Give this or `percent`.
    'time': str,
    # Column of the percentage of the cycle; then `duration` or `cadence` is needed.
    'percent': str,
    # Column of hip flexion (positive in flexion); zero when absent.
    'flexion': str,
    # Column of hip adduction (positive in adduction); zero when absent.
    'adduction': str,
    # Column of internal rotation (positive inwards); zero when absent.
    'rotation': str,
    # Unit of the angles (that of the file's header for `.mot` and `.sto`, degrees otherwise).
    'angle-unit': Literal['deg'] | Literal['rad'],
    'angle_unit': Literal['deg'] | Literal['rad'],
    # Column of the anterior component of the force; zero when absent.
    'force-anterior': str,
    'force_anterior': str,
    # Column of the superior component of the force.
    'force-superior': str,
    'force_superior': str,
    # Column of the lateral component of the force; zero when absent.
    'force-lateral': str,
    'force_lateral': str,
    # Column of the size of a vertical force, instead of the three components (as on simulators).
    'force-vertical': str,
    'force_vertical': str,
    # Unit of the force. Default: N.
    'force-unit': Literal['N'] | Literal['BW'] | Literal['%BW'],
    'force_unit': Literal['N'] | Literal['BW'] | Literal['%BW'],
    # Which body the force acts on: the head (pushed by the pelvis) or the cup (pushed by the femur). Default: head.
    'force-acts-on': Literal['head'] | Literal['cup'],
    'force_acts_on': Literal['head'] | Literal['cup'],
    # Use only the rows from this time on.
    'start': str,
    # Use only the rows up to this time.
    'end': str,
    # Whether the last row is the same instant of the cycle as the first (0 % and 100 %), as is usual. Default: True.
    'last-row-repeats-first': bool,
    'last_row_repeats_first': bool,
}, total=False)

ForceFile = TypedDict("ForceFile", {
    # Path of the file, relative to the study file.
    'path': Any,
    # Column of the time in seconds. Give this or `percent`.
    'time': str,
    # Column of the percentage of the cycle.
    'percent': str,
    # Column of the anterior component of the force; zero when absent.
    'force-anterior': str,
    'force_anterior': str,
    # Column of the superior component of the force.
    'force-superior': str,
    'force_superior': str,
    # Column of the lateral component of the force; zero when absent.
    'force-lateral': str,
    'force_lateral': str,
    # Column of the size of a vertical force, instead of the three components (as on simulators).
    'force-vertical': str,
    'force_vertical': str,
    # Unit of the force. Default: N.
    'force-unit': Literal['N'] | Literal['BW'] | Literal['%BW'],
    'force_unit': Literal['N'] | Literal['BW'] | Literal['%BW'],
    # Which body the force acts on: the head (pushed by the pelvis) or the cup (pushed by the femur). Default: head.
    'force-acts-on': Literal['head'] | Literal['cup'],
    'force_acts_on': Literal['head'] | Literal['cup'],
    # Use only the rows from this time on.
    'start': str,
    # Use only the rows up to this time.
    'end': str,
    # Whether the last row is the same instant of the cycle as the first (0 % and 100 %), as is usual. Default: True.
    'last-row-repeats-first': bool,
    'last_row_repeats_first': bool,
}, total=False)

ContactChoiceAutomatic = TypedDict("ContactChoiceAutomatic", {
    # What is chosen for the user has no parameters of its own.
    'automatic': Mapping[str, Any],
}, total=False)

ContactChoiceElasticFoundation = TypedDict("ContactChoiceElasticFoundation", {
    # Elastic foundation.
    'elastic-foundation': "ElasticFoundation",
    'elastic_foundation': "ElasticFoundation",
}, total=False)

ElasticFoundation = TypedDict("ElasticFoundation", {
    # How stiff the liner is. Default: confined.
    'stiffness': Literal['confined'] | Literal['spherical-shell'],
}, total=False)

ContactChoiceCalibrated = TypedDict("ContactChoiceCalibrated", {
    # The calibrated closed form has no parameters of its own.
    'calibrated': Mapping[str, Any],
}, total=False)

ContactChoiceHertz = TypedDict("ContactChoiceHertz", {
    # Hertz contact has no parameters of its own.
    'hertz': Mapping[str, Any],
}, total=False)

ContactChoiceFiniteElements = TypedDict("ContactChoiceFiniteElements", {
    # Finite elements of the liner. Its back, or that of the last layer behind it, is held.
    'finite-elements': "HipFiniteElements",
    'finite_elements': "HipFiniteElements",
}, total=False)

HipFiniteElements = TypedDict("HipFiniteElements", {
    # Cells of constant pressure from the pole to the rim, 12 to 96 (240 for one load along the axis of the cup). When
    # not given, as many as the patch under the largest load needs: 11 across half of it over a cycle, 18 under one
    # load, 60 under one along the axis of the cup.
    'cells': int,
    # Radius of the edge between bearing surface and rim face; without it and a chamfer, here or in the design, they
    # meet at a corner.
    'edge-radius': str,
    'edge_radius': str,
    # Width of a chamfer of 45 deg between bearing surface and rim face, instead of a radius.
    'chamfer': str,
    # Angle from the pole up to which the back of the cup is held (all of it when not given).
    'held-to': str,
    'held_to': str,
    # Whether the head is rigid; else it gives way as a solid ball of its material. Default: False.
    'rigid-head': bool,
    'rigid_head': bool,
    # Whether the compliance of the liner is interpolated between computed ones, to 0.3 % of those held out, instead
    # of computed: for studies of many that vary its thickness or Poisson's ratio, whose runs then share some dozen
    # compliances.
    'interpolate': bool,
}, total=False)

SurrogateFile = TypedDict("SurrogateFile", {
    # Path of the file, relative to the study file.
    'path': Any,
}, total=False)

DissipationChoiceHuntCrossley = TypedDict("DissipationChoiceHuntCrossley", {
    # Restitution of a hysteretic law.
    'hunt-crossley': "Restitution",
    'hunt_crossley': "Restitution",
}, total=False)

Restitution = TypedDict("Restitution", {
    # Coefficient of restitution, above 0 and at most 1. Default: 0.7.
    'restitution': float,
    # Impact speed below which the hysteresis factor no longer grows; also that of a contact present from the start.
    # Default: 100 mm/s.
    'slowest-impact': str,
    'slowest_impact': str,
}, total=False)

DissipationChoiceMarhefkaOrin = TypedDict("DissipationChoiceMarhefkaOrin", {
    # Restitution of a hysteretic law.
    'marhefka-orin': "Restitution",
    'marhefka_orin': "Restitution",
}, total=False)

DissipationChoiceHerbertMcwhannell = TypedDict("DissipationChoiceHerbertMcwhannell", {
    # Restitution of a hysteretic law.
    'herbert-mcwhannell': "Restitution",
    'herbert_mcwhannell': "Restitution",
}, total=False)

DissipationChoiceLeeWang = TypedDict("DissipationChoiceLeeWang", {
    # Restitution of a hysteretic law.
    'lee-wang': "Restitution",
    'lee_wang': "Restitution",
}, total=False)

DissipationChoiceLankaraniNikravesh = TypedDict("DissipationChoiceLankaraniNikravesh", {
    # Restitution of a hysteretic law.
    'lankarani-nikravesh': "Restitution",
    'lankarani_nikravesh': "Restitution",
}, total=False)

DissipationChoiceGonthier = TypedDict("DissipationChoiceGonthier", {
    # Restitution of a hysteretic law.
    'gonthier': "Restitution",
}, total=False)

DissipationChoiceZhangSharf = TypedDict("DissipationChoiceZhangSharf", {
    # Restitution of a hysteretic law.
    'zhang-sharf': "Restitution",
    'zhang_sharf': "Restitution",
}, total=False)

DissipationChoiceZhiyingQishao = TypedDict("DissipationChoiceZhiyingQishao", {
    # Restitution of a hysteretic law.
    'zhiying-qishao': "Restitution",
    'zhiying_qishao': "Restitution",
}, total=False)

DissipationChoiceFlores = TypedDict("DissipationChoiceFlores", {
    # Restitution of a hysteretic law.
    'flores': "Restitution",
}, total=False)

DissipationChoiceGharibHurmuzlu = TypedDict("DissipationChoiceGharibHurmuzlu", {
    # Restitution of a hysteretic law.
    'gharib-hurmuzlu': "Restitution",
    'gharib_hurmuzlu': "Restitution",
}, total=False)

DissipationChoiceExact = TypedDict("DissipationChoiceExact", {
    # Restitution of a hysteretic law.
    'exact': "Restitution",
}, total=False)

DissipationChoiceKelvinVoigt = TypedDict("DissipationChoiceKelvinVoigt", {
    # Linear damping.
    'kelvin-voigt': "KelvinVoigt",
    'kelvin_voigt': "KelvinVoigt",
}, total=False)

KelvinVoigt = TypedDict("KelvinVoigt", {
    # Damping coefficient D.
    'coefficient': str,
}, total=False)

DissipationChoiceScaledUnloading = TypedDict("DissipationChoiceScaledUnloading", {
    # A weaker push on the way out.
    'scaled-unloading': "ScaledUnloading",
    'scaled_unloading': "ScaledUnloading",
}, total=False)

ScaledUnloading = TypedDict("ScaledUnloading", {
    # c, above 0 and at most 1: the share of the force that is left on the way out. The speed that comes back is its
    # square root. Default: 0.7.
    'restitution': float,
    # Speed on the way out over which the factor falls from 1 to c; 0 m/s lets the force jump, as printed. Default: 1
    # mm/s.
    'transition-speed': str,
    'transition_speed': str,
}, total=False)

DissipationChoiceStandardLinearSolid = TypedDict("DissipationChoiceStandardLinearSolid", {
    # A contact that relaxes.
    'standard-linear-solid': "StandardLinearSolid",
    'standard_linear_solid': "StandardLinearSolid",
}, total=False)

StandardLinearSolid = TypedDict("StandardLinearSolid", {
    # g, between 0 and 1: the share of the force that is left after a long time. Default: 0.064.
    'relaxed-share': float,
    'relaxed_share': float,
    # τ: after this time under a constant indentation, all but 1/e of what relaxes has relaxed. Default: 224 ms.
    'time': str,
}, total=False)

HipFrictionChoiceCoulomb = TypedDict("HipFrictionChoiceCoulomb", {
    # Coulomb friction.
    'coulomb': "CoulombFriction",
}, total=False)

CoulombFriction = TypedDict("CoulombFriction", {
    # Static coefficient, at least the dynamic one; the same as the dynamic one when only that is given.
    'static': float,
    # Dynamic coefficient; the same as the static one when only that is given. When neither is, a hip has 0.07 and a
    # knee 0.01; other joints need one of them.
    'dynamic': float,
    # Sliding speed at which the static coefficient is reached. Default: 1 mm/s.
    'transition-speed': str,
    'transition_speed': str,
}, total=False)

HipFrictionChoiceCompliant = TypedDict("HipFrictionChoiceCompliant", {
    # Friction with tangential compliance: f = k a (δ/a)^b and a damper 1.5 α f dδ/dt, up to the limit μ N.
    'compliant': "CompliantFriction",
}, total=False)

CompliantFriction = TypedDict("CompliantFriction", {
    # μ, of sticking and of slipping.
    'coefficient': float,
    # k: tangential force per deformation, at the deformation `at`. A round Hertz patch of radius a that sticks has 8
    # a G* (Mindlin 1949).
    'stiffness': str,
    # b, 1 or more; 1 is a linear spring. Default: 1.0.
    'exponent': float,
    # a: where the stiffness was measured; needed when the exponent is not 1.
    'at': str,
    # α, more than zero: while it slips, the deformation δ follows the limit within about 1.5 α δ/b.
    'damping': str,
}, total=False)

Wear = TypedDict("Wear", {
    # The wear law. Default: archard.
    'law': Literal['archard'] | Literal['kang'] | Literal['liu'] | Literal['wang'] | Literal['memory'] | Literal['energy'],
    # Worn volume per load and sliding distance. When not given, that of the liner's material: 1e-6 mm^3/(N m) for
    # conventional polyethylene, which gives the volumes measured on simulators with 28 mm heads, less for cross-
    # linked.
    'factor': str,
    # Worn volume of the head per load and sliding distance, in a lifetime, where it wears as well. When not given:
    # that of the cup where both are of one hard material whose wear is known (CoCr, alumina), none on polyethylene.
    'head-factor': str,
    'head_factor': str,
}, total=False)

HipLifetime = TypedDict("HipLifetime", {
    # How many cycles, for example "10 million". Default: 10 million.
    'cycles': str | float,
    # Cycles at which pictures are made; 0, 1, 2, 5 and 10 million and the end when not given.
    'at': Sequence[str | float],
    # Error allowed in a step, of the worn volume as a share of itself; three times as much of the depth. Default:
    # 0.01.
    'tolerance': float,
    # Whether polyethylene creeps as well. Default: True.
    'creep': bool,
    # Tells the surface of its wear every so many cycles, as most of the literature does ("0.5 million"), instead of
    # steps that are chosen by their error; without an estimate of the error, and without checkpoints.
    'updates': str | float,
    # Running in: faster wear at first. When not given, that of the pair where it is known (CoCr on CoCr), else none.
    'run-in': "RunIn",
    'run_in': "RunIn",
    # Spreads what a cycle takes off the cup over its neighbourhood by a Gaussian of this width, without losing
    # volume: for laws that let differences between elements grow (Kang above 3.4 MPa) or leap at the edge of the
    # patch (Liu).
    'smoothing': str,
    # A mix of shipped load cycles instead of the one of the activity; the shares add up to 1.
    'activities': Sequence["HipActivityShare"],
    # Medial-lateral mismatch of the centres (ISO 14242-4 style, recalled): a spring draws the head this far out
    # laterally.
    'mismatch': str,
    # Stiffness of that spring, 100 N/mm when not given.
    'mismatch-stiffness': str,
    'mismatch_stiffness': str,
    # Load to which the lightest load of the cycle is lowered; the heaviest stays, those between follow.
    'swing-load': str,
    'swing_load': str,
}, total=False)

RunIn = TypedDict("RunIn", {
    # How many times as fast as later on.
    'times': float,
    # Cycles after which what is more has fallen to 1/e.
    'cycles': str | float,
}, total=False)

HipActivityShare = TypedDict("HipActivityShare", {
    # Name of a shipped load cycle (`synovia list`).
    'cycle': str,
    # Its share of all cycles.
    'share': float,
}, total=False)

ExperimentChoiceStatic = TypedDict("ExperimentChoiceStatic", {
    # One load.
    'static': "Static",
}, total=False)

Static = TypedDict("Static", {
    # Force that presses the head into the cup. Default: 500 N.
    'load': str,
    # Angle between the load and the axis of the cup, towards the superior rim: 0 presses on the bottom of the cup.
    # Default: 0 deg.
    'load-tilt': str,
    'load_tilt': str,
}, total=False)

ExperimentChoiceQuasiStatic = TypedDict("ExperimentChoiceQuasiStatic", {
    # Equilibrium at every instant.
    'quasi-static': "QuasiStatic",
    'quasi_static': "QuasiStatic",
}, total=False)

QuasiStatic = TypedDict("QuasiStatic", {
    # Whether the weight of the head acts. Default: True.
    'gravity': bool,
}, total=False)

ExperimentChoiceDynamic = TypedDict("ExperimentChoiceDynamic", {
    # Equations of motion.
    'dynamic': "Dynamic",
}, total=False)

Dynamic = TypedDict("Dynamic", {
    # Time scheme. Default: rosenbrock.
    'scheme': Literal['rosenbrock'] | Literal['rkf45'] | Literal['dormand-prince'] | Literal['bdf'],
    # Error allowed in a step: of the position as a share of the indentation, of the velocity as a share of the
    # sliding speed. Default: 1e-06.
    'tolerance': float,
    # A step shorter than this is an error (Askari2018 uses 100 ns). Default: 0.001 ns.
    'smallest-step': str,
    'smallest_step': str,
    # Where the head starts. Default: equilibrium.
    'start': Literal['equilibrium'] | Literal['centre'],
    # Most cycles to run; the last one is reported. Default: 5.
    'most-cycles': int,
    'most_cycles': int,
    # Stop early when the motion repeats within this share of the peak indentation. Default: 0.001.
    'periodic-within': float,
    'periodic_within': float,
    # Whether the weight of the head acts. Default: True.
    'gravity': bool,
}, total=False)

Output = TypedDict("Output", {
    # Instants over the cycle at which everything is recorded, both ends included. Default: 101.
    'frames': int,
    # Elements on the cup. Default: 8100.
    'elements': int,
}, total=False)

Parameters2 = TypedDict("Parameters2", {
    # The leg below the knee, and where it starts.
    'tibia': "Tibia",
    # The push that makes it move.
    'pulse': "Pulse",
    # Its weight.
    'gravity': "Gravity",
    # Laws, geometries and materials of the contact; lists are compared with each other.
    'contact': "Contact2",
    # Where the surfaces are.
    'surfaces': "Surfaces",
    # Friction between the surfaces. Default: none.
    'friction': Literal['none'] | "FrictionChoiceCoulomb" | "FrictionChoiceCompliant",
    # When a knee counts as dislocated.
    'dislocation': "Dislocation",
    # How long to run, and how.
    'time': "Timing",
    # A kneecap with its tendon and the quadriceps; without this table there is none, as in Machado2011.
    # `[knee.patella]` alone takes the defaults.
    'patella': "Patella",
    # What holds the knee together (Machado2011, Table 1). Give all of them, or none for these.
    'ligaments': Sequence["Ligament"],
}, total=False)

Tibia = TypedDict("Tibia", {
    # Mass of shank and foot. Not printed in Machado2011; this is what Moeinzadeh 1983 is recalled to use. Default: 4
    # kg.
    'mass': str,
    # Moment of inertia about the centre of mass. Not printed in Machado2011 either. Default: 0.1 kg m^2.
    'moment-of-inertia': str,
    'moment_of_inertia': str,
    # Flexion at the start; the knee is straight at 0. Default: 54.79 deg.
    'flexion': str,
    # Where the centre of mass starts, anterior and proximal in the femur's axes. At 54.79 deg this place gives all
    # four ligaments their unstrained length within 0.04 mm; Machado2011 does not print it.
    'centre-of-mass': Sequence[str],
    'centre_of_mass': Sequence[str],
}, total=False)

Pulse = TypedDict("Pulse", {
    # A. The force reaches 0.532 A, at 0.278 of the duration. Default: 50 N.
    'amplitude': str,
    # d. Default: 100 ms.
    'duration': str,
    # Angle from the tibia's proximal axis, towards posterior: 0 pushes the tibia onto the femur (Machado2011), -90
    # deg pushes it forwards (Moeinzadeh 1983). Default: 0 deg.
    'direction': str,
    # Whether the direction turns with the tibia, or stays as it is at the start. Default: True.
    'turns-with-tibia': bool,
    'turns_with_tibia': bool,
}, total=False)

Gravity = TypedDict("Gravity", {
    # Acceleration; 0 m/s^2 for none. Default: 9.80665 m/s^2.
    'acceleration': str,
    # Angle from the femur's anterior axis, towards proximal: -90 deg points along the femur to the knee, as in a
    # person who stands or hangs upright. Default: -90 deg.
    'direction': str,
}, total=False)

Contact2 = TypedDict("Contact2", {
    # How the contact pushes back and what it loses: names, or laws of your own. The first is the one that other lists
    # are compared with.
    'laws': Sequence[Literal['hertz'] | Literal['hunt-crossley'] | Literal['marhefka-orin'] | Literal['herbert-mcwhannell'] | Literal['lee-wang'] | Literal['lankarani-nikravesh'] | Literal['gonthier'] | Literal['zhang-sharf'] | Literal['zhiying-qishao'] | Literal['flores'] | Literal['gharib-hurmuzlu'] | Literal['exact'] | Literal['kelvin-voigt'] | Literal['scaled-unloading'] | Literal['standard-linear-solid'] | "GivenKneeLaw"],
    # Shapes of condyle and plateau. The first is the one that other lists are compared with.
    'geometries': Sequence[Literal['sphere-plane'] | Literal['convex-convex'] | Literal['convex-concave'] | Literal['profiles'] | Literal['two-condyles']],
    # What condyle and plateau are made of. The first is the one that other lists are compared with.
    'materials': Sequence[str | "GivenKneeMaterials"],
    # Which combinations of the lists are run. Default: one-at-a-time.
    'combine': Literal['one-at-a-time'] | Literal['all'],
    # Which radii the geometries have: those that give the stiffnesses of Table 2 of Machado2011, or those printed
    # above them. Default: corrected.
    'radii': Literal['corrected'] | Literal['as-printed'],
    # Coefficient of restitution of the laws that are named, above 0 and at most 1. Default: 0.616.
    'restitution': float,
    # Impact speed below which a dissipative law no longer grows; also that of a contact present from the start.
    # Default: 10 mm/s.
    'slowest-impact': str,
    'slowest_impact': str,
    # Damping coefficient of the law kelvin-voigt. Default: 100 N s/m.
    'damping': str,
    # Share of the force that the law standard-linear-solid keeps after a long time. The material's modulus is that of
    # a fast indentation. Woo 1980 is recalled to have measured 0.064 on cartilage. Default: 0.064.
    'relaxed-share': float,
    'relaxed_share': float,
    # Time of its relaxation: the middle of Woo's spectrum, which reaches from 0.006 to 8.38 s. Default: 224 ms.
    'relaxation-time': str,
    'relaxation_time': str,
}, total=False)

GivenKneeLaw = TypedDict("GivenKneeLaw", {
    # What to call it in the results: small letters, digits and dashes.
    'name': str,
    # How it pushes back; Hertz when left out.
    'elastic': "ElasticLawChoiceLinear" | "ElasticLawChoiceHertz" | "ElasticLawChoiceEllipticHertz" | "ElasticLawChoiceDoubleLayer" | "ElasticLawChoiceElasticFoundation" | "ElasticLawChoiceThinLayer" | "ElasticLawChoiceJkr" | "ElasticLawChoiceDmt",
    # What it loses; nothing when left out. Default: none.
    'dissipation': Literal['none'] | "DissipationChoiceHuntCrossley" | "DissipationChoiceMarhefkaOrin" | "DissipationChoiceHerbertMcwhannell" | "DissipationChoiceLeeWang" | "DissipationChoiceLankaraniNikravesh" | "DissipationChoiceGonthier" | "DissipationChoiceZhangSharf" | "DissipationChoiceZhiyingQishao" | "DissipationChoiceFlores" | "DissipationChoiceGharibHurmuzlu" | "DissipationChoiceExact" | "DissipationChoiceKelvinVoigt" | "DissipationChoiceScaledUnloading" | "DissipationChoiceStandardLinearSolid",
}, total=False)

ElasticLawChoiceLinear = TypedDict("ElasticLawChoiceLinear", {
    # A linear law.
    'linear': "LinearLaw",
}, total=False)

LinearLaw = TypedDict("LinearLaw", {
    # k.
    'stiffness': str,
}, total=False)

ElasticLawChoiceHertz = TypedDict("ElasticLawChoiceHertz", {
    # Hertz's law. Give the stiffness, or materials and radius, as far as the joint does not say them.
    'hertz': "HertzLaw",
}, total=False)

HertzLaw = TypedDict("HertzLaw", {
    # K, instead of materials and radius.
    'stiffness': str,
    # What the first and the second surface are made of; those of the joint when left out.
    'materials': Sequence[str | "GivenMaterial"],
    # Relative radius R, 1/R = 1/R₁ + 1/R₂ (a socket counts negative); that of the outlines, as spheres, when left
    # out.
    'radius': str,
}, total=False)

ElasticLawChoiceEllipticHertz = TypedDict("ElasticLawChoiceEllipticHertz", {
    # Hertz's law for bodies that are curved differently along the plane and across it.
    'elliptic-hertz': "EllipticHertzLaw",
    'elliptic_hertz': "EllipticHertzLaw",
}, total=False)

EllipticHertzLaw = TypedDict("EllipticHertzLaw", {
    # Relative radius across the plane of motion.
    'radius-across': str,
    'radius_across': str,
    # Relative radius in the plane of motion; that of the outlines when left out.
    'radius': str,
    # What the first and the second surface are made of; those of the joint when left out.
    'materials': Sequence[str | "GivenMaterial"],
}, total=False)

ElasticLawChoiceDoubleLayer = TypedDict("ElasticLawChoiceDoubleLayer", {
    # A layer over another one, both after Hertz.
    'double-layer': "DoubleLayerLaw",
    'double_layer': "DoubleLayerLaw",
}, total=False)

DoubleLayerLaw = TypedDict("DoubleLayerLaw", {
    # Indentation h at which the first layer is used up.
    'thickness': str,
    # The layer that is touched first.
    'first': "HertzLaw",
    # The layer beneath it.
    'second': "HertzLaw",
}, total=False)

ElasticLawChoiceElasticFoundation = TypedDict("ElasticLawChoiceElasticFoundation", {
    # Layers as independent springs.
    'elastic-foundation': "ElasticFoundationLaw",
    'elastic_foundation': "ElasticFoundationLaw",
}, total=False)

ElasticFoundationLaw = TypedDict("ElasticFoundationLaw", {
    # The layers, in series.
    'layers': Sequence["FoundationLayer"],
    # Relative radius of a small patch; that of the outlines when left out. A ball in a socket that are given as
    # outlines needs no small patch.
    'radius': str,
    # Length of a pin in its hole: a circle in a socket is then a cylinder, not a ball.
    'length': str,
}, total=False)

FoundationLayer = TypedDict("FoundationLayer", {
    # Its thickness.
    'thickness': str,
    # What it is made of; when left out, the first layer is of the material of the first surface, the second of that
    # of the second.
    'material': str | "GivenMaterial",
    # How stiff it is. Default: confined.
    'stiffness': Literal['confined'] | Literal['spherical-shell'],
}, total=False)

ElasticLawChoiceThinLayer = TypedDict("ElasticLawChoiceThinLayer", {
    # Thin layers by simplified elasticity.
    'thin-layer': "ThinLayerLaw",
    'thin_layer': "ThinLayerLaw",
}, total=False)

ThinLayerLaw = TypedDict("ThinLayerLaw", {
    # The layers of both bodies; what they give way adds up.
    'layers': Sequence["BondedLayer"],
    # Relative radius; that of the outlines when left out.
    'radius': str,
}, total=False)

BondedLayer = TypedDict("BondedLayer", {
    # Its thickness.
    'thickness': str,
    # What it is made of; when left out, the first layer is of the material of the first surface, the second of that
    # of the second.
    'material': str | "GivenMaterial",
}, total=False)

ElasticLawChoiceJkr = TypedDict("ElasticLawChoiceJkr", {
    # Surfaces that stick together.
    'jkr': "AdhesionLaw",
}, total=False)

AdhesionLaw = TypedDict("AdhesionLaw", {
    # Work of adhesion: what it takes to make both surfaces anew, 0.05 J/m^2 between clean soft bodies.
    'work': str,
    # What the first and the second surface are made of; those of the joint when left out.
    'materials': Sequence[str | "GivenMaterial"],
    # Relative radius; that of the outlines, as spheres, when left out.
    'radius': str,
}, total=False)

ElasticLawChoiceDmt = TypedDict("ElasticLawChoiceDmt", {
    # Surfaces that stick together.
    'dmt': "AdhesionLaw",
}, total=False)

GivenKneeMaterials = TypedDict("GivenKneeMaterials", {
    # What to call it in the results: small letters, digits and dashes.
    'name': str,
    # Surface of the condyle.
    'femur': str | "GivenMaterial",
    # Surface of the plateau.
    'tibia': str | "GivenMaterial",
    # What begins where the surface layer is used up (Machado2011, Eq. 21).
    'beneath': "Beneath",
}, total=False)

Beneath = TypedDict("Beneath", {
    # Indentation at which it begins.
    'depth': str,
    # Of the condyle.
    'femur': str | "GivenMaterial",
    # Of the plateau.
    'tibia': str | "GivenMaterial",
}, total=False)

Surfaces = TypedDict("Surfaces", {
    # Centre of the condyle in the femur's axes, before it is moved: that of a circle of 30.4 mm fitted to the femoral
    # profile of Moeinzadeh 1983.
    'condyle-centre': Sequence[str],
    'condyle_centre': Sequence[str],
    # How far the plateau is proximal of the tibia's centre of mass, at its axis. Default: 213.6 mm.
    'plateau-height': str,
    'plateau_height': str,
    # How much it falls towards posterior. Default: 1.69 deg.
    'plateau-slope': str,
    'plateau_slope': str,
    # Radius of the condyle instead of that of the geometry.
    'condyle-radius': str,
    'condyle_radius': str,
    # Radius of a convex or concave plateau instead of that of the geometry.
    'plateau-radius': str,
    'plateau_radius': str,
    # Geometry `profiles`: depth of the condyle below the notch as a polynomial of x, in metres, the constant first
    # (Moeinzadeh 1983, as recalled).
    'condyle-profile': Sequence[float],
    'condyle_profile': Sequence[float],
    # Geometry `profiles`: height of the plateau over the centre of mass as a polynomial of the distance towards
    # posterior, in metres, the constant first (Moeinzadeh 1983, as recalled).
    'plateau-profile': Sequence[float],
    'plateau_profile': Sequence[float],
}, total=False)

FrictionChoiceCoulomb = TypedDict("FrictionChoiceCoulomb", {
    # Coulomb friction.
    'coulomb': "CoulombFriction",
}, total=False)

FrictionChoiceCompliant = TypedDict("FrictionChoiceCompliant", {
    # Friction with tangential compliance: f = k a (δ/a)^b and a damper 1.5 α f dδ/dt, up to the limit μ N.
    'compliant': "CompliantFriction",
}, total=False)

Dislocation = TypedDict("Dislocation", {
    # The surfaces are this far apart. Default: 10 mm.
    'gap': str,
    # The surfaces are this deep in each other: far beyond any cartilage, the bones have gone through each other.
    # Default: 20 mm.
    'depth': str,
    # The contact is beyond these places on the plateau, the anterior and the posterior one, towards posterior from
    # the tibia's axis.
    'plateau': Sequence[str],
}, total=False)

Timing = TypedDict("Timing", {
    # Duration of the run. Default: 400 ms.
    'duration': str,
    # Time between reported instants; the integrator chooses its own steps (Machado2011 steps by 0.1 ms). Default: 100
    # us.
    'interval': str,
    # Whether to stop when the knee is straight: Machado2011 leaves hyperextension out. Default: True.
    'stop-when-straight': bool,
    'stop_when_straight': bool,
    # Time scheme. Default: dormand-prince.
    'scheme': Literal['dormand-prince'] | Literal['rkf45'] | Literal['rosenbrock'] | Literal['bdf'],
    # Error allowed in a step, relative and in metres and radians. Default: 1e-10.
    'tolerance': float,
}, total=False)

Patella = TypedDict("Patella", {
    # Mass. Default: 100 g.
    'mass': str,
    # Moment of inertia about the centre of mass. Default: 1.7e-5 kg m^2.
    'moment-of-inertia': str,
    'moment_of_inertia': str,
    # Centre of the groove in the femur's axes, anterior and proximal.
    'groove-centre': Sequence[str],
    'groove_centre': Sequence[str],
    # Radius of the groove. Default: 32 mm.
    'groove-radius': str,
    'groove_radius': str,
    # How far its flat back is behind its centre of mass. Default: 14 mm.
    'back': str,
    # Where the patellar tendon begins, below the centre of mass (a positive length). Default: 20 mm.
    'apex': str,
    # Where the quadriceps ends, above the centre of mass. Default: 16 mm.
    'base': str,
    # Where the patellar tendon ends on the tibia, proximal and posterior of the tibia's centre of mass.
    'tuberosity': Sequence[str],
    # Unstrained length of the patellar tendon. Default: 56 mm.
    'tendon-length': str,
    'tendon_length': str,
    # Stiffness of the patellar tendon. Default: 1000 N/mm.
    'tendon-stiffness': str,
    'tendon_stiffness': str,
    # A point of the line of action of the quadriceps, in the femur's axes.
    'quadriceps-origin': Sequence[str],
    'quadriceps_origin': Sequence[str],
    # Tension of the quadriceps, constant. Default: 200 N.
    'quadriceps-force': str,
    'quadriceps_force': str,
}, total=False)

Ligament = TypedDict("Ligament", {
    # What to call it in the results: small letters, digits and dashes.
    'name': str,
    # Where it begins on the femur, anterior and proximal.
    'femur': Sequence[str],
    # Where it ends on the tibia, proximal and posterior of the centre of mass.
    'tibia': Sequence[str],
    # l0.
    'length': str,
    # k of a quadratic ligament, force per square of the elongation: 35 000 kN/m^2 is "35 N/mm^2".
    'stiffness': str,
    # k of a linear ligament, force per elongation: "70 N/mm". Instead of `stiffness`.
    'linear-stiffness': str,
    'linear_stiffness': str,
}, total=False)

LinerParameters = TypedDict("LinerParameters", {
    # The liner.
    'cup': "LinerCup",
    # The head.
    'head': "LinerHead",
    # How finely the liner is divided.
    'mesh': "LinerMesh",
    # What to compute.
    'experiment': "LinerExperimentChoiceStatic" | "LinerExperimentChoiceWear",
    # How finely to report.
    'output': "LinerOutput",
}, total=False)

LinerCup = TypedDict("LinerCup", {
    # Inner diameter. Default: 28 mm.
    'inner-diameter': str,
    'inner_diameter': str,
    # Thickness. Default: 14 mm.
    'thickness': str,
    # Full opening angle: 180 deg is a hemisphere. Default: 180 deg.
    'coverage': str,
    # What it is made of; its density gives it its inertia.
    'material': str | "GivenMaterial",
    # How its stress follows its strain. Default: linear.
    'law': Literal['linear'] | Literal['st-venant-kirchhoff'] | Literal['neo-hookean'],
    # What holds it. Default: cemented.
    'held': Literal['cemented'] | Literal['guided'],
}, total=False)

LinerHead = TypedDict("LinerHead", {
    # Radial clearance, cup radius minus head radius. Jourdan2009 does not print it. Default: 100 um.
    'clearance': str,
    # Mass that moves against the other side: that of the cup in Jourdan2009, where the head is held and the cup
    # slides. Default: 37.7 g.
    'mass': str,
    # Coefficient of friction. Default: 0.07.
    'friction': float,
}, total=False)

LinerMesh = TypedDict("LinerMesh", {
    # The element. With the default numbers "tet4" gives 1536 of them (Jourdan2009 has 1562). Default: tet4.
    'element': Literal['tet4'] | Literal['hex8'] | Literal['hex20'],
    # Cells on half a side of the patch around the pole. Default: 2.
    'patch-cells': int,
    'patch_cells': int,
    # Rings of cells between patch and rim. Default: 3.
    'ring-cells': int,
    'ring_cells': int,
    # Cells through the thickness. Default: 4.
    'layers': int,
    # A mesh of your own, instead of one that is made here.
    'file': "LinerMeshFile",
}, total=False)

LinerMeshFile = TypedDict("LinerMeshFile", {
    # Path of the file, relative to the study file.
    'path': Any,
    # Unit of its coordinates. Default: m.
    'unit': Literal['m'] | Literal['mm'],
    # Surface, physical group or node set that the head touches. Default: inner.
    'inner': str,
    # Surface, physical group or node set that is held. Default: outer.
    'outer': str,
}, total=False)

LinerExperimentChoiceStatic = TypedDict("LinerExperimentChoiceStatic", {
    # One load.
    'static': "LinerStatic",
}, total=False)

LinerStatic = TypedDict("LinerStatic", {
    # Force that presses the head into the cup. Default: 1500 N.
    'load': str,
    # Angle between the load and the axis of the cup: 0 presses on the bottom of the cup. Default: 0 deg.
    'load-tilt': str,
    'load_tilt': str,
    # How the head is kept out of the liner. Default: exact.
    'contact': Literal['exact'] | "LinerContactMethodChoicePenalty" | "LinerContactMethodChoiceAugmentedLagrangian",
}, total=False)

LinerContactMethodChoicePenalty = TypedDict("LinerContactMethodChoicePenalty", {
    # A penalty.
    'penalty': "LinerPenalty",
}, total=False)

LinerPenalty = TypedDict("LinerPenalty", {
    # Stiffness of the springs, in multiples of E/t of the first layer of elements, t thick. Default: 100.0.
    'factor': float,
}, total=False)

LinerContactMethodChoiceAugmentedLagrangian = TypedDict("LinerContactMethodChoiceAugmentedLagrangian", {
    # An augmented Lagrangian.
    'augmented-lagrangian': "LinerAugmentedLagrangian",
    'augmented_lagrangian': "LinerAugmentedLagrangian",
}, total=False)

LinerAugmentedLagrangian = TypedDict("LinerAugmentedLagrangian", {
    # Stiffness of the springs, in multiples of E/t of the first layer of elements, t thick. Default: 10.0.
    'factor': float,
    # Depth at which it ends. Default: 1 nm.
    'penetration': str,
    # Most augmentations. Default: 50.
    'most': int,
}, total=False)

LinerExperimentChoiceWear = TypedDict("LinerExperimentChoiceWear", {
    # Cycles of load and motion with friction and wear.
    'wear': "LinerWear",
}, total=False)

LinerWear = TypedDict("LinerWear", {
    # Load and rotations over a cycle.
    'motion': "LinerMotionChoiceHarmonic" | "LinerMotionChoiceCycle" | "LinerMotionChoiceOwn",
    # Cycles to compute. Default: 1.
    'cycles': int,
    # Time steps of a cycle. Default: 1000.
    'steps': int,
    # Worn volume per load and sliding distance. When not given, that of the cup's material: 0.4e-6 mm^3/(N m) for
    # conventional polyethylene (Jourdan2009), less for cross-linked.
    'factor': str,
    # Cycles that each computed cycle stands for: the wear factor is multiplied by it. Default: 1000000.0.
    'amplification': float,
    # When worn depth reaches the gap. Default: implicit.
    'coupling': Literal['implicit'] | "LinerCouplingChoiceExplicit",
    # Weight of the end of a step, from 0.5 (conserves energy) to 1 (damps most). Default: 0.6.
    'theta': float,
    # Depth, as a share of the first layer of elements, after which interior nodes make room; 0 for never. Default:
    # 0.2.
    'renewal': float,
    # Residual of the contact problem that counts as none, as a share of the contact forces. Default: 1e-08.
    'tolerance': float,
    # How the contact problem of a step is solved. Default: newton.
    'solver': Literal['newton'] | Literal['gauss-seidel'] | Literal['gradient'],
    # How the wear factor follows the pressure; a constant when not given.
    'pressure': "LinerPressureDependence",
    # How the wear factor differs over the liner; the same everywhere when not given.
    'place': "LinerPlaceDependence",
    # Wear factor of the head, where it wears with the liner: its depth turns with it, and the gap sees both.
    'head-factor': str,
    'head_factor': str,
}, total=False)

LinerMotionChoiceHarmonic = TypedDict("LinerMotionChoiceHarmonic", {
    # F(t) = F0 + (peak - F0)/2 (1 + cos(4 pi f t + pi)): two peaks a cycle; each rotation is one harmonic a cycle.
    # The ends of the rotations are those that Johnston and Smidt are quoted with; the load is chosen so that load
    # times sliding is near the 47 N m that Jourdan2009's wear implies. Neither is printed there.
    'harmonic': "LinerHarmonic",
}, total=False)

LinerHarmonic = TypedDict("LinerHarmonic", {
    # Cycles a second: 100 in Jourdan2009, to save time; 1 when walking. Default: 100 Hz.
    'frequency': str,
    # Largest load. Default: 2400 N.
    'peak-load': str,
    'peak_load': str,
    # Least load, F0. Default: 350 N.
    'least-load': str,
    'least_load': str,
    # Angle between the load and the axis of the cup, towards what is anterior; a guided cup is loaded along its axis.
    # Default: 0 deg.
    'load-tilt': str,
    'load_tilt': str,
    # Flexion, at the beginning of the cycle. Default: 37 deg.
    'flexion': str,
    # Extension, half a cycle later. Default: 15 deg.
    'extension': str,
    # Adduction. Default: 5 deg.
    'adduction': str,
    # Abduction, half a cycle later. Default: 7 deg.
    'abduction': str,
    # When adduction is largest, as a share of the cycle. Default: 0.25.
    'adduction-at': float,
    'adduction_at': float,
    # Internal rotation. Default: 5 deg.
    'internal': str,
    # External rotation, half a cycle later. Default: 9 deg.
    'external': str,
    # When internal rotation is largest, as a share of the cycle. Default: 0.5.
    'internal-at': float,
    'internal_at': float,
}, total=False)

LinerMotionChoiceCycle = TypedDict("LinerMotionChoiceCycle", {
    # A shipped load cycle.
    'cycle': "LinerCycle",
}, total=False)

LinerCycle = TypedDict("LinerCycle", {
    # Its name. Default: walking.
    'name': str,
    # Body weight. Default: 836 N.
    'body-weight': str,
    'body_weight': str,
    # Duration of one cycle instead of that of the data.
    'duration': str,
    # Radiographic inclination of the cup (Murray 1993). Default: 45 deg.
    'inclination': str,
    # Radiographic anteversion of the cup (Murray 1993). Default: 0 deg.
    'anteversion': str,
}, total=False)

LinerMotionChoiceOwn = TypedDict("LinerMotionChoiceOwn", {
    # A load cycle of your own: CSV, or OpenSim `.mot` or `.sto`, with the columns and units of a hip's activity.
    'own': "LinerOwnCycle",
}, total=False)

LinerOwnCycle = TypedDict("LinerOwnCycle", {
    # The table with angles, and forces unless they have one of their own.
    'file': "CycleFile",
    # The forces, where they stand in another table.
    'force-file': "ForceFile",
    'force_file': "ForceFile",
    # Duration of one cycle instead of that of the data.
    'duration': str,
    # Body weight, for forces in multiples of it. Default: 836 N.
    'body-weight': str,
    'body_weight': str,
    # Radiographic inclination of the cup (Murray 1993). Default: 45 deg.
    'inclination': str,
    # Radiographic anteversion of the cup (Murray 1993). Default: 0 deg.
    'anteversion': str,
}, total=False)

LinerCouplingChoiceExplicit = TypedDict("LinerCouplingChoiceExplicit", {
    'explicit': int,
}, total=False)

LinerPressureDependence = TypedDict("LinerPressureDependence", {
    # Pressure at which the factor is `factor`.
    'reference': str,
    # m: 0 is a constant; negative where a higher pressure wears relatively less.
    'exponent': float,
    # Pressures below count as this one: with a negative exponent the factor would have no end. Default: 100 kPa.
    'least': str,
    # Pressures above count as this one. Default: 1 GPa.
    'most': str,
}, total=False)

LinerPlaceDependence = TypedDict("LinerPlaceDependence", {
    # Angles from the pole, increasing.
    'angles': Sequence[str],
    # What the wear factor is multiplied by at each.
    'times': Sequence[float],
}, total=False)

LinerOutput = TypedDict("LinerOutput", {
    # Instants at which everything is recorded, both ends included; those of the greatest contact force and pressure
    # are added. Default: 101.
    'frames': int,
}, total=False)

KneeReplacement = TypedDict("KneeReplacement", {
    # The two parts and what the insert is made of.
    'implant': "KneeImplant",
    # How the insert pushes back. Default: linear.
    'contact': Literal['linear'] | Literal['logarithmic'] | "KneeReplacementContactChoiceModified" | "KneeReplacementContactChoiceFiniteElements",
    # A fitted surrogate that stands for the contact in equilibrium: faster, less exact, without maps and wear.
    # Outside of its domain the contact itself is asked, and counted.
    'surrogate': "SurrogateFile",
    # Friction between the parts. Default: none.
    'friction': Literal['none'] | "KneeReplacementFrictionChoiceCoulomb",
    # Pose and load over one cycle.
    'activity': "KneeActivity",
    # What to compute.
    'experiment': "KneeExperimentChoiceMeasuredPose" | "KneeExperimentChoiceLoadDriven",
    # How the insert wears.
    'wear': "KneeWear",
    # A lifetime of wear, on a surface that changes: volume, depth, creep and penetration over the cycles.
    'lifetime': "KneeLifetime",
    # How finely to compute and to report.
    'output': "KneeReplacementOutput",
}, total=False)

KneeImplant = TypedDict("KneeImplant", {
    # An implant by its radii; the default design when no files are given either.
    'design': "KneeDesign",
    # Surface of the femoral component, in a file of your own.
    'femoral': "PartFile",
    # Bearing surface of the tibial insert.
    'insert': "PartFile",
    # Which axes of the files point anterior, superior and lateral, for example ["-x", "y", "-z"]; ["x", "y", "z"]
    # when not given.
    'axes': Sequence[str],
    # Whether facets are rounded through the normals of their corners, or taken flat as they are. Default: curved.
    'facets': Literal['curved'] | Literal['flat'],
    # Thickness of the insert of a file, the same everywhere; a design has its own. Give this or `underside`; 8 mm
    # when neither is given.
    'thickness': str,
    # Height of the insert's flat underside in its own axes: the thickness then varies over the surface.
    'underside': str,
    # What the insert is made of. Default: UHMWPE.
    'material': str | "GivenMaterial",
    # A soft layer on the femoral component, such as cartilage or another polymer: both layers give way in series.
    # Rigid when not given.
    'femoral-layer': "FemoralLayer",
    'femoral_layer': "FemoralLayer",
    # Named boxes in which the contact is added up; medial and lateral of the plane through the middle of the insert
    # when none is given.
    'regions': Sequence["RegionInput"],
}, total=False)

KneeDesign = TypedDict("KneeDesign", {
    # Both condyles, or one of them: a unicondylar implant. Default: both.
    'compartments': Literal['both'] | Literal['medial'] | Literal['lateral'],
    # Distance of the middles of the condyles, and of the plateaus. Default: 46 mm.
    'spacing': str,
    # Angle by which condyles and plateaus point inwards at the front. Default: 0 deg.
    'toe-in': str,
    'toe_in': str,
    # The condyles; both, unless `lateral-femoral` changes the lateral one.
    'femoral': "KneeCondyle",
    # What is different on the lateral condyle.
    'lateral-femoral': "KneeCondyleChange",
    'lateral_femoral': "KneeCondyleChange",
    # The plateaus of the insert; both, unless `lateral-insert` changes the lateral one.
    'insert': "KneePlateau",
    # What is different on the lateral plateau. Where the plateaus differ they meet at the eminence in a step.
    'lateral-insert': "KneePlateauChange",
    'lateral_insert': "KneePlateauChange",
    # Posterior slope of the bearing surface, about the dwell points. Default: 0 deg.
    'slope': str,
    # Thickness of the insert at its thinnest place. Default: 8 mm.
    'thickness': str,
    # How far the dwell points lie in front of the middle of the insert; negative behind it. Default: -3 mm.
    'dwell': str,
    # Radius of the crest between the plateaus; its height follows. Default: 8 mm.
    'eminence-radius': str,
    'eminence_radius': str,
    # The insert seen from above.
    'outline': "KneeInsertOutline",
    # A rotating platform: the insert turns on its tray, about the long axis through the middle of its outline.
    'platform': "KneePlatform",
    # A post on the insert and a cam between the condyles, which meet in flexion.
    'post': "KneePost",
}, total=False)

KneeCondyle = TypedDict("KneeCondyle", {
    # Radius of the distal arc, which carries near extension (36 mm on the surfaces of Fregly2012). Default: 34 mm.
    'distal-radius': str,
    'distal_radius': str,
    # Radius of the posterior arc, which carries in flexion (on the surfaces of Fregly2012 27 mm at 30 to 60 deg, 22
    # mm at 60 to 90 deg). Default: 21 mm.
    'posterior-radius': str,
    'posterior_radius': str,
    # Radius of the anterior arc, which carries in hyperextension. Default: 45 mm.
    'anterior-radius': str,
    'anterior_radius': str,
    # Flexion at which the posterior arc begins. Default: 25 deg.
    'posterior-from': str,
    'posterior_from': str,
    # Flexion at which it ends. Default: 130 deg.
    'posterior-to': str,
    'posterior_to': str,
    # Hyperextension at which the anterior arc begins. Default: 15 deg.
    'anterior-from': str,
    'anterior_from': str,
    # Hyperextension at which it ends. Default: 35 deg.
    'anterior-to': str,
    'anterior_to': str,
    # Radius of the section from side to side (the condyles of Fregly2012 are nearly flat there; ours are round, like
    # the toroids of SathasivamWalker1994). Default: 30 mm.
    'coronal-radius': str,
    'coronal_radius': str,
    # Width of the section. Default: 26 mm.
    'width': str,
    # Radius of its rounded edges; 0 mm for none. Default: 5 mm.
    'edge-radius': str,
    'edge_radius': str,
}, total=False)

KneeCondyleChange = TypedDict("KneeCondyleChange", {
    # Radius of the distal arc, which carries near extension (36 mm on the surfaces of Fregly2012).
    'distal-radius': str,
    'distal_radius': str,
    # Radius of the posterior arc, which carries in flexion (on the surfaces of Fregly2012 27 mm at 30 to 60 deg, 22
    # mm at 60 to 90 deg).
    'posterior-radius': str,
    'posterior_radius': str,
    # Radius of the anterior arc, which carries in hyperextension.
    'anterior-radius': str,
    'anterior_radius': str,
    # Flexion at which the posterior arc begins.
    'posterior-from': str,
    'posterior_from': str,
    # Flexion at which it ends.
    'posterior-to': str,
    'posterior_to': str,
    # Hyperextension at which the anterior arc begins.
    'anterior-from': str,
    'anterior_from': str,
    # Hyperextension at which it ends.
    'anterior-to': str,
    'anterior_to': str,
    # Radius of the section from side to side (the condyles of Fregly2012 are nearly flat there; ours are round, like
    # the toroids of SathasivamWalker1994).
    'coronal-radius': str,
    'coronal_radius': str,
    # Width of the section.
    'width': str,
    # Radius of its rounded edges; 0 mm for none.
    'edge-radius': str,
    'edge_radius': str,
}, total=False)

KneePlateau = TypedDict("KneePlateau", {
    # Radius from front to back, around the dwell point (58 mm on the surfaces of Fregly2012). Default: 56 mm.
    'sagittal-radius': str,
    'sagittal_radius': str,
    # Radius from side to side. Default: 33 mm.
    'coronal-radius': str,
    'coronal_radius': str,
    # How far in front of the dwell point the anterior lip begins. Default: 18 mm.
    'anterior-lip-from': str,
    'anterior_lip_from': str,
    # Radius of the anterior lip. Default: 40 mm.
    'anterior-lip-radius': str,
    'anterior_lip_radius': str,
    # How far behind the dwell point the posterior lip begins. Default: 14 mm.
    'posterior-lip-from': str,
    'posterior_lip_from': str,
    # Radius of the posterior lip. Default: 80 mm.
    'posterior-lip-radius': str,
    'posterior_lip_radius': str,
}, total=False)

KneePlateauChange = TypedDict("KneePlateauChange", {
    # Radius from front to back, around the dwell point (58 mm on the surfaces of Fregly2012).
    'sagittal-radius': str,
    'sagittal_radius': str,
    # Radius from side to side.
    'coronal-radius': str,
    'coronal_radius': str,
    # How far in front of the dwell point the anterior lip begins.
    'anterior-lip-from': str,
    'anterior_lip_from': str,
    # Radius of the anterior lip.
    'anterior-lip-radius': str,
    'anterior_lip_radius': str,
    # How far behind the dwell point the posterior lip begins.
    'posterior-lip-from': str,
    'posterior_lip_from': str,
    # Radius of the posterior lip.
    'posterior-lip-radius': str,
    'posterior_lip_radius': str,
}, total=False)

KneeInsertOutline = TypedDict("KneeInsertOutline", {
    # From side to side. Default: 74 mm.
    'width': str,
    # From back to front. Default: 48 mm.
    'depth': str,
    # Radius of the corners. Default: 14 mm.
    'corner-radius': str,
    'corner_radius': str,
    # Width of the notch for the posterior cruciate ligament. Default: 14 mm.
    'notch-width': str,
    'notch_width': str,
    # How far it reaches from the back; 0 mm for none. Default: 12 mm.
    'notch-depth': str,
    'notch_depth': str,
    # Of an insert for one compartment: how far from the middle of the knee it ends inwards. As far from the middle of
    # the plateau as outside when not given.
    'inner': str,
}, total=False)

KneePlatform = TypedDict("KneePlatform", {
    # Coefficient of friction between insert and tray; 0 for a platform that turns freely. Default: 0.04.
    'friction': float,
    # Radius of a dish in which the insert turns; flat when not given. A dish presses more on its flanks: more
    # friction.
    'dish-radius': str,
    'dish_radius': str,
    # Arm at which the tray carries; half of the spacing of the plateaus when not given, straight below the condyles.
    'arm': str,
}, total=False)

KneePost = TypedDict("KneePost", {
    # How far the posterior face of the post lies in front of the middle of the insert; negative behind it. Default:
    # -9 mm.
    'place': str,
    # Height of its top above the dwell points: above the crest between the plateaus, and below the top of the
    # condyles. Default: 18 mm.
    'height': str,
    # From front to back: what gives way under the cam. Default: 10 mm.
    'depth': str,
    # From side to side. Default: 16 mm.
    'width': str,
    # Radius of its posterior face in the sagittal plane. Default: 120 mm.
    'sagittal-radius': str,
    'sagittal_radius': str,
    # Radius of its posterior face from side to side. Default: 30 mm.
    'transverse-radius': str,
    'transverse_radius': str,
    # The cam.
    'cam': "KneeCam",
}, total=False)

KneeCam = TypedDict("KneeCam", {
    # Radius in the sagittal plane. Default: 6 mm.
    'radius': str,
    # How far its axis lies behind the axis of the posterior arcs, which is the origin of the femoral component.
    # Default: 8 mm.
    'behind': str,
    # How far its axis lies above it. Default: 4 mm.
    'above': str,
    # From side to side. Default: 16 mm.
    'width': str,
    # Radius from side to side. Default: 100 mm.
    'transverse-radius': str,
    'transverse_radius': str,
}, total=False)

PartFile = TypedDict("PartFile", {
    # Path of the file, relative to the study file.
    'path': Any,
    # Unit of its coordinates. Default: m.
    'unit': Literal['m'] | Literal['mm'],
    # Which axes of this file point anterior, superior and lateral, where they differ from `implant.axes`.
    'axes': Sequence[str],
    # Turns the part about the anterior, then the superior, then the lateral axis, after its axes are named.
    'rotate': Sequence[str],
    # Then moves it: anterior, superior, lateral.
    'translate': Sequence[str],
}, total=False)

FemoralLayer = TypedDict("FemoralLayer", {
    # Its thickness.
    'thickness': str,
    # What it is made of.
    'material': str | "GivenMaterial",
}, total=False)

RegionInput = TypedDict("RegionInput", {
    # Its name, in letters, digits and `_`.
    'name': str,
    # Lowest corner: anterior, superior, lateral.
    'low': Sequence[str],
    # Highest corner.
    'high': Sequence[str],
    # What the insert is made of in this box, where it differs.
    'material': str | "GivenMaterial",
}, total=False)

KneeReplacementContactChoiceModified = TypedDict("KneeReplacementContactChoiceModified", {
    # The modified foundation. What is not given follows from our finite elements of balls on flat layers
    # (docs/layers-fe).
    'modified': "KneeModifiedFoundation",
}, total=False)

KneeModifiedFoundation = TypedDict("KneeModifiedFoundation", {
    # Springs that are indented by less than the deepest one over this factor do not act.
    'threshold-factor': float,
    'threshold_factor': float,
    # Exponent of the pressure over the indentation.
    'exponent': float,
    # Indentation at which the spring is as stiff as the confined layer.
    'reference': str,
    # Radius of a ball on a plane that is as curved against it as the condyle against the insert, from which the rest
    # follows. When not given it is that of the gap where the parts touch on plain springs (the geometric mean over
    # both directions, both sides and the frames of the greatest and the least load; of the settled parts when the
    # load drives).
    'effective-radius': str,
    'effective_radius': str,
}, total=False)

KneeReplacementContactChoiceFiniteElements = TypedDict("KneeReplacementContactChoiceFiniteElements", {
    # The insert by finite elements. It is swept from its bearing surface to its underside and held there by the tray.
    'finite-elements': "KneeFiniteElements",
    'finite_elements': "KneeFiniteElements",
}, total=False)

KneeFiniteElements = TypedDict("KneeFiniteElements", {
    # Distance of the columns of elements, each with a pressure on top: about a sixth of the patch's radius. Half of
    # it takes sixteen times the memory. Default: 1 mm.
    'spacing': str,
    # Where the insert ends below, when the implant has no `underside`. Default: flat.
    'underside': Literal['flat'] | Literal['parallel'],
    # Whether the tray holds the sides of the insert as well. Default: free.
    'sides': Literal['free'] | Literal['clamped'],
}, total=False)

KneeReplacementFrictionChoiceCoulomb = TypedDict("KneeReplacementFrictionChoiceCoulomb", {
    # Coulomb friction.
    'coulomb': "CoulombFriction",
}, total=False)

KneeActivity = TypedDict("KneeActivity", {
    # Pose of the femoral component against the insert, in a file of your own; that of `motion` when not given.
    'pose': "PoseFile",
    # How a design moves when a pose drives and none is given: the height follows from the surfaces. Default:
    # iso-14243-3-style.
    'motion': Literal['iso-14243-3-style'] | Literal['walking-in-vivo'],
    # Duration of one cycle; 1 s when neither this nor a time column is given.
    'duration': str,
    # The same flexion all the time, instead of that of load or pose: with a constant load a static knee.
    'flexion': str,
    # What presses femur and tibia together.
    'load': "KneeLoad",
    # A study of a body (`[body]`), relative to this one, that is run first: its knee is the load, with flexion,
    # anterior force, torque and the place where the axial force acts; scaled by `load.body-weight`, if that is given.
    'body': str,
}, total=False)

PoseFile = TypedDict("PoseFile", {
    # Path of the file, relative to the study file.
    'path': Any,
    # Column of the time in seconds. Give this or `percent`.
    'time': str,
    # Column of the percentage of the cycle.
    'percent': str,
    # Column of the angle about the femoral component's lateral axis.
    'flexion': str,
    # Column of the angle about the floating anterior axis; positive tilts the upper end of the femur laterally.
    'adduction': str,
    # Column of the angle about the insert's long axis; positive turns the front of the femur medially.
    'rotation': str,
    # Column of the translation forwards.
    'anterior': str,
    # Column of the translation upwards.
    'superior': str,
    # Column of the translation sideways.
    'lateral': str,
    # Unit of the angles (that of the file's header for `.mot` and `.sto` where it has one, degrees otherwise).
    'angle-unit': Literal['deg'] | Literal['rad'],
    'angle_unit': Literal['deg'] | Literal['rad'],
    # Unit of the translations. Default: m.
    'length-unit': Literal['m'] | Literal['mm'],
    'length_unit': Literal['m'] | Literal['mm'],
    # Use only the rows from this time on.
    'start': str,
    # Use only the rows up to this time.
    'end': str,
    # Whether the last row is the same instant of the cycle as the first (0 % and 100 %), as is usual. Default: True.
    'last-row-repeats-first': bool,
    'last_row_repeats_first': bool,
}, total=False)

KneeLoad = TypedDict("KneeLoad", {
    # A load that comes with the program, where no file is given.
    'cycle': Literal['iso-14243-1-style'] | Literal['stairs-up'] | Literal['stairs-down'] | Literal['sit-down'] | Literal['stand-up'] | Literal['knee-bend'],
    # The same axial force all the time, instead of a waveform.
    'constant': str,
    # A waveform of your own.
    'file': "KneeLoadFile",
    # Scale the waveform so that its axial force peaks here.
    'peak': str,
    # Scale the waveform so that its axial force peaks at so many body weights; needs `body-weight`.
    'peak-body-weights': float,
    'peak_body_weights': float,
    # Weight of the patient.
    'body-weight': str,
    'body_weight': str,
}, total=False)

KneeLoadFile = TypedDict("KneeLoadFile", {
    # Path of the file, relative to the study file.
    'path': Any,
    # Column of the time in seconds. Give this or `percent`.
    'time': str,
    # Column of the percentage of the cycle.
    'percent': str,
    # Column of the force that presses femur and tibia together, positive.
    'axial': str,
    # Column of the flexion, for the load-driven experiment.
    'flexion': str,
    # Column of the force on the tibia, forwards; zero when absent.
    'anterior': str,
    # Column of the torque on the tibia about its long axis, in N m; zero when absent.
    'torque': str,
    # Column of how far medial of the femoral component's origin the axial force acts, in place of `load-medial`.
    'medial': str,
    # Unit of the column `medial`; mm when not given.
    'length-unit': Literal['m'] | Literal['mm'],
    'length_unit': Literal['m'] | Literal['mm'],
    # Column of a moment in the frontal plane, in N m, positive where it loads the medial side; it acts beside the
    # axial force at `load-medial`. Give this or `medial`.
    'frontal-moment': str,
    'frontal_moment': str,
    # Unit of the forces. Default: N.
    'force-unit': Literal['N'] | Literal['BW'] | Literal['%BW'],
    'force_unit': Literal['N'] | Literal['BW'] | Literal['%BW'],
    # Unit of the flexion.
    'angle-unit': Literal['deg'] | Literal['rad'],
    'angle_unit': Literal['deg'] | Literal['rad'],
    # Use only the rows from this time on.
    'start': str,
    # Use only the rows up to this time.
    'end': str,
    # Whether the last row is the same instant of the cycle as the first (0 % and 100 %), as is usual. Default: True.
    'last-row-repeats-first': bool,
    'last_row_repeats_first': bool,
}, total=False)

KneeExperimentChoiceMeasuredPose = TypedDict("KneeExperimentChoiceMeasuredPose", {
    # The measured pose drives.
    'measured-pose': "MeasuredPose",
    'measured_pose': "MeasuredPose",
}, total=False)

MeasuredPose = TypedDict("MeasuredPose", {
    # Which coordinates are corrected: a measured pose is exact to some tenths of a millimetre and a degree, a contact
    # needs micrometres. Default: superior.
    'adjust': Literal['superior'] | Literal['superior-and-adduction'],
    # A superior offset beyond this is an error: then the parts are not where the pose says. Default: 3 mm.
    'largest-offset': str,
    'largest_offset': str,
    # Where the axial force acts, medial of the femoral component's origin; matters when the adduction is corrected.
    # Default: 0 m.
    'load-medial': str,
    'load_medial': str,
}, total=False)

KneeExperimentChoiceLoadDriven = TypedDict("KneeExperimentChoiceLoadDriven", {
    # As in a knee simulator.
    'load-driven': "LoadDriven",
    'load_driven': "LoadDriven",
}, total=False)

LoadDriven = TypedDict("LoadDriven", {
    # Where the flexion comes from. Default: load.
    'flexion': Literal['load'] | Literal['pose'],
    # Where the axial force acts, medial of the femoral component's origin (ISO 14243-1 style: 0.07 of the width of
    # the insert, recalled). Default: 5 mm.
    'load-medial': str,
    'load_medial': str,
    # Spring against anterior and posterior displacement, at rest where the parts settle under the axial force alone.
    # Default: 30 N/mm.
    'anterior-stiffness': str,
    'anterior_stiffness': str,
    # Spring against rotation about the long axis, at rest there too. Default: 0.6 N m/deg.
    'rotation-stiffness': str,
    'rotation_stiffness': str,
    # Whether the anterior force and the torque of the waveform act. Default: True.
    'anterior-force-and-torque': bool,
    'anterior_force_and_torque': bool,
    # Ligaments, beside the springs above or instead of them.
    'ligaments': Sequence["KneeReplacementLigament"],
    # Equations of motion instead of equilibrium at every instant.
    'dynamic': "KneeReplacementDynamics",
}, total=False)

KneeReplacementLigament = TypedDict("KneeReplacementLigament", {
    # What to call it in the results: small letters, digits and dashes.
    'name': str,
    # Where it begins: anterior, superior and lateral of the femoral component's origin, in its own axes.
    'femur': Sequence[str],
    # Where it ends, in the insert's axes.
    'tibia': Sequence[str],
    # Force per unit of strain, once its fibres are straight.
    'stiffness': str,
    # Strain where the parts settle under the first axial force alone; negative when it is slack there. Default: 0.0.
    'reference-strain': float,
    'reference_strain': float,
    # Half of the strain at which its fibres are straight. Default: 0.03.
    'toe-strain': float,
    'toe_strain': float,
}, total=False)

KneeReplacementDynamics = TypedDict("KneeReplacementDynamics", {
    # Mass that moves with the femoral component. Default: 2 kg.
    'mass': str,
    # Relative error allowed in a step. Default: 0.0001.
    'tolerance': float,
    # Share of the critical damping with which sliding motions on the restraints die out. Default: 0.5.
    'damping-ratio': float,
    'damping_ratio': float,
    # What the contact itself loses. The parts touch from the start, so that a restitution acts as it does at the
    # slowest impact. Default: none.
    'dissipation': Literal['none'] | "DissipationChoiceHuntCrossley" | "DissipationChoiceMarhefkaOrin" | "DissipationChoiceHerbertMcwhannell" | "DissipationChoiceLeeWang" | "DissipationChoiceLankaraniNikravesh" | "DissipationChoiceGonthier" | "DissipationChoiceZhangSharf" | "DissipationChoiceZhiyingQishao" | "DissipationChoiceFlores" | "DissipationChoiceGharibHurmuzlu" | "DissipationChoiceExact" | "DissipationChoiceKelvinVoigt" | "DissipationChoiceScaledUnloading" | "DissipationChoiceStandardLinearSolid",
}, total=False)

KneeWear = TypedDict("KneeWear", {
    # The wear law. Default: archard.
    'law': Literal['archard'] | Literal['kang'] | Literal['liu'] | Literal['wang'] | Literal['memory'] | Literal['energy'],
    # Worn volume per load and sliding distance. When not given, that of the insert's material: 1e-7 mm^3/(N m) for
    # conventional polyethylene, the order of magnitude of sliding to and fro, less for cross-linked.
    'factor': str,
}, total=False)

KneeLifetime = TypedDict("KneeLifetime", {
    # How many cycles, for example "10 million". Default: 10 million.
    'cycles': str | float,
    # Cycles at which pictures are made; 0, 1, 2, 5 and 10 million and the end when not given.
    'at': Sequence[str | float],
    # Error allowed in a step, of the worn volume as a share of itself; three times as much of the depth. Default:
    # 0.02.
    'tolerance': float,
    # Whether polyethylene creeps as well. Default: True.
    'creep': bool,
    # Tells the surface of its wear every so many cycles, as most of the literature does ("0.5 million"), instead of
    # steps that are chosen by their error; without an estimate of the error, and without checkpoints.
    'updates': str | float,
    # Running in: faster wear at first.
    'run-in': "RunIn",
    'run_in': "RunIn",
    # Spreads what a cycle takes off the insert over its neighbourhood by a Gaussian of this width, without losing
    # volume: for laws that let differences between points grow (Kang above 3.4 MPa) or leap at the edge of the patch
    # (Liu).
    'smoothing': str,
    # A mix of shipped loads instead of the one of the activity, driven by the loads or, with motions, by the poses of
    # a design; the shares add up to 1.
    'activities': Sequence["KneeActivityShare"],
}, total=False)

KneeActivityShare = TypedDict("KneeActivityShare", {
    # Which load.
    'cycle': Literal['iso-14243-1-style'] | Literal['stairs-up'] | Literal['stairs-down'] | Literal['sit-down'] | Literal['stand-up'] | Literal['knee-bend'],
    # Which motion, of a design that is driven by a pose; that of the activity when not given.
    'motion': Literal['iso-14243-3-style'] | Literal['walking-in-vivo'],
    # Its share of all cycles.
    'share': float,
}, total=False)

KneeReplacementOutput = TypedDict("KneeReplacementOutput", {
    # Instants over the cycle, both ends included. Default: 101.
    'frames': int,
    # Distance of the points at which the contact is evaluated; each triangle of the insert has one at least. Default:
    # 1 mm.
    'spacing': str,
    # Gaps up to this are recorded. Default: 500 um.
    'proximity': str,
}, total=False)

Parameters3 = TypedDict("Parameters3", {
    # The hip: "ideal", "dry" or "lubricated"; or a list of them, to compare. Default: ideal.
    'hip': Literal['ideal'] | Literal['dry'] | Literal['lubricated'] | Sequence[Literal['ideal'] | Literal['dry'] | Literal['lubricated']],
    # Lengths, masses and moments of inertia.
    'body': "GaitBodyChoiceCosta2016" | "GaitBodyChoiceScaled" | "GaitBodyChoiceGiven",
    # Whether the other leg is there too: as its own columns say (`motion.file.other-leg`), or else half a cycle
    # later. It changes what carries the trunk, not this hip. Default: False.
    'both-legs': bool,
    'both_legs': bool,
    # Acceleration of gravity. Default: 9.81 m/s^2.
    'gravity': str,
    # What was measured, and how it becomes smooth.
    'motion': "Motion",
    # Which part of the measurement is computed.
    'window': "Window",
    # Head and cup of a hip that is not ideal.
    'implant': "GaitImplant",
    # The film of a lubricated hip.
    'lubricated': "Lubricated",
    # How to compute.
    'time': "GaitTiming",
}, total=False)

GaitBodyChoiceCosta2016 = TypedDict("GaitBodyChoiceCosta2016", {
    # Nothing to choose.
    'costa2016': Mapping[str, Any],
}, total=False)

GaitBodyChoiceScaled = TypedDict("GaitBodyChoiceScaled", {
    # A person.
    'scaled': "ScaledBody",
}, total=False)

ScaledBody = TypedDict("ScaledBody", {
    # Mass of the whole person.
    'mass': str,
    # Height of the person.
    'height': str,
}, total=False)

GaitBodyChoiceGiven = TypedDict("GaitBodyChoiceGiven", {
    # Four segments; the trunk is one half of head, arms and trunk, as one leg carries it.
    'given': "GivenBody",
}, total=False)

GivenBody = TypedDict("GivenBody", {
    # Half of head, arms and trunk; its length counts from the hip upwards.
    'trunk': "SegmentInput",
    # From hip to knee.
    'thigh': "SegmentInput",
    # From knee to ankle.
    'shank': "SegmentInput",
    # From ankle to the second metatarsal head.
    'foot': "SegmentInput",
}, total=False)

SegmentInput = TypedDict("SegmentInput", {
    # Between its joints.
    'length': str,
    # Mass.
    'mass': str,
    # Moment of inertia about the centre of mass.
    'moment-of-inertia': str,
    'moment_of_inertia': str,
    # Distance of the centre of mass from the upper joint (of the trunk: from the hip), as a share of the length.
    'centre-of-mass': float,
    'centre_of_mass': float,
}, total=False)

Motion = TypedDict("Motion", {
    # A recording that comes with the program (`synovia list`); "winter" unless a file is given.
    'recording': str,
    # A recording of your own.
    'file': "MotionFile",
    # What takes the noise out before the splines. Default: none.
    'smoothing': Literal['none'] | "SmoothingChoiceButterworth" | "SmoothingChoiceSpline",
    # Whether the segments have the body's fixed lengths, or those of every frame. Default: rigid.
    'linkage': Literal['rigid'] | Literal['measured'],
    # Gaps of a marker of up to so many frames are bridged by a cubic spline; longer ones are refused. Default: 0.
    'bridge-frames': int,
    'bridge_frames': int,
}, total=False)

MotionFile = TypedDict("MotionFile", {
    # The file, relative to the study.
    'path': Any,
    # Its column of time, in seconds. Default: time.
    'time': str,
    # Unit of its lengths. Default: m.
    'length-unit': Literal['m'] | Literal['cm'] | Literal['mm'],
    'length_unit': Literal['m'] | Literal['cm'] | Literal['mm'],
    # Unit of its angles; what the file says, or else degrees.
    'angle-unit': Literal['deg'] | Literal['rad'],
    'angle_unit': Literal['deg'] | Literal['rad'],
    # Columns of markers; or else `angles`.
    'markers': "MarkerColumns",
    # Columns of joint angles; or else `markers`.
    'angles': "AngleColumns",
    # The force of the ground; none when absent.
    'ground': "GroundFile",
    # Columns of the other leg, for `both-legs = true`; without them it moves as this one, half a cycle later.
    'other-leg': "OtherLegColumns",
    'other_leg': "OtherLegColumns",
    # Joint moments that another program found, to compare with.
    'reference': "ReferenceFile",
    # When the foot leaves the ground; found in the force of the ground when absent.
    'toe-off': Sequence[str],
    'toe_off': Sequence[str],
}, total=False)

MarkerColumns = TypedDict("MarkerColumns", {
    # On the trunk, above the hip.
    'trunk': Sequence[str],
    # Greater trochanter.
    'hip': Sequence[str],
    # Femoral condyle.
    'knee': Sequence[str],
    # Lateral malleolus.
    'ankle': Sequence[str],
    # Head of the second or fifth metatarsal.
    'toe': Sequence[str],
}, total=False)

AngleColumns = TypedDict("AngleColumns", {
    # Where the pelvis is: columns of x and y.
    'pelvis': Sequence[str],
    # Tilt of the pelvis and trunk.
    'tilt': str,
    # Flexion of the hip.
    'hip': str,
    # Extension of the knee: write "-name" for a column of flexion.
    'knee': str,
    # Dorsiflexion of the ankle.
    'ankle': str,
    # Centre of the hip in the axes of the pelvis, from the point above. Default: OpenSim's gait2392.
    'hip-in-pelvis': Sequence[str],
    'hip_in_pelvis': Sequence[str],
    # Direction from toe to ankle in a person who stands upright. Default: 150 deg.
    'instep': str,
}, total=False)

GroundFile = TypedDict("GroundFile", {
    # Another file; the same when absent.
    'path': Any,
    # Its column of time, in seconds. Default: time.
    'time': str,
    # Columns of the force on the foot: forwards and upwards.
    'force': Sequence[str],
    # Unit of the force. Default: N.
    'force-unit': Literal['N'] | Literal['kN'],
    'force_unit': Literal['N'] | Literal['kN'],
    # Column of the centre of pressure, forwards, in the unit of the motion's lengths.
    'pressure-x': str,
    'pressure_x': str,
    # Column of its height; 0 when absent.
    'pressure-y': str,
    'pressure_y': str,
}, total=False)

OtherLegColumns = TypedDict("OtherLegColumns", {
    # Its markers.
    'markers': "LegMarkerColumns",
    # Its joint angles.
    'angles': "LegAngleColumns",
    # The force of the ground on its foot; none when absent.
    'ground': "GroundFile",
}, total=False)

LegMarkerColumns = TypedDict("LegMarkerColumns", {
    # Greater trochanter.
    'hip': Sequence[str],
    # Femoral condyle.
    'knee': Sequence[str],
    # Lateral malleolus.
    'ankle': Sequence[str],
    # Head of the second or fifth metatarsal.
    'toe': Sequence[str],
}, total=False)

LegAngleColumns = TypedDict("LegAngleColumns", {
    # Flexion of the hip.
    'hip': str,
    # Extension of the knee.
    'knee': str,
    # Dorsiflexion of the ankle.
    'ankle': str,
}, total=False)

ReferenceFile = TypedDict("ReferenceFile", {
    # The file, relative to the study.
    'path': Any,
    # Its column of time, in seconds. Default: time.
    'time': str,
    # Moment at the hip.
    'hip': str,
    # Moment at the knee.
    'knee': str,
    # Moment at the ankle.
    'ankle': str,
}, total=False)

SmoothingChoiceButterworth = TypedDict("SmoothingChoiceButterworth", {
    # Where a filter begins to act.
    'butterworth': "Cutoff",
}, total=False)

Cutoff = TypedDict("Cutoff", {
    # A motion of this frequency keeps 71 % of its amplitude.
    'cutoff': str,
}, total=False)

SmoothingChoiceSpline = TypedDict("SmoothingChoiceSpline", {
    # Where a filter begins to act.
    'spline': "Cutoff",
}, total=False)

Window = TypedDict("Window", {
    # Where it begins, in the time of the measurement.
    'start': str,
    # How long it lasts. Costa2016 prints 0.957 s; Winter's own cycle from toe-off to toe-off lasts 0.987 s.
    'duration': str,
    # How long a dry or lubricated hip is computed before the window, and not reported: what the start has left behind
    # dies out. The measurement must begin that much earlier. Without it the hip starts from its equilibrium.
    'settling': str,
}, total=False)

GaitImplant = TypedDict("GaitImplant", {
    # Radius of the head. Default: 32 mm.
    'radius': str,
    # Radius of the cup less that of the head. Default: 20 um.
    'clearance': str,
    # What head and cup are made of.
    'materials': Sequence[str | "GivenMaterial"],
    # How head and cup push back where they touch.
    'law': "ElasticLawChoiceLinear" | "ElasticLawChoiceHertz" | "ElasticLawChoiceEllipticHertz" | "ElasticLawChoiceDoubleLayer" | "ElasticLawChoiceElasticFoundation" | "ElasticLawChoiceThinLayer" | "ElasticLawChoiceJkr" | "ElasticLawChoiceDmt",
    # Which radius Hertz's law is made with, where it names none itself. Default: as-printed.
    'hertz-radius': Literal['as-printed'] | Literal['internal'],
    'hertz_radius': Literal['as-printed'] | Literal['internal'],
    # What impacts lose.
    'dissipation': Literal['none'] | "DissipationChoiceHuntCrossley" | "DissipationChoiceMarhefkaOrin" | "DissipationChoiceHerbertMcwhannell" | "DissipationChoiceLeeWang" | "DissipationChoiceLankaraniNikravesh" | "DissipationChoiceGonthier" | "DissipationChoiceZhangSharf" | "DissipationChoiceZhiyingQishao" | "DissipationChoiceFlores" | "DissipationChoiceGharibHurmuzlu" | "DissipationChoiceExact" | "DissipationChoiceKelvinVoigt" | "DissipationChoiceScaledUnloading" | "DissipationChoiceStandardLinearSolid",
    # Friction where head and cup touch; 0.01 where it gives no coefficient.
    'friction': Literal['none'] | "FrictionChoiceCoulomb" | "FrictionChoiceCompliant",
    # Where the head starts; when absent in contact, but in the centre if the film is so thick that the head cannot
    # fall through it within 0.1 s.
    'start': Literal['contact'] | Literal['centre'],
}, total=False)

Lubricated = TypedDict("Lubricated", {
    # What fills the clearance: a viscosity such as "500 Pa s", a fluid of `synovia list`, or a table; several make
    # one run each. Costa2016 has 500 and 250 Pa s; synovial fluid has 0.001 to 40 Pa s.
    'fluids': Sequence[str | "ThinningFluid"],
    # Length of the bearing along its axis; the diameter of the head when absent (not printed in Costa2016).
    'length': str,
    # How the film is computed. Default: numerical.
    'film': Literal['long'] | Literal['long-integrated'] | Literal['short'] | Literal['numerical'],
    # Cells of a numerical film: once around, and (even) along the axis.
    'cells': Sequence[int],
    # Roughness of head and cup together, root mean square: the film does not become thinner, and below three times as
    # much the surfaces begin to carry load themselves. Default: 20 nm.
    'roughness': str,
}, total=False)

ThinningFluid = TypedDict("ThinningFluid", {
    # What to call it in the results: small letters, digits and dashes.
    'name': str,
    # b.
    'at-rest': str,
    'at_rest': str,
    # a.
    'at-high-shear': str,
    'at_high_shear': str,
    # t.
    'time': str,
    # m, above 0 and at most 1.
    'exponent': float,
}, total=False)

GaitTiming = TypedDict("GaitTiming", {
    # Time between reported instants; the integrator chooses its own steps. Default: 500 us.
    'interval': str,
    # Time scheme of a dry or lubricated hip; both are stiff. Costa2016 uses Gear's. Default: bdf.
    'scheme': Literal['dormand-prince'] | Literal['rkf45'] | Literal['rosenbrock'] | Literal['bdf'],
    # Error allowed in a step: relative, and in metres and radians; a tenth as strict for velocities. Default: 1e-10.
    'tolerance': float,
    # How joints and guides are kept together.
    'stabilisation': "StabilisationChoiceProjection" | "StabilisationChoiceBaumgarte" | Literal['none'],
}, total=False)

StabilisationChoiceProjection = TypedDict("StabilisationChoiceProjection", {
    # Projection.
    'projection': "ProjectionInput",
}, total=False)

ProjectionInput = TypedDict("ProjectionInput", {
    # Violations below this (metres, radians, and per second) are left alone. Default: 1e-12.
    'within': float,
}, total=False)

StabilisationChoiceBaumgarte = TypedDict("StabilisationChoiceBaumgarte", {
    # Baumgarte's feedback: C'' + 2 alpha C' + beta^2 C = 0.
    'baumgarte': "BaumgarteInput",
}, total=False)

BaumgarteInput = TypedDict("BaumgarteInput", {
    # alpha, in 1/s. Default: 5.0.
    'alpha': float,
    # beta, in 1/s. Default: 5.0.
    'beta': float,
}, total=False)

BodyParameters = TypedDict("BodyParameters", {
    # The leg that is reported; both are computed where both are in the model. Default: right.
    'side': Literal['right'] | Literal['left'],
    # Who moves.
    'person': "BodyPerson",
    # Skeleton and muscles; our own lower limbs unless a file is given.
    'model': "BodyModel",
    # What was measured, and how it becomes smooth.
    'motion': "BodyMotion",
    # How muscles share the moments.
    'muscles': "BodyMuscles",
    # Which part of the motion is the cycle; from one heel strike to the next unless said otherwise.
    'window': "BodyWindow",
    # What to report.
    'output': "BodyOutput",
}, total=False)

BodyPerson = TypedDict("BodyPerson", {
    # Mass of the person: the model's masses are multiplied, strengths with the power 2/3.
    'mass': str,
    # Height of the person: our own model, 1.80 m tall, is scaled by it.
    'height': str,
    # From hip to knee, if it was measured: our own thigh is made so long.
    'thigh': str,
    # From knee to ankle, if it was measured: our own shank is made so long.
    'shank': str,
    # Between the contacts of both condyles of the knee, which split its force by the frontal moment; 46 mm when
    # absent.
    'condyles': str,
    # What the model is scaled by, besides its mass. Default: height.
    'scaling': Literal['height'] | Literal['markers'],
}, total=False)

BodyModel = TypedDict("BodyModel", {
    # An OpenSim model (`.osim`, versions 3 and 4 of the format), relative to the study; our own lower limbs when
    # absent.
    'file': str,
    # Coordinates that stay where they are, besides those that the model locks.
    'locked': Sequence[str],
    # Coordinates that move although the model locks them.
    'unlocked': Sequence[str],
}, total=False)

BodyMotion = TypedDict("BodyMotion", {
    # A recording that comes with the program; "subject01" unless a file is given.
    'recording': str,
    # A recording of your own.
    'file': "BodyMotionFile",
    # What takes the noise out of the coordinates before the splines. Default: none.
    'smoothing': Literal['none'] | "SmoothingChoiceButterworth" | "SmoothingChoiceSpline",
    # Moves all plates together, level, so that over a cycle the ground's moment about the centre of mass tilts the
    # body in no direction, as it must; off, as usual, leaves them where they were measured. Default: False.
    'register-plates': bool,
    'register_plates': bool,
}, total=False)

BodyMotionFile = TypedDict("BodyMotionFile", {
    # The file, relative to the study.
    'path': Any,
    # Its column of time, in seconds. Default: time.
    'time': str,
    # Unit of its angles; what the file says, or else degrees.
    'angle-unit': Literal['deg'] | Literal['rad'],
    'angle_unit': Literal['deg'] | Literal['rad'],
    # Weights of markers by their names; 1 for those that are not named, 0 leaves one out.
    'weights': Mapping[str, Any],
    # Force plates.
    'plates': Sequence["BodyPlate"],
    # Measured activations (EMG), which bound those that are looked for.
    'emg': "BodyEmg",
    # When the heel of the reported leg strikes; found in the plate's force when absent.
    'heel-strikes': Sequence[str],
    'heel_strikes': Sequence[str],
}, total=False)

BodyPlate = TypedDict("BodyPlate", {
    # Its file; that of the motion when absent.
    'path': Any,
    # Its column of time, in seconds. Default: time.
    'time': str,
    # The body that stands on it, as `calcn_r`.
    'body': str,
    # Columns of the force on the body, in N: forwards, upwards, to the right.
    'force': Sequence[str],
    # Columns of the place where it acts, in m.
    'point': Sequence[str],
    # Columns of a moment of its own, in N m; none when absent.
    'moment': Sequence[str],
}, total=False)

BodyEmg = TypedDict("BodyEmg", {
    # Its file; that of the motion when absent.
    'path': Any,
    # Its column of time, in seconds. Default: time.
    'time': str,
    # Columns of activations from 0 to 1 by names of muscles; a name that ends in `*` stands for all that begin so.
    'muscles': Mapping[str, Any],
    # How far an activation may be from the measured one. Default: 0.1.
    'tolerance': float,
}, total=False)

BodyMuscles = TypedDict("BodyMuscles", {
    # What is as small as possible. Default: activation.
    'objective': Literal['activation'] | Literal['volume'] | Literal['stress'],
    # Power p of `stress`; 3 is Crowninshield's. Default: 3.0.
    'power': float,
    # What limits a muscle. Default: strength.
    'physiology': Literal['strength'] | Literal['rigid-tendon'] | Literal['elastic-tendon'],
    # Factor of all strengths. Default: 1.0.
    'strength': float,
    # Moment of a reserve that costs as much as one fully active muscle; reserves stand in where muscles are too weak.
    # Default: 1 N m.
    'reserve': str,
    # What a joint force of one body weight costs beside one fully active muscle, squared as those are; 0, as usual,
    # asks for none. Default: 0.0.
    'contact-penalty': float,
    'contact_penalty': float,
    # Joints whose force has that price, as `["hip"]`: every joint of the model whose name has such a word in it, on
    # both sides; all that muscles move when empty.
    'contact-joints': Sequence[str],
    'contact_joints': Sequence[str],
    # Least activation of every muscle: what is at rest has some tone. OpenSim's muscles have 0.01; 0, as usual here,
    # asks for none. Default: 0.0.
    'least-activation': float,
    'least_activation': float,
    # Relative standard deviation of each muscle's strength about the model's, for one person of many; 0 takes the
    # model's. Default: 0.0.
    'strength-spread': float,
    'strength_spread': float,
    # Relative standard deviation of each muscle's moment arms, all of them together, about the model's. Default: 0.0.
    'arm-spread': float,
    'arm_spread': float,
    # Which of many persons the spreads draw; vary it to see what they make of a result. Default: 0.
    'draw': int,
}, total=False)

BodyWindow = TypedDict("BodyWindow", {
    # Where it begins, in the time of the measurement.
    'start': str,
    # How long it lasts.
    'duration': str,
}, total=False)

BodyOutput = TypedDict("BodyOutput", {
    # Instants of the cycle, both ends included. Default: 101.
    'frames': int,
}, total=False)

Parameters4 = TypedDict("Parameters4", {
    # Acceleration of gravity along x and y, for instance ["0 m/s^2", "-9.81 m/s^2"]; none when absent.
    'gravity': Sequence[str],
    # The bodies that move.
    'bodies': Sequence["Body"],
    # What connects them.
    'joints': Sequence["Joint"],
    # What is driven along a prescribed motion.
    'guides': Sequence["Guide"],
    # Springs, ligaments, loads and moments.
    'forces': Sequence["Force2"],
    # Pairs of surfaces that may touch.
    'contacts': Sequence["Contact3"],
    # Pins in holes: without clearance, dry or lubricated.
    'bearings': Sequence["Bearing"],
    # Points whose paths are recorded.
    'markers': Sequence["Marker"],
    # What to compute.
    'experiment': "MechanismExperimentChoiceForward" | "MechanismExperimentChoiceKinematic" | "MechanismExperimentChoiceInverseDynamics" | "MechanismExperimentChoiceEquilibrium",
}, total=False)

Body = TypedDict("Body", {
    # Its name, under which its motion is reported.
    'name': str,
    # Mass, more than zero.
    'mass': str,
    # Moment of inertia about the centre of mass, more than zero.
    'inertia': str,
    # Where the centre of mass starts; a guess, if joints decide otherwise.
    'position': Sequence[str],
    # How the body is turned at first; a guess, if joints decide otherwise. Default: 0 deg.
    'angle': str,
    # Velocity of the centre of mass at first; a guess, if joints decide otherwise.
    'velocity': Sequence[str],
    # Angular velocity at first; a guess, if joints decide otherwise. Default: 0 rpm.
    'spin': str,
}, total=False)

Joint = TypedDict("Joint", {
    # Its name, under which its reaction is reported: the force on the first body, in the axes of space, and the
    # moment about the first point.
    'name': str,
    # What it connects …
    'first': "Attachment",
    # … to what.
    'second': "Attachment",
    # What it leaves free. Default: revolute.
    'kind': Literal['revolute'] | "JointKindChoiceTranslational" | "JointKindChoiceFixed",
}, total=False)

Attachment = TypedDict("Attachment", {
    # Name of the body, or `ground`.
    'body': str,
    # The point.
    'point': Sequence[str],
}, total=False)

JointKindChoiceTranslational = TypedDict("JointKindChoiceTranslational", {
    # A slide.
    'translational': "Translational",
}, total=False)

Translational = TypedDict("Translational", {
    # Direction of the axis in the first body, e.g. [1, 0]; its length does not matter.
    'axis': Sequence[float],
    # Angle of the second body less that of the first. Default: 0 deg.
    'angle': str,
}, total=False)

JointKindChoiceFixed = TypedDict("JointKindChoiceFixed", {
    # A weld.
    'fixed': "FixedAngle",
}, total=False)

FixedAngle = TypedDict("FixedAngle", {
    # Angle of the second body less that of the first. Default: 0 deg.
    'angle': str,
}, total=False)

Guide = TypedDict("Guide", {
    # Its name.
    'name': str,
    # What follows which function of time.
    'kind': "GuideKindChoiceCoordinate" | "GuideKindChoicePoint" | "GuideKindChoiceAngle",
}, total=False)

GuideKindChoiceCoordinate = TypedDict("GuideKindChoiceCoordinate", {
    # A guided coordinate.
    'coordinate': "CoordinateGuide",
}, total=False)

CoordinateGuide = TypedDict("CoordinateGuide", {
    # The point.
    'of': "Attachment",
    # The direction, e.g. [1, 0]; its length does not matter.
    'along': Sequence[float],
    # Where it is.
    'follows': "FunctionOfLengthChoiceSine" | "FunctionOfLengthChoicePolynomial" | "FunctionOfLengthChoicePulse" | "FunctionOfLengthChoiceSpline" | "FunctionOfLengthChoiceFile" | str,
}, total=False)

FunctionOfLengthChoiceSine = TypedDict("FunctionOfLengthChoiceSine", {
    # A sine.
    'sine': "SineOfLength",
}, total=False)

SineOfLength = TypedDict("SineOfLength", {
    # Mean. Default: 0 m.
    'mean': str,
    # Amplitude.
    'amplitude': str,
    # Cycles per second.
    'frequency': str,
    # Phase at t = 0. Default: 0 deg.
    'phase': str,
}, total=False)

FunctionOfLengthChoicePolynomial = TypedDict("FunctionOfLengthChoicePolynomial", {
    # c₀ + c₁ (t/over) + c₂ (t/over)² + …: every coefficient has the unit of the function.
    'polynomial': "PolynomialOfLength",
}, total=False)

PolynomialOfLength = TypedDict("PolynomialOfLength", {
    # c₀, c₁, c₂, …
    'coefficients': Sequence[str],
    # The time in which each term changes by its coefficient. Default: 1 s.
    'over': str,
}, total=False)

FunctionOfLengthChoicePulse = TypedDict("FunctionOfLengthChoicePulse", {
    # The pulse of a blow; [Moeinzadeh1983] has a decay of 4.73.
    'pulse': "PulseOfLength",
}, total=False)

PulseOfLength = TypedDict("PulseOfLength", {
    # Amplitude.
    'amplitude': str,
    # Duration of the half sine.
    'duration': str,
    # How fast it fades. Default: 4.73.
    'decay': float,
}, total=False)

FunctionOfLengthChoiceSpline = TypedDict("FunctionOfLengthChoiceSpline", {
    # The cubic spline through points; straight beyond its ends, unless it repeats.
    'spline': "SplineOfLength",
}, total=False)

SplineOfLength = TypedDict("SplineOfLength", {
    # Increasing.
    'times': Sequence[str],
    # One for each time.
    'values': Sequence[str],
    # Whether the points are one period, whose last point is the first of the next. Default: False.
    'repeats': bool,
}, total=False)

FunctionOfLengthChoiceFile = TypedDict("FunctionOfLengthChoiceFile", {
    # A column of a table.
    'file': "ColumnFile",
}, total=False)

ColumnFile = TypedDict("ColumnFile", {
    # Path of the file, relative to the study file.
    'path': Any,
    # Name of the column with the time in seconds.
    'time': str,
    # Name of the column with the values.
    'column': str,
    # Unit of the values, for instance "deg" or "N".
    'unit': str,
    # The values are multiplied by this; -1 turns their sign. Default: 1.0.
    'factor': float,
    # The file's time at which the study begins; its first row when absent.
    'start': str,
    # Whether the rows are one period, whose last row is the first of the next. Default: False.
    'repeats': bool,
}, total=False)

GuideKindChoicePoint = TypedDict("GuideKindChoicePoint", {
    # A guided point.
    'point': "PointGuide",
}, total=False)

PointGuide = TypedDict("PointGuide", {
    # The point.
    'of': "Attachment",
    # Its x.
    'x': "FunctionOfLengthChoiceSine" | "FunctionOfLengthChoicePolynomial" | "FunctionOfLengthChoicePulse" | "FunctionOfLengthChoiceSpline" | "FunctionOfLengthChoiceFile" | str,
    # Its y.
    'y': "FunctionOfLengthChoiceSine" | "FunctionOfLengthChoicePolynomial" | "FunctionOfLengthChoicePulse" | "FunctionOfLengthChoiceSpline" | "FunctionOfLengthChoiceFile" | str,
}, total=False)

GuideKindChoiceAngle = TypedDict("GuideKindChoiceAngle", {
    # A guided angle.
    'angle': "AngleGuide",
}, total=False)

AngleGuide = TypedDict("AngleGuide", {
    # Name of the body.
    'of': str,
    # The body from which its angle is measured. Default: ground.
    'relative-to': str,
    'relative_to': str,
    # The angle, counter-clockwise.
    'follows': "FunctionOfAngleChoiceSine" | "FunctionOfAngleChoicePolynomial" | "FunctionOfAngleChoicePulse" | "FunctionOfAngleChoiceSpline" | "FunctionOfAngleChoiceFile" | str,
}, total=False)

FunctionOfAngleChoiceSine = TypedDict("FunctionOfAngleChoiceSine", {
    # A sine.
    'sine': "SineOfAngle",
}, total=False)

SineOfAngle = TypedDict("SineOfAngle", {
    # Mean. Default: 0 deg.
    'mean': str,
    # Amplitude.
    'amplitude': str,
    # Cycles per second.
    'frequency': str,
    # Phase at t = 0. Default: 0 deg.
    'phase': str,
}, total=False)

FunctionOfAngleChoicePolynomial = TypedDict("FunctionOfAngleChoicePolynomial", {
    # c₀ + c₁ (t/over) + c₂ (t/over)² + …: every coefficient has the unit of the function.
    'polynomial': "PolynomialOfAngle",
}, total=False)

PolynomialOfAngle = TypedDict("PolynomialOfAngle", {
    # c₀, c₁, c₂, …
    'coefficients': Sequence[str],
    # The time in which each term changes by its coefficient. Default: 1 s.
    'over': str,
}, total=False)

FunctionOfAngleChoicePulse = TypedDict("FunctionOfAngleChoicePulse", {
    # The pulse of a blow; [Moeinzadeh1983] has a decay of 4.73.
    'pulse': "PulseOfAngle",
}, total=False)

PulseOfAngle = TypedDict("PulseOfAngle", {
    # Amplitude.
    'amplitude': str,
    # Duration of the half sine.
    'duration': str,
    # How fast it fades. Default: 4.73.
    'decay': float,
}, total=False)

FunctionOfAngleChoiceSpline = TypedDict("FunctionOfAngleChoiceSpline", {
    # The cubic spline through points; straight beyond its ends, unless it repeats.
    'spline': "SplineOfAngle",
}, total=False)

SplineOfAngle = TypedDict("SplineOfAngle", {
    # Increasing.
    'times': Sequence[str],
    # One for each time.
    'values': Sequence[str],
    # Whether the points are one period, whose last point is the first of the next. Default: False.
    'repeats': bool,
}, total=False)

FunctionOfAngleChoiceFile = TypedDict("FunctionOfAngleChoiceFile", {
    # A column of a table.
    'file': "ColumnFile",
}, total=False)

Force2 = TypedDict("Force2", {
    # Its name.
    'name': str,
    # What acts.
    'kind': "ForceKindChoiceSpring" | "ForceKindChoiceTorsionSpring" | "ForceKindChoiceLigament" | "ForceKindChoiceLoad" | "ForceKindChoiceMoment",
}, total=False)

ForceKindChoiceSpring = TypedDict("ForceKindChoiceSpring", {
    # Spring and damper between two points.
    'spring': "LineSpring",
}, total=False)

LineSpring = TypedDict("LineSpring", {
    # One end.
    'first': "Attachment",
    # The other end.
    'second': "Attachment",
    # Stiffness.
    'stiffness': str,
    # Length at which it does not pull.
    'length': str,
    # Damping. Default: 0 N s/m.
    'damping': str,
}, total=False)

ForceKindChoiceTorsionSpring = TypedDict("ForceKindChoiceTorsionSpring", {
    # Spring and damper between two angles: moment k (θ − θ₀) + c dθ/dt, θ the angle of the second body less the
    # first's.
    'torsion-spring': "TorsionSpring",
    'torsion_spring': "TorsionSpring",
}, total=False)

TorsionSpring = TypedDict("TorsionSpring", {
    # Name of one body.
    'first': str,
    # Name of the other one.
    'second': str,
    # Stiffness.
    'stiffness': str,
    # Angle of the second body less that of the first at which it is at rest. Default: 0 deg.
    'angle': str,
    # Damping. Default: 0 N m s/rad.
    'damping': str,
}, total=False)

ForceKindChoiceLigament = TypedDict("ForceKindChoiceLigament", {
    # A fibre that only pulls.
    'ligament': "Ligament2",
}, total=False)

Ligament2 = TypedDict("Ligament2", {
    # Its origin.
    'first': "Attachment",
    # Its insertion.
    'second': "Attachment",
    # How it pulls.
    'law': "LigamentLawChoiceLinear" | "LigamentLawChoiceQuadratic" | "LigamentLawChoiceToe",
}, total=False)

LigamentLawChoiceLinear = TypedDict("LigamentLawChoiceLinear", {
    # A ligament that is a spring when taut.
    'linear': "LinearLigament",
}, total=False)

LinearLigament = TypedDict("LinearLigament", {
    # k.
    'stiffness': str,
    # l₀.
    'slack-length': str,
    'slack_length': str,
}, total=False)

LigamentLawChoiceQuadratic = TypedDict("LigamentLawChoiceQuadratic", {
    # A ligament that stiffens with the square of its elongation.
    'quadratic': "QuadraticLigament",
}, total=False)

QuadraticLigament = TypedDict("QuadraticLigament", {
    # k.
    'stiffness': str,
    # l₀.
    'slack-length': str,
    'slack_length': str,
}, total=False)

LigamentLawChoiceToe = TypedDict("LigamentLawChoiceToe", {
    # A ligament whose fibres straighten before they stretch.
    'toe': "ToeLigament",
}, total=False)

ToeLigament = TypedDict("ToeLigament", {
    # k: force per unit of strain.
    'stiffness': str,
    # l₀.
    'slack-length': str,
    'slack_length': str,
    # ε₁: half of the strain at which the fibres are straight. Default: 0.03.
    'toe-strain': float,
    'toe_strain': float,
}, total=False)

ForceKindChoiceLoad = TypedDict("ForceKindChoiceLoad", {
    # A force at a point.
    'load': "Load",
}, total=False)

Load = TypedDict("Load", {
    # Where it acts: on this body, at this point of it.
    'at': "Attachment",
    # Component along x.
    'x': "FunctionOfForceChoiceSine" | "FunctionOfForceChoicePolynomial" | "FunctionOfForceChoicePulse" | "FunctionOfForceChoiceSpline" | "FunctionOfForceChoiceFile" | str,
    # Component along y.
    'y': "FunctionOfForceChoiceSine" | "FunctionOfForceChoicePolynomial" | "FunctionOfForceChoicePulse" | "FunctionOfForceChoiceSpline" | "FunctionOfForceChoiceFile" | str,
    # Whose axes these are: those of space, or those of the body, which turn with it. Default: global.
    'axes': Literal['global'] | Literal['body'],
    # A point of space at which it acts instead, such as a moving centre of pressure: its x and y.
    'moving-point': Sequence["FunctionOfLengthChoiceSine" | "FunctionOfLengthChoicePolynomial" | "FunctionOfLengthChoicePulse" | "FunctionOfLengthChoiceSpline" | "FunctionOfLengthChoiceFile" | str],
    'moving_point': Sequence["FunctionOfLengthChoiceSine" | "FunctionOfLengthChoicePolynomial" | "FunctionOfLengthChoicePulse" | "FunctionOfLengthChoiceSpline" | "FunctionOfLengthChoiceFile" | str],
}, total=False)

FunctionOfForceChoiceSine = TypedDict("FunctionOfForceChoiceSine", {
    # A sine.
    'sine': "SineOfForce",
}, total=False)

SineOfForce = TypedDict("SineOfForce", {
    # Mean. Default: 0 N.
    'mean': str,
    # Amplitude.
    'amplitude': str,
    # Cycles per second.
    'frequency': str,
    # Phase at t = 0. Default: 0 deg.
    'phase': str,
}, total=False)

FunctionOfForceChoicePolynomial = TypedDict("FunctionOfForceChoicePolynomial", {
    # c₀ + c₁ (t/over) + c₂ (t/over)² + …: every coefficient has the unit of the function.
    'polynomial': "PolynomialOfForce",
}, total=False)

PolynomialOfForce = TypedDict("PolynomialOfForce", {
    # c₀, c₁, c₂, …
    'coefficients': Sequence[str],
    # The time in which each term changes by its coefficient. Default: 1 s.
    'over': str,
}, total=False)

FunctionOfForceChoicePulse = TypedDict("FunctionOfForceChoicePulse", {
    # The pulse of a blow; [Moeinzadeh1983] has a decay of 4.73.
    'pulse': "PulseOfForce",
}, total=False)

PulseOfForce = TypedDict("PulseOfForce", {
    # Amplitude.
    'amplitude': str,
    # Duration of the half sine.
    'duration': str,
    # How fast it fades. Default: 4.73.
    'decay': float,
}, total=False)

FunctionOfForceChoiceSpline = TypedDict("FunctionOfForceChoiceSpline", {
    # The cubic spline through points; straight beyond its ends, unless it repeats.
    'spline': "SplineOfForce",
}, total=False)

SplineOfForce = TypedDict("SplineOfForce", {
    # Increasing.
    'times': Sequence[str],
    # One for each time.
    'values': Sequence[str],
    # Whether the points are one period, whose last point is the first of the next. Default: False.
    'repeats': bool,
}, total=False)

FunctionOfForceChoiceFile = TypedDict("FunctionOfForceChoiceFile", {
    # A column of a table.
    'file': "ColumnFile",
}, total=False)

ForceKindChoiceMoment = TypedDict("ForceKindChoiceMoment", {
    # A moment on a body.
    'moment': "MomentLoad",
}, total=False)

MomentLoad = TypedDict("MomentLoad", {
    # Name of the body.
    'body': str,
    # Counter-clockwise.
    'moment': "FunctionOfMomentChoiceSine" | "FunctionOfMomentChoicePolynomial" | "FunctionOfMomentChoicePulse" | "FunctionOfMomentChoiceSpline" | "FunctionOfMomentChoiceFile" | str,
}, total=False)

FunctionOfMomentChoiceSine = TypedDict("FunctionOfMomentChoiceSine", {
    # A sine.
    'sine': "SineOfMoment",
}, total=False)

SineOfMoment = TypedDict("SineOfMoment", {
    # Mean. Default: 0 N m.
    'mean': str,
    # Amplitude.
    'amplitude': str,
    # Cycles per second.
    'frequency': str,
    # Phase at t = 0. Default: 0 deg.
    'phase': str,
}, total=False)

FunctionOfMomentChoicePolynomial = TypedDict("FunctionOfMomentChoicePolynomial", {
    # c₀ + c₁ (t/over) + c₂ (t/over)² + …: every coefficient has the unit of the function.
    'polynomial': "PolynomialOfMoment",
}, total=False)

PolynomialOfMoment = TypedDict("PolynomialOfMoment", {
    # c₀, c₁, c₂, …
    'coefficients': Sequence[str],
    # The time in which each term changes by its coefficient. Default: 1 s.
    'over': str,
}, total=False)

FunctionOfMomentChoicePulse = TypedDict("FunctionOfMomentChoicePulse", {
    # The pulse of a blow; [Moeinzadeh1983] has a decay of 4.73.
    'pulse': "PulseOfMoment",
}, total=False)

PulseOfMoment = TypedDict("PulseOfMoment", {
    # Amplitude.
    'amplitude': str,
    # Duration of the half sine.
    'duration': str,
    # How fast it fades. Default: 4.73.
    'decay': float,
}, total=False)

FunctionOfMomentChoiceSpline = TypedDict("FunctionOfMomentChoiceSpline", {
    # The cubic spline through points; straight beyond its ends, unless it repeats.
    'spline': "SplineOfMoment",
}, total=False)

SplineOfMoment = TypedDict("SplineOfMoment", {
    # Increasing.
    'times': Sequence[str],
    # One for each time.
    'values': Sequence[str],
    # Whether the points are one period, whose last point is the first of the next. Default: False.
    'repeats': bool,
}, total=False)

FunctionOfMomentChoiceFile = TypedDict("FunctionOfMomentChoiceFile", {
    # A column of a table.
    'file': "ColumnFile",
}, total=False)

Contact3 = TypedDict("Contact3", {
    # Its name.
    'name': str,
    # One surface.
    'first': "ContactSurface",
    # The other one.
    'second': "ContactSurface",
    # How it pushes back.
    'law': "ElasticLawChoiceLinear" | "ElasticLawChoiceHertz" | "ElasticLawChoiceEllipticHertz" | "ElasticLawChoiceDoubleLayer" | "ElasticLawChoiceElasticFoundation" | "ElasticLawChoiceThinLayer" | "ElasticLawChoiceJkr" | "ElasticLawChoiceDmt",
    # How impacts lose energy. Default: none.
    'dissipation': Literal['none'] | "DissipationChoiceHuntCrossley" | "DissipationChoiceMarhefkaOrin" | "DissipationChoiceHerbertMcwhannell" | "DissipationChoiceLeeWang" | "DissipationChoiceLankaraniNikravesh" | "DissipationChoiceGonthier" | "DissipationChoiceZhangSharf" | "DissipationChoiceZhiyingQishao" | "DissipationChoiceFlores" | "DissipationChoiceGharibHurmuzlu" | "DissipationChoiceExact" | "DissipationChoiceKelvinVoigt" | "DissipationChoiceScaledUnloading" | "DissipationChoiceStandardLinearSolid",
    # Friction. Default: none.
    'friction': Literal['none'] | "FrictionChoiceCoulomb" | "FrictionChoiceCompliant",
    # A mechanism that starts with a deeper overlap is refused. Default: 1 mm.
    'deepest-start': str,
    'deepest_start': str,
}, total=False)

ContactSurface = TypedDict("ContactSurface", {
    # Name of the body, or `ground`.
    'body': str,
    # Its outline, in the axes of the body.
    'shape': "ShapeChoiceCircle" | "ShapeChoiceSocket" | "ShapeChoiceLine" | "ShapeChoiceProfile",
}, total=False)

ShapeChoiceCircle = TypedDict("ShapeChoiceCircle", {
    # A circle.
    'circle': "Disc",
}, total=False)

Disc = TypedDict("Disc", {
    # Its centre.
    'centre': Sequence[str],
    # Its radius.
    'radius': str,
}, total=False)

ShapeChoiceSocket = TypedDict("ShapeChoiceSocket", {
    # A circle.
    'socket': "Disc",
}, total=False)

ShapeChoiceLine = TypedDict("ShapeChoiceLine", {
    # A straight edge.
    'line': "Edge",
}, total=False)

Edge = TypedDict("Edge", {
    # A point on it.
    'point': Sequence[str],
    # Out of the material, e.g. [0, 1]; its length does not matter.
    'normal': Sequence[float],
}, total=False)

ShapeChoiceProfile = TypedDict("ShapeChoiceProfile", {
    # A smooth curve y(x) in a frame of its own.
    'profile': "Profile",
}, total=False)

Profile = TypedDict("Profile", {
    # Origin of the frame.
    'origin': Sequence[str],
    # How the frame is turned. Default: 0 deg.
    'angle': str,
    # y(x).
    'curve': "ProfileCurveChoicePolynomial" | "ProfileCurveChoiceSpline",
    # Smallest and largest x.
    'range': Sequence[str],
    # Whether the material lies above the curve rather than below. Default: False.
    'material-above': bool,
    'material_above': bool,
}, total=False)

ProfileCurveChoicePolynomial = TypedDict("ProfileCurveChoicePolynomial", {
    # c₀ + c₁ (x/over) + c₂ (x/over)² + …
    'polynomial': "CurvePolynomial",
}, total=False)

CurvePolynomial = TypedDict("CurvePolynomial", {
    # c₀, c₁, c₂, …
    'coefficients': Sequence[str],
    # The length over which each term changes by its coefficient. Default: 1 m.
    'over': str,
}, total=False)

ProfileCurveChoiceSpline = TypedDict("ProfileCurveChoiceSpline", {
    # The cubic spline through points.
    'spline': "CurveSpline",
}, total=False)

CurveSpline = TypedDict("CurveSpline", {
    # Increasing.
    'x': Sequence[str],
    # One for each x.
    'y': Sequence[str],
}, total=False)

Bearing = TypedDict("Bearing", {
    # Its name, under which its force is reported: that on the journal, in the axes of space.
    'name': str,
    # Centre of the journal (the pin).
    'journal': "Attachment",
    # Centre of the bearing (the hole).
    'bearing': "Attachment",
    # What is between them.
    'kind': Literal['ideal'] | "BearingKindChoiceDry" | "BearingKindChoiceLubricated",
}, total=False)

BearingKindChoiceDry = TypedDict("BearingKindChoiceDry", {
    # A pin with clearance. A worn one has more of it.
    'dry': "DryBearing",
}, total=False)

DryBearing = TypedDict("DryBearing", {
    # Radius of the journal.
    'radius': str,
    # Radius of the bearing less that of the journal.
    'clearance': str,
    # What journal and bearing are made of; not needed where the law says it.
    'materials': Sequence[str | "GivenMaterial"],
    # How they push back where they touch.
    'law': "ElasticLawChoiceLinear" | "ElasticLawChoiceHertz" | "ElasticLawChoiceEllipticHertz" | "ElasticLawChoiceDoubleLayer" | "ElasticLawChoiceElasticFoundation" | "ElasticLawChoiceThinLayer" | "ElasticLawChoiceJkr" | "ElasticLawChoiceDmt",
    # What impacts lose. Default: none.
    'dissipation': Literal['none'] | "DissipationChoiceHuntCrossley" | "DissipationChoiceMarhefkaOrin" | "DissipationChoiceHerbertMcwhannell" | "DissipationChoiceLeeWang" | "DissipationChoiceLankaraniNikravesh" | "DissipationChoiceGonthier" | "DissipationChoiceZhangSharf" | "DissipationChoiceZhiyingQishao" | "DissipationChoiceFlores" | "DissipationChoiceGharibHurmuzlu" | "DissipationChoiceExact" | "DissipationChoiceKelvinVoigt" | "DissipationChoiceScaledUnloading" | "DissipationChoiceStandardLinearSolid",
    # How they rub. Default: none.
    'friction': Literal['none'] | "FrictionChoiceCoulomb" | "FrictionChoiceCompliant",
    # Where the journal starts. Default: centre.
    'start': Literal['centre'] | Literal['as-placed'],
}, total=False)

BearingKindChoiceLubricated = TypedDict("BearingKindChoiceLubricated", {
    # A pin in a film of fluid.
    'lubricated': "LubricatedBearing",
}, total=False)

LubricatedBearing = TypedDict("LubricatedBearing", {
    # Radius of the journal.
    'radius': str,
    # Radius of the bearing less that of the journal.
    'clearance': str,
    # Length of the bearing along its axis; the diameter of the journal when absent.
    'length': str,
    # What fills the clearance: a viscosity such as "0.04 Pa s", a fluid of `synovia list`, or a table.
    'fluid': str | "ThinningFluid",
    # How the film is computed. Default: numerical.
    'film': Literal['long'] | Literal['long-integrated'] | Literal['short'] | Literal['numerical'],
    # Cells of a numerical film: once around, and (even) along the axis.
    'cells': Sequence[int],
    # Roughness of both surfaces together, root mean square: the film does not become thinner, and below three times
    # as much the surfaces begin to carry load themselves. Default: 400 nm.
    'roughness': str,
    # What journal and bearing are made of: how their rough surfaces, and their solids, push back.
    'materials': Sequence[str | "GivenMaterial"],
    # How the solids push back; Hertz's law of the materials when absent.
    'law': "ElasticLawChoiceLinear" | "ElasticLawChoiceHertz" | "ElasticLawChoiceEllipticHertz" | "ElasticLawChoiceDoubleLayer" | "ElasticLawChoiceElasticFoundation" | "ElasticLawChoiceThinLayer" | "ElasticLawChoiceJkr" | "ElasticLawChoiceDmt",
    # What impacts of the solids lose. Default: none.
    'dissipation': Literal['none'] | "DissipationChoiceHuntCrossley" | "DissipationChoiceMarhefkaOrin" | "DissipationChoiceHerbertMcwhannell" | "DissipationChoiceLeeWang" | "DissipationChoiceLankaraniNikravesh" | "DissipationChoiceGonthier" | "DissipationChoiceZhangSharf" | "DissipationChoiceZhiyingQishao" | "DissipationChoiceFlores" | "DissipationChoiceGharibHurmuzlu" | "DissipationChoiceExact" | "DissipationChoiceKelvinVoigt" | "DissipationChoiceScaledUnloading" | "DissipationChoiceStandardLinearSolid",
    # How rough surfaces and solids rub. Default: none.
    'friction': Literal['none'] | "FrictionChoiceCoulomb" | "FrictionChoiceCompliant",
    # Where the journal starts. Default: centre.
    'start': Literal['centre'] | Literal['as-placed'],
}, total=False)

Marker = TypedDict("Marker", {
    # Its name.
    'name': str,
    # The point.
    'of': "Attachment",
}, total=False)

MechanismExperimentChoiceForward = TypedDict("MechanismExperimentChoiceForward", {
    # Forward dynamics.
    'forward': "Forward",
}, total=False)

Forward = TypedDict("Forward", {
    # How long. Default: 1 s.
    'duration': str,
    # Frames to keep, first and last included. Default: 201.
    'frames': int,
    # Time scheme; a stiff one (bdf, rosenbrock) for stiff contacts. Default: dormand-prince.
    'scheme': Literal['dormand-prince'] | Literal['rkf45'] | Literal['rosenbrock'] | Literal['bdf'],
    # Error allowed in one step: relative, and in metres and radians. Default: 1e-09.
    'tolerance': float,
    # How joints and guides are kept together.
    'stabilisation': "StabilisationChoiceProjection" | "StabilisationChoiceBaumgarte" | Literal['none'],
    # No step is longer; any may be when absent.
    'largest-step': str,
    'largest_step': str,
}, total=False)

MechanismExperimentChoiceKinematic = TypedDict("MechanismExperimentChoiceKinematic", {
    # A mechanism whose every freedom is guided.
    'kinematic': "Guided",
}, total=False)

Guided = TypedDict("Guided", {
    # How long. Default: 1 s.
    'duration': str,
    # Instants to compute, first and last included. Default: 201.
    'frames': int,
}, total=False)

MechanismExperimentChoiceInverseDynamics = TypedDict("MechanismExperimentChoiceInverseDynamics", {
    # A mechanism whose every freedom is guided.
    'inverse-dynamics': "Guided",
    'inverse_dynamics': "Guided",
}, total=False)

MechanismExperimentChoiceEquilibrium = TypedDict("MechanismExperimentChoiceEquilibrium", {
    # A place of rest.
    'equilibrium': "Equilibrium",
}, total=False)

Equilibrium = TypedDict("Equilibrium", {
    # The instant at which guides and loads are taken. Default: 0 s.
    'time': str,
}, total=False)

MethodChoiceGrid = TypedDict("MethodChoiceGrid", {
    # Every combination of the listed values.
    'grid': "Grid",
}, total=False)

Grid = TypedDict("Grid", {
    # Headline numbers to draw, by their names in `summary.json` (the first that differ between runs).
    'outputs': Sequence[str],
}, total=False)

MethodChoiceList = TypedDict("MethodChoiceList", {
    # Values of all lists side by side.
    'list': "List",
}, total=False)

List = TypedDict("List", {
    # Headline numbers to draw, by their names in `summary.json` (the first that differ between runs).
    'outputs': Sequence[str],
}, total=False)

MethodChoiceLatinHypercube = TypedDict("MethodChoiceLatinHypercube", {
    # Points drawn from the distributions of the inputs.
    'latin-hypercube': "Sample",
    'latin_hypercube': "Sample",
}, total=False)

Sample = TypedDict("Sample", {
    # Number of runs. Default: 128.
    'count': int,
    # Another seed draws other points; the same one draws the same points on every machine. Default: 1.
    'seed': int,
    # Headline numbers to draw, by their names in `summary.json` (the first that differ between runs).
    'outputs': Sequence[str],
}, total=False)

MethodChoiceSobolSequence = TypedDict("MethodChoiceSobolSequence", {
    # Points drawn from the distributions of the inputs.
    'sobol-sequence': "Sample",
    'sobol_sequence': "Sample",
}, total=False)

MethodChoiceRandom = TypedDict("MethodChoiceRandom", {
    # Points drawn from the distributions of the inputs.
    'random': "Sample",
}, total=False)

MethodChoiceMorris = TypedDict("MethodChoiceMorris", {
    # Elementary effects: trajectories on which one input changes at a time.
    'morris': "Morris",
}, total=False)

Morris = TypedDict("Morris", {
    # Number of trajectories, each with one run more than there are inputs. Default: 20.
    'trajectories': int,
    # Levels of the grid through which they run, an even number. Default: 4.
    'levels': int,
    # Another seed draws other trajectories. Default: 1.
    'seed': int,
    # Headline numbers to judge, by their names in `summary.json` (the first that differ between runs).
    'outputs': Sequence[str],
}, total=False)

MethodChoiceSobolIndices = TypedDict("MethodChoiceSobolIndices", {
    # Shares of the variance, with 95 % confidence.
    'sobol-indices': "SobolIndices",
    'sobol_indices': "SobolIndices",
}, total=False)

SobolIndices = TypedDict("SobolIndices", {
    # Number of rows, best a power of two; each takes two runs more than there are inputs. Default: 256.
    'rows': int,
    # Another seed draws other points. Default: 1.
    'seed': int,
    # Headline numbers to judge, by their names in `summary.json` (the first that differ between runs).
    'outputs': Sequence[str],
}, total=False)

MethodChoiceOptimise = TypedDict("MethodChoiceOptimise", {
    # The best design.
    'optimise': "Optimise",
}, total=False)

Optimise = TypedDict("Optimise", {
    # Headline numbers to make small; with `maximise`, several give the front of the best compromises.
    'minimise': Sequence[str],
    # Headline numbers to make large.
    'maximise': Sequence[str],
    # What must hold, such as `"peak_pressure_Pa <= 8e6"`, in the SI unit of the name.
    'subject-to': Sequence[str],
    'subject_to': Sequence[str],
    # How to search. Default: bayesian.
    'search': Literal['bayesian'] | Literal['cobyla'] | Literal['evolution'],
    # Most runs. Default: 100.
    'count': int,
    # Another seed searches along another way. Default: 1.
    'seed': int,
    # How many runs a Bayesian search asks for at once (4): as many as there are workers to keep busy. The answer
    # depends on it, and not on who computes the runs. The other searches have rounds of their own.
    'at-once': int,
    'at_once': int,
}, total=False)

MethodChoiceCalibrate = TypedDict("MethodChoiceCalibrate", {
    # Inputs that reproduce measurements.
    'calibrate': "Calibrate",
}, total=False)

Calibrate = TypedDict("Calibrate", {
    # A CSV file with one row per experiment; relative to the study file.
    'table': Any,
    # Columns that set inputs of the study: the path of each input, and the name of its column. Values carry units in
    # the column's name, as in `load_N`, and are in SI.
    'set': Mapping[str, Any],
    # Columns that were measured: the headline number, and the name of its column.
    'compare': Mapping[str, Any],
    # Most evaluations of the whole table. Default: 100.
    'count': int,
}, total=False)

DossierInput = TypedDict("DossierInput", {
    # The question that the study answers, in one sentence.
    'question': str,
    # The context of use: who decides what by the answer, and what else decides.
    'context': str,
    # How much of the decision rests on the model: low where other evidence decides, high where the model decides
    # alone. Default: medium.
    'influence': Literal['low'] | Literal['medium'] | Literal['high'],
    # How bad a wrong decision would be: low where it costs time, high where it may harm somebody for good. Default:
    # medium.
    'consequence': Literal['low'] | Literal['medium'] | Literal['high'],
    # Headline numbers that answer the question, such as "peak_pressure_Pa"; the first of the result when none is
    # given.
    'quantities': Sequence[str],
    # Runs in which the uncertain inputs are drawn (Latin hypercube). Default: 64.
    'samples': int,
    # Who else has checked the inputs and the result.
    'reviewed-by': str,
    'reviewed_by': str,
    # How well the inputs are known: distributions by path, written as in `[vary]`.
    'uncertain': Mapping[str, Any],
}, total=False)

StudyTables = TypedDict("StudyTables", {
    # What to call it, above the report.
    'title': str,
    # A hip replacement: a ball in a lined cup.
    'hip': "Parameters",
    # A knee in the sagittal plane: laws, geometries and materials of its contact.
    'knee': "Parameters2",
    # The liner of a cup by finite elements: static contact, and motion with coupled wear.
    'liner': "LinerParameters",
    # A total knee replacement in three dimensions: a femoral component on a tibial insert.
    'knee-replacement': "KneeReplacement",
    'knee_replacement': "KneeReplacement",
    # A walk in the sagittal plane with an ideal, dry or lubricated hip.
    'gait': "Parameters3",
    # A skeleton with muscles: from a measured motion to muscle forces and joint contact forces.
    'body': "BodyParameters",
    # Any planar mechanism: bodies, joints, guides, forces and contacts.
    'mechanism': "Parameters4",
    # What changes from run to run: a study of many runs.
    'vary': Mapping[str, Any],
    # How the runs of a study of many are chosen.
    'runs': "MethodChoiceGrid" | "MethodChoiceList" | "MethodChoiceLatinHypercube" | "MethodChoiceSobolSequence" | "MethodChoiceRandom" | "MethodChoiceMorris" | "MethodChoiceSobolIndices" | "MethodChoiceOptimise" | "MethodChoiceCalibrate",
    # What a dossier is about: the question, what depends on its answer, and how well the inputs are known.
    'dossier': "DossierInput",
    # Files from memory, by name: bytes.
    'files': Any,
}, total=False)
