"""What an AppImage begins with: the program that mounts the rest of the file and starts what is in it.

AppImage's own type-2 runtime, built of its sources once per machine and kept: a commit says what is built, and needs no
other checksum. Static, so that it asks nothing of the system but FUSE, and unpacks itself where that is not there.
"""

from __future__ import annotations

from pathlib import Path

from setup_llama import c_compiler, cache_folder, is_sealed, seal, temporary_folder
from setup_shell import SetupError, Step, cores, digest, run

RUNTIME = ("https://github.com/AppImage/type2-runtime", "caf24f9f712084686bfc24a70b75e50df0aefb9c")
SQUASHFUSE = ("https://github.com/vasi/squashfuse", "df85c4ddf1a079b10cfe39a2caf7d0cfdc504a6b")
NEEDS = "sudo apt-get install git autoconf automake libtool pkg-config libfuse3-dev libzstd-dev liblzma-dev zlib1g-dev"
MAGIC = b"AI\x02"  # at byte 8, by which desktops know an AppImage; AppImageSpec, "Type 2 image format"
FLAGS = ["-Os", "-ffunction-sections", "-fdata-sections"]


def appimage_runtime() -> Path:
    """Return the runtime's file. Raises SetupError where its sources, or what they need, are missing."""
    folder = cache_folder() / "appimage" / digest(repr((RUNTIME, SQUASHFUSE, FLAGS)).encode())[:16]
    if not is_sealed(folder):
        with Step("Building the AppImage's runtime"), temporary_folder() as scratch:
            finished = Path(scratch) / "finished"
            finished.mkdir()
            try:
                build(Path(scratch), finished / "runtime")
            except (SetupError, FileNotFoundError) as error:
                raise SetupError(f"{error}\nIt needs the network once, and: {NEEDS}") from error
            seal(finished, folder)
    return folder / "runtime"


def build(scratch: Path, target: Path) -> None:
    squashfuse = checked_out(SQUASHFUSE, scratch / "squashfuse")
    run(["sh", "-c", f"cd '{squashfuse}' && ./autogen.sh && ./configure --disable-demo --with-fuse-soname=fuse3 "
         f"LDFLAGS=-static CFLAGS='{' '.join(FLAGS)}'"])  # fmt: skip
    run(["make", "-C", squashfuse, f"-j{cores()}"])
    headers = scratch / "include"
    headers.mkdir()
    (headers / "squashfuse").symlink_to(squashfuse)
    source = checked_out(RUNTIME, scratch / "runtime") / "src" / "runtime"
    built = squashfuse / ".libs"
    run([
        c_compiler(), "-std=gnu99", *FLAGS, "-D_FILE_OFFSET_BITS=64", f'-DGIT_COMMIT="{RUNTIME[1][:7]}"',
        "-I", headers, "-I", squashfuse, "-I/usr/include/fuse3", "-T", source / "data_sections.ld", "-Wl,--gc-sections",
        "-static", "-s",
        source / "runtime.c", built / "libsquashfuse_ll.a", built / "libsquashfuse.a", built / "libfuseprivate.a",
        "-lfuse3", "-lzstd", "-lz", "-llzma", "-ldl", "-lpthread", "-o", target,
    ])  # fmt: skip
    content = target.read_bytes()
    target.write_bytes(content[:8] + MAGIC + content[8 + len(MAGIC) :])


def checked_out(source: tuple[str, str], folder: Path) -> Path:
    """Fetch the files of one commit, without its history."""
    url, commit = source
    run(["git", "init", "--quiet", folder])
    run(["git", "-C", folder, "fetch", "--quiet", "--depth=1", url, commit])
    run(["git", "-C", folder, "checkout", "--quiet", "FETCH_HEAD"])
    return folder
