"""Answers written side by side in one context, against one after the other: processor time, and which are the same.

    LUTHIER_THREADS=1 python -m tests.lab.bench.bench_answers [MODEL.gguf ROWS.jsonl] [--adapter ADAPTER.gguf]
        [--rows 24] [--tokens 24] [--short]

Without a model it is the bundled one with its conversations. Rows have a question and an answer. One after the other is
as a chat does it, which keeps what two questions have in common; side by side is core/engine/llama_cpp/context.py.
Threads wait for each other by counting, which is processor time, too: with one thread nothing else is counted.
"""

from __future__ import annotations

import time
from pathlib import Path

from core import protocol as p
from core.assess.rows import read_test
from core.base import paths
from core.chat.loaded import ChatModel, ChatSource, Question
from core.data.chat.renderer import TemplateRenderer
from core.engine.llama_cpp.model import open_in_llama_cpp
from core.gguf.header import read_header
from core.protocol.config import TrainConfig
from tests.lab.bench.environments import Options
from tests.lab.bench.make_model import bundled_model


def main() -> None:
    parser = Options(__doc__, rows=2, tokens=4, at_once=[1, 2])
    parser.add_argument("model", type=Path, nargs="?")
    parser.add_argument("rows_file", type=Path, nargs="?", default=paths.DEMO / "chat.jsonl")
    parser.add_argument("--adapter", type=Path)
    parser.add_argument("--rows", type=int, default=24)
    parser.add_argument("--tokens", type=int, default=24)
    parser.add_argument("--at-once", type=int, nargs="*", default=[1, 2, 4, 8, 16])
    options = parser.parsed()
    header = read_header(options.model or bundled_model())
    source = ChatSource(header, options.adapter)
    rows = read_test(options.rows_file, header.path, TrainConfig(), most=options.rows).rows
    questions = [Question(row.messages, p.Sampling(max_tokens=options.tokens)) for row in rows]
    with TemplateRenderer() as renderer, ChatModel(source, renderer) as chat:
        chat.load()
        began, alone = time.process_time(), list[str]()
        prompts = [chat.prompt(question).tokens for question in questions]
        for question in questions:
            *_, reply = chat.answer(question)
            assert isinstance(reply, p.Reply)
            alone.append(reply.text)
        seconds = time.process_time() - began
    print(f"one after the other: {seconds:.1f} s of the processor, {len(rows)} answers")
    with open_in_llama_cpp(source.model) as model:
        for at_once in options.at_once:
            written: list[bytes] = [b""] * len(prompts)
            counts = [0] * len(prompts)

            def goes_on(number: int, token: int, written: list[bytes] = written, counts: list[int] = counts) -> bool:
                if model.vocabulary.ends_generation(token):
                    return False
                written[number] += model.vocabulary.piece(token, special=False)
                counts[number] += 1
                return counts[number] < options.tokens

            began = time.process_time()
            with model.side_by_side(512 * at_once, at_once, options.adapter) as texts:
                texts.go_on(prompts, goes_on)
            took = time.process_time() - began
            same = sum(a == b.decode(errors="replace") for a, b in zip(alone, written, strict=True))
            faster = f"{seconds / took:.2f} times as fast"
            print(f"{at_once:>2} at once: {took:.1f} s, {faster}, {same} of {len(rows)} the same")


if __name__ == "__main__":
    main()
