"""`luthier chat` as people use it, on a terminal of its own, and `chat` and `serve` in pipes."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import gguf
import httpx2
import msgspec
import pytest

from core.chat.loaded import generate_answer
from tests.support.chat_truths import source_of
from tests.support.rendering import renderer
from tests.support.rewritten_models import with_template

COMMAND = [sys.executable, "-m", "core.cli"]
QUESTION = "Continue this story: The fox looked at the moon."
WAIT = 30  # seconds: far more than needed

# Presses Ctrl+C itself where the conversation neither answers nor reads a line.
PRESSING_ITSELF = """
import os, signal
from core.cli import conversation, main
show_error = conversation.show_error
def pressing(*words):
    show_error(*words)
    os.kill(os.getpid(), signal.SIGINT)
conversation.show_error = pressing
main()
"""

# Presses Ctrl+C itself while the first line is typed. By a terminal it would reach readline, which hears it only while
# it waits between two characters; as a terminal does, it tells all processes of the conversation.
PRESSING_WHILE_TYPING = """
import builtins, os, signal
from core.cli import main
typed = builtins.input
def pressing(prompt):
    builtins.input = typed
    os.killpg(os.getpgrp(), signal.SIGINT)
    return typed(prompt)
builtins.input = pressing
main()
"""
PLAIN_TERMINAL = {"TERM": "xterm", "COLUMNS": "200"}  # a narrow or unknown one cuts long lines as they are typed


class Typist:
    """Somebody at a terminal."""

    def __init__(self, *arguments: str, command: list[str] = COMMAND) -> None:
        self._seen = b""
        self.process, self._terminal = pty.fork()
        if self.process == 0:
            os.execve(sys.executable, [*command, *arguments], os.environ | PLAIN_TERMINAL)

    def read_until(self, mark: str) -> str:
        """What is on the terminal up to a mark, or to the end of the program."""
        while mark.encode() not in self._seen:
            if not select.select([self._terminal], [], [], WAIT)[0]:
                raise AssertionError(f"no {mark!r} after {self._seen.decode(errors='replace')}")
            try:
                self._seen += os.read(self._terminal, 4096)
            except OSError:  # the program has ended
                break
        before, _, self._seen = self._seen.partition(mark.encode())
        return before.decode(errors="replace")

    def waits_for_words(self) -> None:
        while not re.search(rb"[A-Za-z]{3}", self._seen):
            if not select.select([self._terminal], [], [], WAIT)[0]:
                raise AssertionError("no answer begins")
            self._seen += os.read(self._terminal, 4096)

    def types(self, line: str) -> str:
        """What the program answers, up to its next prompt."""
        os.write(self._terminal, f"{line}\n".encode())
        self.read_until(line)
        return self.read_until("\n> ")

    def presses(self, key: bytes) -> None:
        os.write(self._terminal, key)

    def ends(self) -> int:
        self.read_until("\0 never")
        return os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])


@pytest.fixture
def typist(demo_gguf_q8: Path) -> Iterator[Typist]:
    typist = Typist("chat", "--model", str(demo_gguf_q8), "--max-tokens", "40", "--temperature", "0")
    typist.read_until("> ")
    yield typist


def test_that_a_conversation_on_a_terminal_does_what_it_is_told(
    typist: Typist, demo_gguf_q8: Path, tmp_path: Path
) -> None:
    answer = generate_answer(demo_gguf_q8, None, QUESTION, renderer(), max_tokens=40).text
    first_line = answer.splitlines()[0]
    assert first_line in typist.types(QUESTION)
    assert first_line in typist.types("/base")
    saved = tmp_path / "talk.jsonl"
    assert "Saved" in typist.types(f"/save {saved}")
    messages = msgspec.json.decode(saved.read_bytes())["messages"]
    assert messages == [{"role": "user", "content": QUESTION}, {"role": "assistant", "content": answer}]
    assert "there already" in typist.types(f"/save {saved}")
    assert "a number from 0 to 2" in typist.types("/strength 3")
    assert "a whole number" in typist.types("/set top_k 2.5")
    assert "top_p is a number" in typist.types("/set top_p inf")
    assert "max_tokens 40" in typist.types("/set")
    assert "not a command" in typist.types("/nonsense")
    assert "cannot turn thinking on or off" in typist.types("/think on")
    typist.types("/reset")
    assert first_line in typist.types(QUESTION)
    typist.presses(b"\x04")
    assert typist.ends() == 0


def test_that_thinking_is_switched_in_a_conversation(demo_gguf_q8: Path, tmp_path: Path) -> None:
    model = with_template(demo_gguf_q8, tmp_path / "qwen3.gguf", source_of("Qwen-Qwen3-0.6B"))
    typist = Typist("chat", "--model", str(model), "--max-tokens", "4", "--think", "off")
    assert "It answers without thinking first." in typist.read_until("> ")
    assert "It thinks before it answers." in typist.types("/think on")
    assert "It answers without thinking first." in typist.types("/think auto")  # as --think has it
    assert "It is on, off or auto." in typist.types("/think maybe")
    typist.presses(b"\x04")
    assert typist.ends() == 0


def test_that_ctrl_c_stops_an_answer_and_not_the_conversation(demo_gguf_q8: Path, tmp_path: Path) -> None:
    typist = Typist("chat", "--model", str(never_ending(demo_gguf_q8, tmp_path)), "--max-tokens", "1000")
    typist.read_until("> ")
    assert "temperature 0.7" in typist.types("/set")  # always the likeliest word would go round in circles
    for _ in range(2):
        typist.presses(b"Tell me a long story.\n")
        typist.read_until("story.\r\n")
        typist.waits_for_words()  # before them Ctrl+C would be heard by what reads the line
        typist.presses(b"\x03")
        assert "stopped" in typist.read_until("\n> ")
    typist.presses(b"\x04")
    assert typist.ends() == 0


def test_that_ctrl_c_throws_away_the_line_and_not_the_conversation(demo_gguf_q8: Path) -> None:
    pressing = [sys.executable, "-c", PRESSING_WHILE_TYPING]
    typist = Typist("chat", "--model", str(demo_gguf_q8), "--max-tokens", "8", command=pressing)
    assert "Ctrl+D ends the conversation." in typist.read_until("\n> ")
    assert "8 tokens" in typist.types(QUESTION)  # the renderer of templates has not heard Ctrl+C
    typist.presses(b"\x04")
    assert typist.ends() == 0


def test_that_ctrl_c_between_an_answer_and_the_next_line_does_nothing(demo_gguf_q8: Path) -> None:
    typist = Typist("chat", "--model", str(demo_gguf_q8), command=[sys.executable, "-c", PRESSING_ITSELF])
    typist.read_until("> ")
    assert "not a command" in typist.types("/nonsense")
    assert "cannot turn thinking on or off" in typist.types("/think on")
    typist.presses(b"\x04")
    assert typist.ends() == 0


def never_ending(model: Path, folder: Path) -> Path:
    """A model that writes until it is cut off: what ends an answer is a byte that no text in UTF-8 has.

    Its own marks get other names, by which llama.cpp does not know them for ends.
    """
    tokens = gguf.GGUFReader(model).fields["tokenizer.ggml.tokens"].contents()
    content = model.read_bytes().replace(b"<|im_end|>", b"<|im_and|>").replace(b"<|endoftext|>", b"<|andoftext|>")
    for key in (b"tokenizer.ggml.eos_token_id", b"tokenizer.ggml.eot_token_id"):
        number = content.index(key) + len(key) + 4  # after its type
        never = struct.pack("<I", tokens.index("\u00ff"))  # byte-level BPE's letter for the byte FF
        content = content[:number] + never + content[number + 4 :]
    path = folder / model.name
    path.write_bytes(content)
    return path


def test_that_each_line_of_a_pipe_is_a_question_of_its_own(demo_gguf_q8: Path) -> None:
    command = [*COMMAND, "chat", "--model", str(demo_gguf_q8), "--max-tokens", "8"]
    lines = f"{QUESTION}\n\n{QUESTION}\n".encode()
    done = subprocess.run(command, input=lines, capture_output=True, timeout=WAIT)
    answer = generate_answer(demo_gguf_q8, None, QUESTION, renderer(), max_tokens=8).text
    assert (done.returncode, done.stdout.decode()) == (0, f"{answer}\n" * 2)
    bad = subprocess.run(command, input=b"caf\xe9\n", capture_output=True, timeout=WAIT)
    assert (bad.returncode, bad.stdout) == (1, b"")
    assert "not UTF-8" in bad.stderr.decode()


def test_that_serve_says_how_to_reach_it_and_ctrl_c_ends_it_well(demo_gguf_q8: Path) -> None:
    command = [*COMMAND, "serve", "--model", str(demo_gguf_q8), "--port", "0", "--key", "local-key"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    told = ""
    for line in process.stdout:
        told += line
        if "Ctrl+C ends it" in line:
            break
    url = next(word for word in told.split() if word.startswith("http://127.0.0.1:"))
    assert "local-key" in told
    answer = httpx2.get(f"{url}/models", headers={"Authorization": "Bearer local-key"}, timeout=WAIT)
    assert answer.json()["data"][0]["id"] == demo_gguf_q8.stem
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=WAIT)
    assert process.returncode == 0
