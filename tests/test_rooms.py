"""The package as a house: each room imports only rooms above it, and late imports are for start-up only."""

import ast

from conftest import ROOT

import pyclingo_app

PACKAGE = ROOT / "pyclingo_app"

# From the top of the house down; what stands together in a line does not know each other.
ROOMS = [
    ("errors", "words"),
    ("facts",),
    ("draw",),
    ("program",),
    ("solve",),
    ("explain", "cnf", "formats"),
    ("generate",),
    ("lint",),
    ("jobs",),
    ("given",),
    ("puzzle",),
    ("write",),
    ("batches",),
    ("worker",),
    ("web",),
    ("cli",),
    ("__init__", "__main__"),
]
FLOOR = {room: floor for floor, rooms in enumerate(ROOMS) for room in rooms}

# Imports inside functions, each for the time at the start of a process that it
# saves those who do not need it, in milliseconds (python -X importtime, cumulative).
LATE = {
    ("jobs", "formats"): 6,
    ("jobs", "jobs"): 0.3,
    ("jobs", "explain"): 3,
    ("jobs", "cnf"): 3,
    ("jobs", "solve"): 2,
    ("jobs", "lint"): 8,
    ("jobs", "generate"): 8,
    ("puzzle", "jobs"): 10,
    ("puzzle", "lint"): 8,
    ("puzzle", "program"): 4,
    ("puzzle", "generate"): 1,
    ("given", "formats"): 6,
    ("puzzle", "explain"): 3,
    ("draw", "draw"): 1,
    ("write", "draw"): 2,
    ("write", "write"): 3,
    ("write", "jobs"): 4,
    ("cli", "batches"): 2,
    ("cli", "formats"): 6,
    ("cli", "generate"): 8,
    ("cli", "write"): 5,
    ("cli", "lint"): 8,
    ("cli", "solve"): 2,
    ("cli", "jobs"): 10,
    ("cli", "web"): 140,
    ("cli", "cli"): 45,
    ("worker", "batches"): 20,
    ("program", "program"): 2,
    ("solve", "program"): 0.5,
    ("solve", "solve"): 1.5,
    ("__init__", "write"): 8,
    ("__main__", "cli"): 45,
    ("__main__", "write"): 5,
}


def imports():
    """Each import of one module of the package by another: from, to, and whether it stands inside a function."""
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        tree = ast.parse(path.read_text(encoding="utf-8"))
        inner = {
            id(node)
            for function in ast.walk(tree)
            if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef))
            for node in ast.walk(function)
        }
        typing = {
            id(node)
            for check in ast.walk(tree)
            if isinstance(check, ast.If) and "TYPE_CHECKING" in ast.unparse(check.test)
            for node in ast.walk(check)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.level and id(node) not in typing:
                base = parts[: len(parts) - node.level]
                names = [*base, *(node.module.split(".") if node.module else [])]
                for alias in node.names:
                    target = (*names, alias.name)
                    yield "/".join(parts), parts[0], target[0], id(node) in inner, target


def test_every_module_has_a_room():
    rooms = {path.relative_to(PACKAGE).parts[0].removesuffix(".py") for path in PACKAGE.rglob("*.py")}
    assert rooms <= set(FLOOR), rooms - set(FLOOR)


def test_rooms_import_only_rooms_above_them():
    found = list(imports())
    assert len(found) > 100
    for module, own, room, *_ in found:
        assert own == room or FLOOR[room] < FLOOR[own], f"{module} imports {room}"


def test_there_are_no_circles():
    """Late imports count, too: what stays when all that imports nothing else is taken away, again and again."""
    files = {"/".join(path.relative_to(PACKAGE).with_suffix("").parts) for path in PACKAGE.rglob("*.py")}
    graph = {file: set() for file in files}
    for module, *_, target in imports():
        places = ("/".join(target), "/".join(target[:-1]), "/".join((*target, "__init__")))
        graph[module] |= {place for place in places if place in files and place != module}
    while leaves := {file for file, imported in graph.items() if not imported & graph.keys()}:
        graph = {file: imported for file, imported in graph.items() if file not in leaves}
    assert graph == {}


def test_late_imports_stand_in_the_list():
    late = {(own, room) for _, own, room, inside, _ in imports() if inside}
    assert late == set(LATE)


def test_only_the_table_of_commands_names_modules_otherwise():
    for path in PACKAGE.rglob("*.py"):
        named = "import_module" in path.read_text(encoding="utf-8")
        assert named == (path.relative_to(PACKAGE).as_posix() in ("cli/fast.py", "__init__.py")), path


def test_public_names_are_imported_from_where_type_checkers_see_them():
    text = (PACKAGE / "__init__.py").read_text(encoding="utf-8")
    seen = {
        node.module: tuple(alias.name for alias in node.names)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ImportFrom) and node.level
    }
    attach = {"write.notebook": ("attach",)}
    assert seen == pyclingo_app._ROOMS | attach
    assert sorted(name for names in pyclingo_app._ROOMS.values() for name in names) == pyclingo_app.__all__


def test_no_file_and_no_function_is_too_long():
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert len(text.splitlines()) <= 500, path
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                assert node.end_lineno - node.lineno < 60, f"{path}:{node.lineno} {node.name}"


def test_only_the_command_line_reads_the_environment():
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        room = path.relative_to(PACKAGE).parts[0]
        if room not in ("cli", "__main__.py"):
            assert "os.environ" not in text, path
            assert "getenv" not in text, path
        assert "os.chdir" not in text, path
