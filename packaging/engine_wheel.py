#!/usr/bin/env python3
"""`make wheels`: what pip installs, into build/wheels: Luthier as sdist and wheel, and its engine, built for everyone.

luthier-engine holds llama_cpp with ggml for every processor of a kind, and our kernels where core/engine/kernels looks
for them. It has Luthier's version and goes with that alone. Nothing here needs a network once the engine is built.
"""

from __future__ import annotations

import platform
import re
import shutil
import sys
import tempfile
from pathlib import Path

from build_engine import engine_libraries, has_variants
from setup_kernels import LIBRARY as KERNELS
from setup_kernels import set_up_kernels
from setup_llama import build_settings
from setup_shell import PYTHON, ROOT, VENV, SetupError, Step, project, run, site_packages
from setup_vulkan import PLUGIN

OUT = ROOT / "build" / "wheels"
NEEDED = re.compile(r"\bGLIBC_2\.(\d+)\b")
SETUP = """
from setuptools import setup
from setuptools.command.bdist_wheel import bdist_wheel

class AnyPython(bdist_wheel):
    def get_tag(self):
        return "py3", "none", {tag!r}

setup(name="luthier-engine", version={version!r}, packages={packages!r}, package_data={{"": ["**/*"]}},
      description="What Luthier computes with: ggml, llama.cpp (llama-cpp-python {binding}) and its own kernels.",
      license="Apache-2.0 AND MIT", license_files=["LICENSE*"], python_requires=">=3.11",
      install_requires=["diskcache", "jinja2", "numpy", "typing-extensions"],
      data_files={data!r}, has_ext_modules=lambda: True, cmdclass={{"bdist_wheel": AnyPython}})
"""
BACKEND = "import sys; from setuptools import build_meta as b; print(getattr(b, sys.argv[1])(sys.argv[2]))"


def main() -> int:
    if not has_variants():
        print("The engine's wheel is made on Linux with x86-64 so far; elsewhere pip compiles: luthier[compile].")
        return 1
    try:
        shutil.rmtree(OUT, ignore_errors=True)
        OUT.mkdir(parents=True)
        with Step("Packing Luthier"), tempfile.TemporaryDirectory() as folder:
            build_luthier(Path(folder))
        build_engine_wheel()
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    for file in sorted(OUT.iterdir()):
        print(f"{file}: {file.stat().st_size / 1e6:.1f} MB")
    return 0


def build_luthier(scratch: Path) -> None:
    """Build an sdist of the files that git knows, so that nothing else gets in, and of that the wheel, as pip would."""
    wanted = ["app", "core", "resources", "packaging", "*.md", "LICENSE", "*.txt", "*.toml"]
    files = run(["git", "-C", ROOT, "ls-files", *wanted])
    source = scratch / "source"
    for name in files.splitlines():
        if (ROOT / name).is_file() and not name.startswith(("docs/", "tests/")):
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, source / name)
    (source / "MANIFEST.in").write_text("graft app\ngraft core\ngraft resources\ngraft packaging\ninclude *.md *.txt\n")
    call_backend("build_sdist", source)
    (sdist,) = OUT.glob("luthier-*.tar.gz")
    shutil.unpack_archive(sdist, scratch / "unpacked", filter="data")
    call_backend("build_wheel", next((scratch / "unpacked").iterdir()))


def build_engine_wheel() -> None:
    libraries = engine_libraries()
    set_up_kernels()
    with Step("Packing the engine"), tempfile.TemporaryDirectory() as scratch:
        source = Path(scratch)
        packages = site_packages()
        not_these = shutil.ignore_patterns("lib", "__pycache__")
        shutil.copytree(packages / "llama_cpp", source / "llama_cpp", ignore=not_these)
        (source / "llama_cpp" / "lib").mkdir()
        for file in (*libraries.glob("*.so*"), openmp()):
            shutil.copy(file, source / "llama_cpp" / "lib" / name_in_wheel(file.name))
        about = next(packages.glob("llama_cpp_python-*.dist-info"))
        shutil.copy(ROOT / "LICENSE", source / "LICENSE")
        shutil.copy(next(about.rglob("LICENSE*")), source / "LICENSE.llama-cpp-python")
        data = []
        for file in filter(Path.exists, (KERNELS, PLUGIN)):
            shutil.copy(file, source)
            data.append((str(file.parent.relative_to(VENV)), [file.name]))
        (source / "setup.py").write_text(
            SETUP.format(
                tag=platform_tag([*source.rglob("*.so*")]),
                version=project()["version"],
                binding=about.name.split("-")[1].removesuffix(".dist"),
                packages=["llama_cpp"],  # with all that is below it as its data
                data=data,
            )
        )
        call_backend("build_wheel", source)


def name_in_wheel(name: str) -> str:
    """Return the name that a library is loaded by, since wheels hold no links: llama_cpp's are short, others long.

    Each library is there once: of two copies each would have devices of its own.
    """
    return {"libllama.so.0": "libllama.so"}.get(name, "libgomp.so.1" if name.startswith("libgomp") else name)


def openmp() -> Path:
    """Return GCC's OpenMP library, by which ggml divides its work; not every system has it."""
    return Path(run([build_settings()["CXX"], "-print-file-name=libgomp.so.1"]).strip()).resolve()


def platform_tag(libraries: list[Path]) -> str:
    """Return a tag such as manylinux_2_34_x86_64, by the newest glibc that any library needs (PEP 600)."""
    newest = 17
    for library in libraries:
        symbols = run(["objdump", "-T", library])
        newest = max([newest, *(int(minor) for minor in NEEDED.findall(symbols))])
    return f"manylinux_2_{newest}_{platform.machine()}"


def call_backend(what: str, source: Path) -> None:
    """Call setuptools' build backend, that of .venv, in a folder."""
    run(["sh", "-c", f'cd "$1" && exec "$2" -c "$3" {what} "$4"', "sh", source, PYTHON, BACKEND, OUT])


if __name__ == "__main__":
    sys.exit(main())
