//! probe
#![allow(clippy::print_stdout)]
use mechanics::material::Elastic;
use mechanics::solid::contact::*;
use mechanics::solid::element::ElementKind;
use mechanics::solid::mesh::*;
use mechanics::solid::*;
use nalgebra::Vector3;
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let kind = match args[1].as_str() { "hex8" => ElementKind::Hex8, "hex20" => ElementKind::Hex20, "hex27" => ElementKind::Hex27, "tet10" => ElementKind::Tet10, _ => ElementKind::Tet4 };
    let n: usize = args[2].parse().unwrap();
    let finite = args.get(3).is_some_and(|a| a == "nh");
    // name, load, c um, Rc, h, E, refP, refr
    let rows = [
        ("250 N", 250.0, 80e-6, 14e-3, 8e-3, 0.5e9, 2.297, 7.45),
        ("500 N", 500.0, 80e-6, 14e-3, 8e-3, 0.5e9, 3.413, 8.72),
        ("1000 N", 1000.0, 80e-6, 14e-3, 8e-3, 0.5e9, 5.243, 10.02),
        ("1500 N", 1500.0, 80e-6, 14e-3, 8e-3, 0.5e9, 6.822, 10.76),
        ("2000 N", 2000.0, 80e-6, 14e-3, 8e-3, 0.5e9, 8.299, 11.27),
        ("c 100", 500.0, 100e-6, 14e-3, 8e-3, 0.5e9, 3.755, 8.29),
        ("c 200", 500.0, 200e-6, 14e-3, 8e-3, 0.5e9, 5.095, 7.04),
        ("Rc 16", 500.0, 80e-6, 16e-3, 8e-3, 0.5e9, 2.882, 9.55),
        ("Rc 18", 500.0, 80e-6, 18e-3, 8e-3, 0.5e9, 2.497, 10.30),
        ("h 12", 500.0, 80e-6, 14e-3, 12e-3, 0.5e9, 3.074, 9.04),
        ("h 16", 500.0, 80e-6, 14e-3, 16e-3, 0.5e9, 2.913, 9.18),
        ("E 1", 500.0, 80e-6, 14e-3, 8e-3, 1e9, 4.583, 7.46),
        ("E 2", 500.0, 80e-6, 14e-3, 8e-3, 2e9, 6.299, 6.30),
    ];
    for (name, load, c, rc, h, e, rp, rr) in rows {
        if let Some(only) = args.get(4) { if !name.contains(only.as_str()) { continue; } }
        let t0 = Instant::now();
        let shell = HemisphericalShell { inner_radius: rc, thickness: h, rim_angle: std::f64::consts::FRAC_PI_2, patch_angle: std::env::var("PA").map_or(0.45, |v| v.parse().unwrap()), patch_cells: n, ring_cells: n*5/4, ring_growth: std::env::var("RG").map_or(1.04, |v| v.parse().unwrap()), layers: std::env::var("LA").map_or(n.div_ceil(2), |v| v.parse().unwrap()), layer_growth: std::env::var("LG").map_or(1.3, |v| v.parse().unwrap()), sector: Sector::Quarter };
        let mesh = shell.mesh(kind).unwrap();
        let [x, y, outer] = ["x=0", "y=0", "outer"].map(|s| mesh.nodes_of(s).unwrap());
        let el = Elastic { modulus: e, poisson: 0.4, density: 938.0 };
        let mat = if finite { Material::NeoHookean(el) } else { Material::Linear(el) };
        let solid = Solid::new(mesh, mat, Supports::none().hold(&x, 0).hold(&y, 1).clamp(&outer)).unwrap();
        let contact = SphereContact::new(&solid, "inner").unwrap();
        let mut statics = Statics::new(&solid);
        let t1 = Instant::now();
        solid.symbolic().unwrap();
        let t2 = Instant::now();
        let mut asm = Assembly::new(&solid); asm.compute_stiffness(&solid, &solid.state(), None).unwrap();
        let t3 = Instant::now();
        let f = numerics::sparse::Factor::new(solid.symbolic().unwrap(), &asm.stiffness).unwrap();
        let t4 = Instant::now();
        let mut col = vec![1.0; solid.unknowns()*64]; f.solve(&mut col);
        let t5 = Instant::now();
        let sphere = RigidSphere { centre: Vector3::zeros(), radius: rc - c };
        let lead = Leading::Force { force: Vector3::z() * load / 4.0, free: vec![Vector3::z()] };
        let s = match contact.solve(&mut statics, sphere, &lead, &ContactSettings::default()) { Ok(s) => s, Err(e) => { println!("{name}: {e}"); continue; } };
        let t6 = Instant::now();
        let places = contact.corner_places();
        let r = s.compute_radius(&places, Vector3::z()).unwrap_or(0.0) * 1e3;
        let pole = (0..places.len()).find(|&i| places[i].xy().norm() < 1e-12).unwrap();
        let p = s.current_pressure[pole] / 1e6; let p0 = s.pressure[pole]/1e6; let places: Vec<_> = contact.surface().corners.iter().map(|&n| solid.mesh().nodes[n] + s.state.displacement[n]).collect(); let r2 = s.compute_radius(&places, Vector3::z()).unwrap_or(0.0)*1e3;
        let pts: Vec<(f64,f64)> = places.iter().zip(&s.current_pressure).map(|(x,p)| ((x.xy().norm()*1e3/r).powi(2), *p/1e6)).filter(|q| q.0 < 0.36).collect();
        let (mut nm, mut rt) = (nalgebra::Matrix3::zeros(), Vector3::zeros());
        for q in &pts { let row = Vector3::new(1.0,q.0,q.0*q.0); nm += row*row.transpose(); rt += row*q.1; }
        let fit = nm.lu().solve(&rt).unwrap(); let pf = fit[0];
        let mut near: Vec<(f64,f64)> = pts.clone(); near.sort_by(|a,b| a.0.total_cmp(&b.0)); 
        if args.get(5).is_some() { for q in near.iter().take(12) { println!("   {:.4} {:.4} fit {:.4}", q.0, q.1, fit[0]+fit[1]*q.0+fit[2]*q.0*q.0); } }
        let peak = s.peak_pressure().0;
        let mut est = String::new();
        for deg in 2..=5usize { for lo in [0.05f64, 0.15] {
            let pts: Vec<(f64,f64,f64)> = places.iter().zip(&s.current_pressure).zip(&contact.surface().area).map(|((x,p),a)| (x.xy().norm_squared()*1e6/100.0, (p/peak).powi(2), *a)).filter(|q| q.1 > lo*lo).collect();
            let mut m = nalgebra::DMatrix::zeros(deg+1,deg+1); let mut b = nalgebra::DVector::zeros(deg+1);
            for q in &pts { let row = nalgebra::DVector::from_fn(deg+1, |i,_| q.0.powi(i as i32)); m += &row*row.transpose()*q.2; b += row*(q.1*q.2); }
            let f = m.lu().solve(&b).unwrap();
            let val = |x: f64| (0..=deg).map(|i| f[i]*x.powi(i as i32)).sum::<f64>();
            let mut x = pts.iter().map(|q| q.0).fold(0.0, f64::max)*0.9; let st=0.0005; while val(x) > 0.0 && x < 2.0 { x += st; }
            est += &format!(" d{deg}/{lo}: {:.3}({:+.2})", (x*100.0).sqrt(), ((x*100.0).sqrt()/rr-1.0)*100.0);
        }}
        let area = s.compute_area(contact.surface())*4.0; let cosm = 1.0 - area/(2.0*std::f64::consts::PI*rc*rc); let ra = rc*(1.0-cosm*cosm).sqrt()*1e3;
        println!("{name} {est} area {ra:.3}({:+.2})", (ra/rr-1.0)*100.0);
        println!("{name:8} fit {pf:.4} ({:+.2}%) p0 {p0:.4} r2 {r2:.3} P {p:.4} ({:+.2}%) peak {:.4} r {r:.3} ({:+.2}%) e {:.2}um unknowns {} {:?} mesh {:?} order {:?} asm {:?} fact {:?} 64rhs {:?} contact {:?}", (pf/rp-1.0)*100.0, (p/rp-1.0)*100.0, s.peak_pressure().0/1e6, (r/rr-1.0)*100.0, s.sphere.centre.z*1e6, solid.unknowns(), s.work, t1-t0, t2-t1, t3-t2, t4-t3, t5-t4, t6-t5);
    }
}
