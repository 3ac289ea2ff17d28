//! The pages of the papers name what is there.
#![allow(clippy::unwrap_used, clippy::panic)]

use joints::Unwatched;
use study::validation::Library;

/// What a page takes from its studies is there: figures by their titles, quantities, columns, parameters with their printed
/// values, and rows of cases. The numbers are those of cheap runs, so that bounds on them say nothing here: the pages
/// themselves judge them (`cargo xtask validate`).
#[test]
fn every_page_can_be_made_from_quick_runs_of_its_studies() {
    let library = Library::embedded();
    assert_eq!(library.papers().len(), 5);
    for name in library.papers() {
        let paper = library.check_paper(name, &Unwatched).unwrap_or_else(|error| panic!("{error}"));
        let taken: usize = paper.items.iter().map(|item| item.figures).sum();
        assert_eq!(paper.outcome.figures.len(), taken, "{name}");
        for item in &paper.items {
            for row in item.shown.iter().filter(|row| row.texts.is_some()) {
                assert_eq!(row.agrees, Some(true), "{name}, {}: {} {:?}", item.number, row.label, row.texts);
            }
            for row in &item.comparisons {
                assert_ne!(row.pass, Some(false), "{name}, {}: {} {}", item.number, row.label, row.quantity);
            }
        }
    }
}

/// A figure, a column or a quantity that is not there is an error that names it, its study and what there is.
#[test]
fn what_is_not_there_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let papers = folder.path().join("papers");
    std::fs::create_dir_all(&papers).unwrap();
    let head = "title = \"P\"\nsource = \"P2000\"\n[studies.hip]\ntemplate = \"hip-static\"\n\
                [[item]]\nnumber = \"Fig. 1\"\ntitle = \"F\"\nverdict = \"present\"\n";
    for (item, said) in [
        ("[[item.figure]]\nstudy = \"hip\"\ntake = \"Contact presure\"\n", "has no figure `Contact presure`"),
        ("[[item.shown]]\nstudy = \"hip\"\nquantity = \"peak_presure_Pa\"\n", "gives no `peak_presure_Pa`"),
        (
            "[[item.shown]]\nstudy = \"hip\"\nquantity = \"peak_pressure_Pa\"\nat = { column = \"lod_N\", value = 1.0 }\n",
            "has no column `lod_N`",
        ),
        ("[[item.shown]]\nstudy = \"hop\"\nquantity = \"peak_pressure_Pa\"\n", "there is no study `hop`"),
        (
            "[[item.shown]]\nstudy = \"hip\"\nquantity = \"peak_pressure_Pa\"\nprinted = [1.0]\nhigh = 2.0\n",
            "a bound and a printed value",
        ),
    ] {
        std::fs::write(papers.join("p.toml"), format!("{head}{item}")).unwrap();
        let library = Library::load_folder(folder.path()).unwrap();
        let error = library.check_paper("p", &Unwatched).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
    }
}
