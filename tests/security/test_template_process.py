"""The process that renders templates, from inside: what code finds there that has got out of jinja2's sandbox."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from core.base import child_process
from core.base.child_process import EndedError
from core.base.errors import LuthierError
from core.data.chat.renderer import Rendering, TemplateRenderer
from core.data.chat.template import CHATML, ChatTemplate

# All that they need they import before the process gives up what it has.
BEFORE = """
import ctypes, _ctypes, mmap, os, resource, socket, threading
from core.data.chat.render_child import *
libc = ctypes.CDLL(None, use_errno=True)
page = mmap.mmap(-1, 4096)
address = ctypes.addressof(ctypes.c_char.from_buffer(page))
"""
HOSTILE = {
    "ask about a file": "os.stat('/etc/passwd')",
    "remove a file": "os.unlink('/nowhere/at/all')",
    "make a file of memory": "libc.memfd_create(b'x', 0)",
    "connect": "socket.socket().connect(('127.0.0.1', 9))",
    "fork": "os.fork()",
    "start a thread": "threading.Thread(target=print).start()",
    "run a program": "os.execv('/bin/true', ['true'])",
    "look into another process": "libc.ptrace(16, os.getppid(), 0, 0)",
    "end another process": "os.kill(1, 0)",
    "loosen another's limits": "resource.prlimit(1, resource.RLIMIT_CPU)",
    "map memory to execute": "mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_EXEC)",
    "make memory executable": "libc.mprotect(ctypes.c_void_p(address), 4096, 5)",
    "leave the filter": "libc.prctl(22, 0, 0, 0, 0)",
    "a call of 32 bits (x32)": "libc.syscall(0x40000000 | 39)",
}


@pytest.fixture(scope="module")
def filtered() -> None:
    """Skips where this system has no filter of calls, or the container forbids it; `luthier doctor` says so there."""
    with TemplateRenderer() as renderer:
        if "system calls" not in renderer.held():
            pytest.skip("this system does not let a process give up system calls")


@pytest.mark.process
@pytest.mark.usefixtures("filtered")
@pytest.mark.parametrize("name", HOSTILE)
def test_that_code_in_the_process_is_ended_when_it_tries_to(name: str) -> None:
    code = f"{BEFORE}lock_up()\ntry: {HOSTILE[name]}\nexcept BaseException: pass\nprint('still here')"
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, env={}, text=True)
    assert (done.returncode, done.stdout) == (-signal.SIGSYS, ""), done.stderr


@pytest.mark.process
@pytest.mark.parametrize(
    ("given_up", "reasons"),
    [
        ("lock_up()", {"Permission denied", "Too many open files"}),
        ("limit_resources(2 << 30)", {"Too many open files"}),
    ],
)
def test_that_the_process_opens_no_file_and_has_no_environment(given_up: str, reasons: set[str]) -> None:
    code = f"{BEFORE}import json\n{given_up}\n" + (
        "try: open('/etc/passwd'); found = 'opened'\n"
        "except OSError as error: found = error.strerror\n"
        "print(json.dumps([found, list(os.environ)]))"
    )
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, check=True, env={})
    found, environment = json.loads(done.stdout)
    assert found in reasons
    assert not set(environment) - {"LC_CTYPE", "TZ"}


@pytest.mark.process
@pytest.mark.usefixtures("filtered")
def test_that_a_template_which_asks_the_system_for_more_is_named_and_the_next_one_rendered(tmp_path: Path) -> None:
    child = tmp_path / "child.py"
    child.write_text(
        "import os\nfrom core.data.chat import render_child\nrender = render_child.render\n"
        "def out_of_the_sandbox(template, request, n, *others):\n"
        "    if n: os.stat('/')\n"
        "    return render(template, request, n, *others)\n"
        "render_child.render = out_of_the_sandbox\nrender_child.main(5)\n"
    )
    with TemplateRenderer(command=[sys.executable, str(child)]) as renderer:
        template = ChatTemplate(CHATML, renderer)
        with pytest.raises(LuthierError, match="asked the system for more than it may have") as caught:
            template.render([{"role": "user", "content": "Hi"}])
        assert caught.value.code == "data.runaway-template"
        assert template.render([], prompt=True) == "<|im_start|>assistant\n"


@pytest.mark.process
def test_that_an_answer_of_gigabytes_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child_process, "_LARGEST", 4096)
    endless = "import os\nwhile True: os.write(1, b' ' * 1024)"
    with TemplateRenderer(command=[sys.executable, "-c", endless]) as renderer, pytest.raises(EndedError):
        renderer.ask("key", {}, Rendering([], []))


def test_that_dates_codecs_and_errors_need_nothing_that_was_given_up() -> None:
    source = (
        "{{ strftime_now('%d %B %Y %Z') }}{{ messages[0].content.encode('utf-8') | length }}"
        "{{ [3, 1] | sort | join(',') }}{{ '%.3f' | format(1.5) }}{{ 'http://a.b/c' | urlize | length > 9 }}"
        "{{ {'a': [1]} | pprint }}{{ 'é' | upper }}{{ [1, 2] | random > 0 }}{{ 'x' | xmlattr is undefined }}"
    )
    messages = [{"role": "user", "content": "ö" * 100_000}]
    with TemplateRenderer() as renderer:
        template = ChatTemplate(source.replace("{{ 'x' | xmlattr is undefined }}", ""), renderer)
        assert "200000" in template.render(messages)
        for odd in (source, "{{ 'a'.encode('cp1252').decode('utf-16') }}", "{{ 1 / 0 }}", "{{ messages[0].no.no }}"):
            assert ChatTemplate(odd, renderer).renderings(messages, [(1, False)]) is not None


def test_that_what_is_limited_by_number_is_limited() -> None:
    with TemplateRenderer() as renderer:
        assert {"files", "memory"} <= {*renderer.held()} or sys.platform == "darwin"
        pid = renderer.pid
        if sys.platform == "linux":
            for kind in (resource.RLIMIT_NOFILE, resource.RLIMIT_FSIZE, resource.RLIMIT_CORE):
                assert resource.prlimit(pid, kind) == (0, 0)
            status = Path(f"/proc/{pid}/status").read_text()
            assert "NoNewPrivs:\t1" in status or "system calls" not in renderer.held()
        assert os.getpgid(pid) == pid
