"""Runs the tests that a change can reach: `python -m tests.changed [--since COMMIT] [--list] [PYTEST WORDS]`.

A test file is reached from what it imports, directly or through others, and from what it names:

- a module that runs in another process is named by a text ("core.worker"), which counts as an import;
- a job's module is what names the type of that job imports (core/jobs/registry.py loads it by name);
- a fixture's imports are those of the test files that name it, not of all files beside its conftest.py;
- a test of the window reaches the pages that it names (`pages.train`), all if it names none or walks through them;
- a file that is no module reaches what names it, or its folder; ALL lists what reaches everything.

tests/defences.py shows in continuous integration that what breaks a module's promise is among what is selected for it.
"""

from __future__ import annotations

import argparse
import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path

import grimp

from core.jobs.registry import JOBS

ROOT = Path(__file__).parents[1]
ROOMS = ("core", "app", "tests")
ALL = (
    "pyproject.toml", "constraints.txt", "tests/conftest.py", "tests/support/starts.py", "packaging/setup_env.py",
    "packaging/setup_llama.py",
)  # fmt: skip
PAGES = "app.shell.pages"
WALKS = ("every_page", "window.keys")  # what a test says that walks through all pages
REGISTRY = "core.jobs.registry"
# rooms that the window uses
WINDOWS = tuple(f"core.{room}." for room in ("base", "gguf", "protocol", "advice", "runs"))
# They name modules that run as programs without running them, or (report) only for a person who asks in a crash.
NAMING = ("core.base.own_process", "core.base.command_lines", "core.runs.report", REGISTRY)
KERNELS = "core.engine.kernels"
NO_TESTS = 5  # pytest's exit status where `-m` leaves none of the files' tests


class Reach:
    """Which test files a change can reach, in the tree as it stands."""

    def __init__(self) -> None:
        self._graph = grimp.build_graph(*ROOMS)
        self._sources = {name: path.read_text(encoding="utf-8") for name, path in _modules()}
        self._words = {name: set(re.findall(r"\w+", text)) for name, text in self._sources.items()}
        self._texts = {name: _texts(text) for name, text in self._sources.items()}
        for name in self._sources:  # those that nothing imports and that import nothing of ours
            self._graph.add_module(name)
        self._add_texts()
        self._add_jobs()
        self._add_pages()
        for name in [name for name in self._sources if name.endswith("conftest")]:
            self._add_fixtures(name)

    def tests(self, changed: Iterable[str]) -> set[str]:
        """Return the test files, as paths from the root, that a change of these files can reach."""
        return {_path(name) for name in self.modules(changed)} & self.all

    def modules(self, changed: Iterable[str]) -> set[str]:
        """Return the modules that a change of these files can reach."""
        reached = set[str]()
        for file in changed:
            if file in ALL:
                return set(self._sources)
            for module in self._modules_of(file):
                reached |= {module, *self._graph.find_downstream_modules(module)}
            if file.endswith(".py"):
                reached |= {name for name, texts in self._texts.items() if "*.py" in texts}  # they read every module
            if file.endswith("/conftest.py"):
                reached |= {name for name in self._sources if name.startswith(_named(file).rpartition(".")[0] + ".")}
        return reached

    @cached_property
    def all(self) -> set[str]:
        return {_path(name) for name in self._sources if name.rpartition(".")[2].startswith("test_")}

    def _modules_of(self, file: str) -> set[str]:
        """The module that a file is, or those that name it or its folder."""
        path = Path(file)
        if path.suffix == ".py" and path.parts[0] in ROOMS:
            return {_named(file)} & self._graph.modules  # none if it was deleted: who imported it has changed, too
        if path.parts[:3] == ("core", "engine", "kernels"):
            return {name for name in self._graph.modules if name == KERNELS or name.startswith(f"{KERNELS}.")}
        tests = {name for name in self._texts if name.startswith("tests.")}
        if file.startswith("tests/fixtures/"):
            return self._naming({path.parts[2]}, tests)
        if path.parts[0] == "packaging":
            return self._naming({path.name}, tests) | {name for name in tests if name.startswith("tests.packaging.")}
        if path.suffix == ".md" or path.parts[0] == "docs":  # README.md is the name of many a file in a test
            return self._naming(
                {path.name, path.parts[0], f"*{path.suffix}"}, {name for name in tests if "ROOT" in self._words[name]}
            )
        is_translation = file.startswith("resources/languages/")  # every text asks for them
        name = path.name if path.suffix or len(path.parts) == 1 else file  # "run" is in many a text
        return self._naming({name, path.parent.name} - {""}, tests if is_translation else self._texts)

    def _naming(self, names: set[str], modules: Iterable[str]) -> set[str]:
        """Return which of them have a text with one of the names as a part of a path."""
        return {module for module in modules if any(names & set(text.split("/")) for text in self._texts[module])}

    def _add_texts(self) -> None:
        """Have a module import what it names by a text; which it runs as a program."""
        for name in self._sources.keys() - set(NAMING):
            for text in self._texts[name] & self._sources.keys():
                if "." in text:
                    self._add(name, text)
                    self._add(name, f"{text}.__main__")

    def _add_jobs(self) -> None:
        modules = {job.__name__: f"core.jobs.{module}" for job, (module, _) in JOBS.items()}
        for name, words in self._words.items():
            if not name.startswith(WINDOWS) and name != REGISTRY:
                for job in words & modules.keys():
                    self._add(name, modules[job])

    def _add_pages(self) -> None:
        pages = [name for name in self._sources if re.fullmatch(r"app\.pages\.\w+\.page", name)]
        shells = {name for name in self._sources if name.startswith("app.shell.")}
        for page in pages:
            for importer in shells & self._graph.find_modules_that_directly_import(page):
                self._graph.remove_import(importer=importer, imported=page)
        named = re.compile(rf"""\bpages\.({"|".join(page.split(".")[2] for page in pages)})\b""")
        for test in self._graph.find_downstream_modules(PAGES) | {
            name for name in self._sources if "pages" in self._words[name]
        }:
            if test.startswith("tests.app.") and test.rpartition(".")[2].startswith("test_"):
                text = self._sources[test]
                wanted = {f"app.pages.{key}.page" for key in named.findall(text)}
                for page in wanted if wanted and not any(word in text for word in WALKS) else pages:
                    self._add(test, page)

    def _add_fixtures(self, conftest: str) -> None:
        """Have the test files below that name a fixture import what its function uses."""
        tree = ast.parse(self._sources[conftest])
        imported = dict(_imports(tree))
        functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}

        def uses(fixture: str) -> set[str]:
            inside = {node.id for node in ast.walk(functions[fixture]) if isinstance(node, ast.Name)}
            others = {argument.arg for argument in functions[fixture].args.args} & functions.keys() - {fixture}
            found = {imported[name] for name in inside & imported.keys()} | {
                to for _, to in _imports(functions[fixture])
            }
            return found.union(*map(uses, others))

        below = conftest.removesuffix("conftest")
        for fixture in functions:
            for name, words in self._words.items():
                if name.startswith(below) and name != conftest and fixture in words:
                    for module in uses(fixture):
                        self._add(name, module)

    def _add(self, importer: str, imported: str) -> None:
        if imported in self._sources and importer != imported:
            self._graph.add_import(importer=importer, imported=imported)


