#!/usr/bin/env python3
"""`make wheels`: what pip installs, into build/wheels: Luthier as sdist and wheel, and its engine, built for everyone.

luthier-engine holds llama_cpp with ggml for every processor of a kind, and our kernels where core/engine/kernels looks
for them. It has Luthier's version and goes with that alone. ARGS names other systems (windows, arm), whose engines
cross compilers build. Nothing here needs a network once the engine is built.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import tempfile
from pathlib import Path

from build_engine import CROSS, Target, engine_libraries, has_variants, this_system
from setup_kernels import LIBRARY as KERNELS
from setup_kernels import compile_library
from setup_shell import PYTHON, ROOT, SetupError, Step, run, site_packages
from setup_vulkan import PLUGIN

OUT = ROOT / "build" / "wheels"
ENGINE = ROOT / "packaging" / "engine"
NEEDED = re.compile(r"\bGLIBC_2\.(\d+)\b")


def main() -> int:
    parser = argparse.ArgumentParser(description="Pack Luthier and its engine for pip.")
    parser.add_argument("others", nargs="*", choices=[[], *CROSS], help="also the engine of these systems")
    others = parser.parse_args().others
    if not has_variants():
        print("Wheels are made on Linux with x86-64 or ARM64 so far; elsewhere pip compiles: luthier[compile].")
        return 1
    try:
        shutil.rmtree(OUT, ignore_errors=True)
        with Step("Packing Luthier"):
            build_luthier(OUT)
        for target in (this_system(), *(CROSS[name] for name in others)):
            build_engine_wheel(target, OUT)
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    for file in sorted(OUT.iterdir()):
        print(f"{file}: {file.stat().st_size / 1e6:.1f} MB")
    return 0


def build_luthier(out: Path) -> None:
    """Build an sdist of the files that git knows, so that nothing else gets in, and of that the wheel, as pip would."""
    wanted = ["app", "core", "resources", "packaging", "*.md", "LICENSE", "*.txt", "*.toml"]
    files = run(["git", "-C", ROOT, "ls-files", *wanted])
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        source = Path(scratch)
        for name in files.splitlines():
            if (ROOT / name).is_file() and not name.startswith(("docs/", "tests/")):
                (source / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, source / name)
        grafts = "".join(f"graft {name}\n" for name in ("app", "core", "resources", "packaging"))
        (source / "MANIFEST.in").write_text(f"{grafts}include *.md *.txt\n")
        build = "import sys; from setuptools import build_meta; build_meta.build_sdist(sys.argv[1])"
        run(["env", "-C", source, PYTHON, "-c", build, out])
    pip_wheel(next(out.glob("luthier-*.tar.gz")), out)


def build_engine_wheel(target: Target, out: Path) -> Path:
    """Build the engine's wheel for a system and return it. Raises SetupError."""
    libraries = engine_libraries(target)
    with Step(f"Packing the engine for {target.name}"), tempfile.TemporaryDirectory() as scratch:
        source, packages = Path(scratch) / "engine", site_packages()
        shutil.copytree(ENGINE, source)
        not_these = shutil.ignore_patterns("lib", "__pycache__")
        shutil.copytree(packages / "llama_cpp", source / "llama_cpp", ignore=not_these)
        shutil.copytree(libraries, source / "llama_cpp" / "lib", ignore=shutil.ignore_patterns("*.json"))
        shutil.copy(ROOT / "LICENSE", source)
        about = next(packages.glob("llama_cpp_python-*.dist-info"))
        shutil.copy(next(about.rglob("LICENSE*")), source / "LICENSE.llama-cpp-python")
        for folder in ("kernels", "backends", "objects"):
            (source / folder).mkdir()
        compile_library(target.c, source / "kernels" / KERNELS.name, source / "objects", machine=target.machine)
        if target == this_system() and PLUGIN.exists():
            shutil.copy(PLUGIN, source / "backends")
        tag = target.tag.format(newest_glibc(source)) if "{}" in target.tag else target.tag
        pip_wheel(source, out, f"--config-settings=--build-option=--plat-name={tag}")
        return next(out.glob(f"luthier_engine-*{tag}.whl"))


def pip_wheel(source: Path, out: Path, *options: str) -> None:
    """Have pip build a wheel by .venv's setuptools, without a network."""
    run([PYTHON, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", out, *options, source])


def newest_glibc(source: Path) -> int:
    """Return the minor version of the newest glibc 2 that any library needs, for the wheel's tag (PEP 600)."""
    symbols = [run(["readelf", "--dyn-syms", "--wide", library]) for library in source.rglob("*.so*")]
    return max([17, *(int(minor) for minor in NEEDED.findall("".join(symbols)))])


if __name__ == "__main__":
    sys.exit(main())
