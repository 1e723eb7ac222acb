//! Colours: on terminals only, unless asked for.

use crate::{Ran, finish, program};

fn coloured(ran: &Ran) -> (bool, bool) {
    (ran.out.contains('\u{1b}'), ran.err.contains('\u{1b}'))
}

fn run(arguments: &[&str], variable: Option<&str>) -> Ran {
    let mut program = program();
    if let Some(name) = variable {
        program.env(name, "1");
    }
    finish(
        program
            .args(arguments)
            .arg("fire 4 musketeer at pike 10in rolled 6541"),
    )
}

#[test]
fn a_pipe_has_no_colours_unless_asked_for() {
    assert_eq!(coloured(&run(&[], None)), (false, false));
    assert_eq!(coloured(&run(&["--color", "never"], None)), (false, false));
    assert_eq!(coloured(&run(&["--color", "always"], None)), (true, true));
}

#[test]
fn the_environment_can_ask_and_forbid() {
    assert_eq!(coloured(&run(&[], Some("CLICOLOR_FORCE"))), (true, true));
    assert_eq!(coloured(&run(&[], Some("NO_COLOR"))), (false, false));
    let forced = run(&["--color", "never"], Some("CLICOLOR_FORCE"));
    assert_eq!(coloured(&forced), (false, false));
}