def _modules() -> Iterator[tuple[str, Path]]:
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            yield _named(path.relative_to(ROOT).as_posix()), path


def _named(file: str) -> str:
    """The module that a path from the root is."""
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _path(module: str) -> str:
    return module.replace(".", "/") + ".py"


def _texts(source: str) -> set[str]:
    """The texts in a file that are no sentences: they may name a file or a module."""
    return {
        node.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " not in node.value
    }


def _imports(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Names in a file, and the modules that they come from."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                yield alias.asname or alias.name, node.module
                yield alias.asname or alias.name, f"{node.module}.{alias.name}"


def changed_since(commit: str) -> list[str]:
    """Return what differs from there, as paths from the root; what git does not know yet and does not ignore, too."""
    said = [
        subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
        for words in (["diff", "--name-only", "--no-renames", commit], ["ls-files", "--others", "--exclude-standard"])
    ]
    return sorted({*said[0], *said[1]})


def main() -> int:
    parser = argparse.ArgumentParser(description="Run the tests that a change can reach.")
    parser.add_argument("--since", default="HEAD", help="a commit; what differs from it is the change")
    parser.add_argument("--list", action="store_true", help="name the test files, and run nothing")
    parser.add_argument(
        "--reaches", metavar="MODULE", help="run nothing; end with 0 where the change reaches it, else 1"
    )
    options, pytest_words = parser.parse_known_args()
    changed = changed_since(options.since)
    if options.reaches:
        return int(options.reaches not in Reach().modules(changed))
    selected = sorted(Reach().tests(changed))
    print(f"{len(changed)} files differ from {options.since}; {len(selected)} test files can tell.", flush=True)
    if options.list or not selected:
        print(*selected, sep="\n")
        return 0
    ended = subprocess.call([sys.executable, "-m", "pytest", *pytest_words, *selected], cwd=ROOT)
    return 0 if ended == NO_TESTS else ended


if __name__ == "__main__":
    raise SystemExit(main())
