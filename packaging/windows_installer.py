#!/usr/bin/env python3
"""`make installer`: the installer of Windows, built on Linux: Python for it, the pinned packages, Luthier's two wheels.

What is installed lies in build/installer/files, the installer beside it. NSIS makes it (Debian: nsis), by
windows/luthier.nsi. SIGN in the environment is a command that signs the file that is named after it.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import sys
import tempfile
import zipfile
from importlib import metadata
from pathlib import Path

import licences
from build_engine import CROSS
from engine_wheel import build_engine_wheel, build_luthier
from foreign_packages import VERSION, WINDOWS, install_packages, unpack_wheel, unpack_windows_python
from icons import ICO_SIZES, ico, picture
from setup_lock import canonical
from setup_packages import how_to_install_tools
from setup_shell import ROOT, SetupError, Step, project, run

BUILD = ROOT / "build" / "installer"
FILES = BUILD / "files"
PYTHON = FILES / "python"
SITE = PYTHON / "Lib" / "site-packages"
WINDOWS_FILES = ROOT / "packaging" / "windows"
NOT_INSTALLED = {"altgraph", "pefile", "pyinstaller", "pyinstaller-hooks-contrib", "setuptools"}
# What building takes, and the parts of Qt and Arrow that nothing of Luthier loads.
UNUSED = re.compile(
    r"bin/|.*\.(lib|obj|pyi|h|hpp|pxd|pyx)$|.*/tests?/|PySide6/(qml|metatypes|typesystems|include|glue|resources|doc)/"
    r"|PySide6/(Qt6|Qt|pyside6)?(Qml|Quick|Designer|Labs|Test|Help|Sql|Pdf|ShaderTools)|PySide6/translations/(?!qtbase_)"
    r"|PySide6/(.*\.exe|opengl32sw)|PySide6/plugins/(qmltooling|sqldrivers|designer|platforms/qdirect2d)"
    r"|pyarrow/(include|arrow_flight|_flight|arrow_python_flight)|pyqtgraph/examples/"
)


def main() -> int:
    try:
        makensis = shutil.which("makensis")
        if makensis is None:
            raise SetupError(f"There is no NSIS.\nInstall it: {how_to_install_tools(['nsis'])}")
        shutil.rmtree(BUILD, ignore_errors=True)
        FILES.mkdir(parents=True)
        with tempfile.TemporaryDirectory() as folder:
            gather(Path(folder))
        installer = pack(makensis)
    except SetupError as error:
        print(f"\nThe installer cannot be built. {error}", file=sys.stderr)
        return 1
    print(f"{installer}: {installer.stat().st_size / 1e6:.1f} MB; {kilobytes() / 1e3:.0f} MB installed")
    return 0


def gather(scratch: Path) -> None:
    """Lay down what is installed, as it will lie there. Raises SetupError."""
    with Step("Unpacking Python and the packages for Windows"):
        path = unpack_windows_python(PYTHON, scratch)
        path.write_text(f"{path.stem}.zip\n.\nLib\\site-packages\nimport site\n", encoding="utf-8")
        install_packages(WINDOWS, SITE, scratch / "packages.txt", NOT_INSTALLED)
    with Step("Packing Luthier"):
        build_luthier(scratch / "wheels")
    build_engine_wheel(CROSS["windows"], scratch / "wheels")
    for wheel in (scratch / "wheels").glob("*.whl"):
        unpack_wheel(wheel, PYTHON, SITE)
    remove_unused()
    for name in ("guide", "pictures", "gpu.md"):  # which the program shows
        source, target = ROOT / "docs" / name, SITE / "docs" / name
        target.parent.mkdir(exist_ok=True)
        (shutil.copytree if source.is_dir() else shutil.copy)(source, target)
    write_command(FILES / "bin" / "luthier.exe")
    (FILES / "luthier.ico").write_bytes(ico({size: picture(size) for size in ICO_SIZES}))
    shutil.copy(ROOT / "LICENSE", FILES / "LICENSE.txt")
    shutil.copy(ROOT / "CHANGELOG.md", FILES)
    shutil.copy(WINDOWS_FILES / "user_path.py", FILES)
    sys.path.append(str(SITE))  # where the licences of packages lie that only Windows has
    names = {canonical(one.name) for one in metadata.distributions(path=[str(SITE)])}
    python = licences.python_part(VERSION, PYTHON / "LICENSE.txt")
    licences.main(FILES / "licences.txt", names - {"luthier"}, python)


def remove_unused() -> None:
    for file in sorted(SITE.rglob("*"), reverse=True):
        if file.is_dir() and not any(file.iterdir()):
            file.rmdir()
        elif file.is_file() and UNUSED.match(file.relative_to(SITE).as_posix()):
            file.unlink()


def write_command(program: Path) -> None:
    """Write the command as pip does on Windows: a launcher, which Python it starts, and a zip with what that runs."""
    from pip._vendor import distlib

    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("__main__.py", "import sys\nfrom core.cli import main\nsys.exit(main())\n")
    program.parent.mkdir()
    launcher = Path(distlib.__file__).with_name("t64.exe").read_bytes()
    program.write_bytes(launcher + b"#!<launcher_dir>\\..\\python\\python.exe\n" + packed.getvalue())


def pack(makensis: str) -> Path:
    """Make the installer. Raises SetupError."""
    version = project()["version"]
    installer = BUILD / f"luthier-{version}-windows-x64.exe"
    defined = {"VERSION": version, "FILES": FILES, "KILOBYTES": kilobytes(), "OUT": installer}
    if sign := os.environ.get("SIGN"):
        defined["SIGN"] = sign
    options = [f"-D{name}={value}" for name, value in defined.items()]
    with Step("Packing the installer"):
        run([makensis, "-V2", "-WX", *options, WINDOWS_FILES / "luthier.nsi"])
    return installer


def kilobytes() -> int:
    return sum(file.stat().st_size for file in FILES.rglob("*") if file.is_file()) // 1000


if __name__ == "__main__":
    sys.exit(main())
