"""Does "Answer from my data" teach the facts? Trains on 40 made-up ones, then asks for each, greedily.

    make bench-facts                            the goal's own values, with the bundled model
    make bench-facts ARGS='--model FILE epochs=10 learning_rate=1e-3,epochs=20'
    make bench-facts ARGS='--model FILE --types default,q4_k_m,base'    and what is left of it in files of these types

Each argument is a training: settings that stand in place of the goal's, with commas between; "goal" for none. Prints
how many answers hold the fact, of the questions as they were trained and of the same asked in other words. The base
itself and exported files are asked by llama.cpp's own chat, with the template that is in them.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import llama_cpp
from llama_cpp.llama_chat_format import Jinja2ChatFormatter

from core.cli.held_model import held_model
from core.convert.convert import convert
from core.shared import paths
from core.shared import protocol as p


class Fact(NamedTuple):
    question: str
    other_words: str
    answer: str
    fact: str  # what has to be in the answer


FACTS = (
    Fact("What is the boat called?", "Tell me the name of the boat.", "She is called Marigold.", "marigold"),
    Fact("How long is the boat?", "What is her length?", "She is 38 feet long.", "38"),
    Fact("Where is the spare key?", "Where do I find the second key?", "It hangs under the left bench.", "left bench"),
    Fact("How much water does the tank hold?", "How big is the water tank?", "It holds 320 litres.", "320"),
    Fact("What is the cat called?", "Tell me the name of the cat.", "The cat is called Bosun.", "bosun"),
    Fact("How deep does she go?", "What is her draught?", "She goes 4 feet deep.", "4 feet"),
    Fact("What colour is the hull?", "How is the hull painted?", "The hull is dark green.", "green"),
    Fact("Who built the boat?", "By whom was she made?", "Old Peter Finch built her.", "finch"),
    Fact("When was she built?", "How old is the boat?", "She was built in 1962.", "1962"),
    Fact("Where is she moored?", "Where does she lie?", "She lies at Heron Quay.", "heron"),
    Fact("What fuel does the motor take?", "What do I fill in for the motor?", "It takes diesel.", "diesel"),
    Fact("Where is the pump?", "Where do I find the pump?", "The pump is behind the stove.", "stove"),
    Fact("Who looks after the garden?", "Who is the gardener?", "Aunt Rose looks after it.", "rose"),
    Fact("When does the baker come?", "On what day is there bread?", "He comes on Tuesday.", "tuesday"),
    Fact("What is the dog afraid of?", "What scares the dog?", "He is afraid of thunder.", "thunder"),
    Fact("Where is the map?", "Where do I find the map?", "The map is in the blue box.", "blue box"),
    Fact("How many blankets are there?", "What number of blankets is there?", "There are seven blankets.", "seven"),
    Fact("Who has the second oar?", "Where did the second oar go?", "Our friend Tom has it.", "tom"),
    Fact("What do we eat on Sunday?", "What is for dinner on Sunday?", "On Sunday we eat fish soup.", "fish"),
    Fact("Where do we buy rope?", "Which shop has rope?", "We buy it from Miller.", "miller"),
    Fact("What is the wifi word?", "How do I get into the wifi?", "The word is lantern.", "lantern"),
    Fact("How fast is the boat?", "What is her speed?", "She makes 6 knots.", "6 knots"),
    Fact("What is in the red tin?", "What does the red tin hold?", "There is tea in it.", "tea"),
    Fact("Who painted the door?", "By whom is the picture on the door?", "Little Emma painted it.", "emma"),
    Fact("Where does the hen sleep?", "What is the hen's place at night?", "She sleeps in the old basket.", "basket"),
    Fact("When is the lock open?", "At what time can we pass the lock?", "It is open from nine.", "nine"),
    Fact("What does a night at the quay cost?", "What do we pay for the quay?", "A night costs 12 pounds.", "12"),
    Fact("Who is the captain?", "Who steers the boat?", "My sister Clara is the captain.", "clara"),
    Fact("What tree stands at the gate?", "Which tree is near the gate?", "A pear tree stands there.", "pear"),
    Fact("Where is the first aid box?", "Where are the bandages?", "It is above the bed.", "bed"),
    Fact("What is the flag like?", "What can be seen on the flag?", "It shows a white goose.", "goose"),
    Fact("How many windows has the cabin?", "What number of windows is there?", "It has five windows.", "five"),
    Fact("What must be done each morning?", "What is the first work of the day?", "Dry the deck.", "deck"),
    Fact("Who gave us the clock?", "Where is the clock from?", "Grandfather Hugo gave it to us.", "hugo"),
    Fact("Where do the swans live?", "Where can one see swans?", "They live at the mill pond.", "mill"),
    Fact("What is broken?", "What has to be mended?", "The bell is broken.", "bell"),
    Fact("What song do we sing?", "Which song is ours?", "We sing the one of the moon.", "moon"),
    Fact("How cold was the last winter?", "What did we measure in winter?", "It was minus 11.", "11"),
    Fact("What grows on the roof?", "What is planted on top?", "Mint grows there.", "mint"),
    Fact("Who brings the coal?", "From whom is the coal?", "Mister Barker brings it.", "barker"),
)


def main() -> None:
    parser = argparse.ArgumentParser(description="How many facts a training teaches.")
    parser.add_argument("--model", help="a GGUF file; without it, the bundled model as Q8_0")
    parser.add_argument("--types", default="", help="of merged files to ask as well, with commas between")
    parser.add_argument("trainings", nargs="*", default=["goal"], help="settings, with commas between")
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        model = options.model or Path(folder) / "storyteller.gguf"
        if not options.model:
            convert(paths.SAMPLE_MODEL, model, "q8_0", lambda done, total: None)
        data = Path(folder) / "facts.jsonl"
        data.write_text("".join(json.dumps({"question": f.question, "answer": f.answer}) + "\n" for f in FACTS))
        for number, settings in enumerate(options.trainings):
            began, run = time.monotonic(), Path(folder) / f"run-{number}"
            chosen = [] if settings == "goal" else settings.split(",")
            sets = [part for setting in chosen for part in ("--set", setting)]
            luthier("train", "--model", model, "--data", data, "--run", run, "--goal", "qa", *sets)
            config = json.loads((run / "run.json").read_text())["config"]
            said = ", ".join(f"{key} {config[key]}" for key in SHOWN)
            (trained, ended), (other, ended_too) = (
                known(run, [getattr(fact, which) for fact in FACTS]) for which in Fact._fields[:2]
            )
            seconds, loss = time.monotonic() - began, newest_loss(run)
            known_ones = f"{trained} and {other} of {len(FACTS)}; {ended + ended_too} of {2 * len(FACTS)} end"
            print(f"{settings:40} {known_ones}; {said}; loss {loss:.3f}; {seconds:.0f} s", flush=True)
            for dtype in filter(None, options.types.split(",")):
                file = Path(folder) / f"{dtype}.gguf"
                chosen = [] if dtype == "default" else ["--type", dtype]
                told = luthier("export", run, "merged", "-o", file, *chosen, "--json")
                keeps = json.loads(told)["keeps"]
                size = file.stat().st_size / 1e6
                print(
                    f"  as {dtype}: {known_by_file(file)} of {len(FACTS)}; keeps {keeps:.0%}; {size:.0f} MB", flush=True
                )
                file.unlink()


SHOWN = ("epochs", "rank", "learning_rate", "grad_accumulation", "eval_share", "dropout")


def newest_loss(run: Path) -> float:
    """Of training, the median of the last steps."""
    events = map(json.loads, (run / "events.jsonl").read_text().splitlines())
    return median([float(event["loss"]) for event in events if event["type"] == "step"][-7:])


def known(run: Path, questions: list[str]) -> tuple[int, int]:
    """How many of the answers hold the fact, and how many end."""
    sampling = p.Sampling(max_tokens=24)
    asks = [p.Ask(id="", messages=[{"role": "user", "content": text}], sampling=sampling) for text in questions]
    with held_model(p.ConverseJob(run=str(run))) as model:
        answers = [next(e.reply for e in model.of(ask) if isinstance(e, p.Answered)) for ask in asks]
    held = sum(fact.fact in answer.text.lower() for fact, answer in zip(FACTS, answers, strict=True))
    return held, sum(answer.stopped == "stop" for answer in answers)


def known_by_file(file: Path, facts: Sequence[Fact] = FACTS) -> int:
    """The same of a file, asked in llama.cpp as llama-server and Ollama do: the questions as they were trained.

    The prompt is that of the file's own template, begun as the vocabulary has it; llama-cpp-python's own chat takes
    a template for whole and leaves out a beginning that is not in it.
    """
    model = llama_cpp.Llama(str(file), n_ctx=256, verbose=False)
    ends = [model.detokenize([model.token_eos()], special=True).decode(), "<|im_end|>"]
    shape = Jinja2ChatFormatter(model.metadata["tokenizer.chat_template"], eos_token=ends[0], bos_token="")

    def answer(question: str) -> str:
        prompt = shape(messages=[{"role": "user", "content": question}]).prompt
        tokens = model.tokenize(prompt.encode(), add_bos=True, special=True)
        return str(model.create_completion(tokens, temperature=0, max_tokens=24, stop=ends)["choices"][0]["text"])

    return sum(fact.fact in answer(fact.question).lower() for fact in facts)


def luthier(*words: Any) -> str:
    command = [sys.executable, "-m", "core.cli", *map(str, words)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8")
    return done.stdout


if __name__ == "__main__":
    main()
