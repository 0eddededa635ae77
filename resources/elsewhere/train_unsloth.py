"""Train the adapter with Unsloth, which is faster and takes less memory on NVIDIA GPUs.

    python train_unsloth.py [--base FOLDER_OR_NAME] [--four-bit]

Never run by Luthier's makers, who have no such GPU. The data, the steps and the settings are those of train_trl.py; a
row's examples go through the model side by side and padded, since Unsloth's attention need not honour positions that
start anew.
"""

from __future__ import annotations

import torch
from unsloth import FastLanguageModel  # before trl and transformers, which it changes

import luthier_run as run  # isort: skip
from train_trl import parse_options, train  # isort: skip


def main() -> None:
    run.require_one_process()
    options = parse_options("Train the adapter with Unsloth.")
    settings = run.read_json("settings.json")
    run.require_answers(settings)
    data, base = run.Data(settings), run.base_of(options.base, settings)
    dtype, lora = run.usual_dtype("cuda"), settings["lora"]
    model, tokenizer = FastLanguageModel.from_pretrained(
        base, max_seq_length=settings["row_tokens"], dtype=dtype, load_in_4bit=options.four_bit
    )
    run.require_base(model, settings)
    if lora["use_dora"]:
        raise SystemExit("Unsloth trains no DoRA: take train_peft.py or train_trl.py.")
    model = FastLanguageModel.get_peft_model(
        model,
        r=lora["r"],
        lora_alpha=lora["lora_alpha"],
        lora_dropout=lora["lora_dropout"],
        target_modules=lora["target_modules"],
        layers_to_transform=lora["layers_to_transform"],
        use_rslora=lora["use_rslora"],
        bias="none",
        use_gradient_checkpointing="unsloth",
        random_state=settings["seed"],
    )
    run.load_starting_values(model, settings)
    torch.manual_seed(settings["seed"])
    report = run.Report("train_unsloth.py", base, dtype=str(dtype), four_bit=options.four_bit)
    train(model, tokenizer, settings, data, options, run.padded, report)


if __name__ == "__main__":
    main()
