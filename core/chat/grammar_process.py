"""Tries out one grammar, or converts one JSON schema, in a child process. Started by core.chat.grammars.

Grammar and schema decide how deeply llama.cpp's parser recurses and how much memory it takes: an overflow ends only
this process. Its time and memory are limited (by POSIX), and it parses with less stack than the server has. It also
tries the first choice of a token, which may take minutes for a grammar that parses at once.
"""

from __future__ import annotations

import os
import threading
from typing import Any

import msgspec
import psutil

from core.base.child_process import take
from core.base.systems.limits import limit_memory, limit_time

MEMORY = 1 << 30  # bytes beyond the process's memory at its start
_STACK = 256 << 10  # bytes; the server's threads have 512 KB and more


class GrammarTrial(msgspec.Struct, frozen=True, kw_only=True):
    """A grammar to try. grammar: in llama.cpp's format; else schema: a JSON schema, as text. model: a file, for its
    vocabulary.

    seconds: of processor time.
    """

    grammar: str = ""
    schema: str = ""
    model: str
    seconds: int


class Tried(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a trial. grammar: one that llama.cpp accepts; else reason: why none is accepted, or "" if llama.cpp
    prints the reason itself.
    """

    grammar: str = ""
    reason: str = ""


def main() -> None:
    """Answer the request on standard input."""
    order, say = take(GrammarTrial)
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # threads would add to its memory
    import llama_cpp

    answers = list[Tried]()
    threading.stack_size(_STACK)
    vocabulary = _vocabulary(llama_cpp, order.model)
    limit_time(order.seconds)
    limit_memory(psutil.Process().memory_info().vms + MEMORY)
    reader = threading.Thread(target=lambda: answers.append(_try_out(llama_cpp, vocabulary, order)))
    reader.start()
    reader.join()
    say(answers[0])


def _try_out(llama_cpp: Any, vocabulary: Any, order: GrammarTrial) -> Tried:
    grammar = order.grammar
    if order.schema:
        try:
            grammar = llama_cpp.llama_grammar.json_schema_to_gbnf(order.schema)
        except RecursionError:
            return Tried(reason="it is nested too deep, or refers to itself")
        except MemoryError:
            return Tried(reason="it takes too much memory")
        except Exception as error:  # any parsing error
            return Tried(reason=f"{error!s:.200}" or "it is none")
    sampler = llama_cpp.llama_sampler_init_grammar(vocabulary, grammar.encode(), b"root")
    if not sampler:
        return Tried()
    tokens = llama_cpp.llama_vocab_n_tokens(vocabulary)
    data = (llama_cpp.llama_token_data * tokens)(*((token, 0.0, 0.0) for token in range(tokens)))
    llama_cpp.llama_sampler_apply(sampler, llama_cpp.llama_token_data_array(data=data, size=tokens, sorted=False))
    return Tried(grammar=grammar)


def _vocabulary(llama_cpp: Any, model: str) -> Any:
    settings = llama_cpp.llama_model_default_params()
    settings.vocab_only = True
    opened = llama_cpp.llama_model_load_from_file(model.encode(), settings)
    return llama_cpp.llama_model_get_vocab(opened)


if __name__ == "__main__":
    main()
