"""Train the adapter from choices between answers with TRL's trainers (DPO, KTO, ORPO), on Luthier's own tokens.

    python train_choices.py [--base FOLDER_OR_NAME] [--four-bit]

A batch is one of Luthier's rows, its answers side by side and padded; a step's loss is the mean over all of its pairs
(of KTO: answers), as Luthier's is. What answers are compared with is the model that training begins with.
"""

from __future__ import annotations

from typing import Any

import luthier_run as run
import torch
from datasets import Dataset
from torch.utils.data import DataLoader
from train_trl import RunOrder, arguments, parse_options, train_with
from transformers import AutoTokenizer
from trl import DPOConfig, DPOTrainer, KTOConfig, KTOTrainer
from trl.experimental.orpo import ORPOConfig, ORPOTrainer

Batch = dict[str, torch.Tensor]


def main() -> None:
    run.require_one_process()
    options = parse_options("Train the adapter from choices with TRL.")
    settings = run.read_json("settings.json")
    objective = settings["objective"]
    if objective["name"] not in TRAINERS:
        raise SystemExit("This run learns answers as they stand: train_peft.py and train_trl.py do that.")
    data, base = run.Data(settings), run.base_of(options.base, settings)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    dtype = run.usual_dtype(device.type)
    model = run.load_model(base, settings, device, dtype, options.four_bit)
    report = run.Report("train_choices.py", base, dtype=str(dtype), four_bit=options.four_bit)
    kind, config = TRAINERS[objective["name"]]
    optimizer = run.new_optimizer(model, settings)
    trainer: Any = kind(
        model=model,
        args=arguments(config, settings, options, data.steps, **kind.more(objective)),
        # TRL wants to see texts; what is trained on are the rows.
        train_dataset=Dataset.from_list([{"prompt": "", "chosen": "", "rejected": ""}]),
        processing_class=AutoTokenizer.from_pretrained(base),
        optimizers=(optimizer, run.new_scheduler(optimizer, settings)),
    )
    trainer.data = data
    without_dropout(model)
    train_with(trainer, lambda step: evaluate(trainer, step, report), options, report)


class RowByRow:
    """A trainer of TRL's that takes Luthier's rows, in Luthier's order."""

    loss_is_scaled_for_ga = True  # by compute_loss
    data: run.Data

    @staticmethod
    def more(objective: dict[str, Any]) -> dict[str, Any]:
        """Arguments besides those that all trainers have."""
        return {"beta": objective["beta"], "max_length": None}

    def batch(self, row: list[run.Example]) -> Batch:
        """What TRL computes the loss of: the chosen answers, then the rejected ones."""
        return masked([one for one in row if one["side"] > 0] + [one for one in row if one["side"] < 0])

    def counted(self, batch: Batch) -> int:
        """How many pairs it has, or answers."""
        return len(batch["input_ids"]) // 2

    def get_train_dataloader(self) -> DataLoader:
        rows = range(len(self.data.rows))
        collate = lambda numbers: self.batch(self.data.row(numbers[0]))  # noqa: E731
        return DataLoader(rows, sampler=RunOrder(self.data, lambda: self.state.global_step), collate_fn=collate)

    def compute_loss(self, model: Any, inputs: Batch, num_items_in_batch: Any = None, **_: Any) -> Any:
        """The batch's part of the step's mean; without a step, its own."""
        counted = self.counted(inputs)
        return super().compute_loss(model, inputs) * (counted / (num_items_in_batch or counted))

    def _get_num_items_in_batch(self, batches: list[Batch], _device: Any) -> int:
        return sum(map(self.counted, batches))

    def _prepare_dataset(self, dataset: Dataset, *_: Any) -> Dataset:
        return dataset


class Dpo(RowByRow, DPOTrainer):
    """Pairs, by DPO."""

    @staticmethod
    def more(objective: dict[str, Any]) -> dict[str, Any]:
        """label_smoothing is that of conservative DPO, which TRL has not: 2 (1 - e) "sigmoid" - (1 - 2 e) "robust"."""
        e = objective["label_smoothing"]
        kinds = {"sigmoid_norm" if objective["length_normalized"] else "sigmoid": 1.0}
        if e:
            kinds = {"sigmoid": 2 * (1 - e), "robust": -(1 - 2 * e)}
        how = {"loss_type": list(kinds), "loss_weights": list(kinds.values()), "label_smoothing": e}
        return RowByRow.more(objective) | how


class Kto(RowByRow, KTOTrainer):
    """Answers that are called good or bad, by KTO; strangers are what TRL calls KL completions."""

    @staticmethod
    def more(objective: dict[str, Any]) -> dict[str, Any]:
        weight = {"desirable_weight": objective["good_weight"], "train_sampling_strategy": "sequential"}
        return RowByRow.more(objective) | weight | {"per_device_train_batch_size": 2}  # TRL refuses 1: a row has more

    def batch(self, row: list[run.Example]) -> Batch:
        said, strangers = ([one for one in row if bool(one["side"]) == own] for own in (True, False))
        labels = torch.tensor([one["side"] > 0 for one in said])
        return masked(said) | {f"KL_{name}": values for name, values in masked(strangers).items()} | {"label": labels}

    def counted(self, batch: Batch) -> int:
        return len(batch["label"])


class Orpo(RowByRow, ORPOTrainer):
    """Pairs, by ORPO, whose first term is the chosen answer's own cross-entropy: TRL's has the question in it, too."""

    def tokenize_row(self, _row: Any, _model: Any = None) -> dict[str, Any]:
        return {}

    def get_batch_loss_metrics(self, model: Any, batch: Batch, **_: Any) -> Any:
        ids, attention = batch["input_ids"], batch["attention_mask"]
        logits = model(input_ids=ids, attention_mask=attention, use_cache=False).logits.float()
        labels = ids.masked_fill(batch["completion_mask"] == 0, run.IGNORED)
        chosen, rejected = self.get_batch_logps(logits, labels, average_log_prob=True).chunk(2)
        preferred, *_ = self.odds_ratio_loss(chosen, rejected)
        return (-chosen - preferred).mean(), {}


TRAINERS: dict[str, tuple[Any, Any]] = {
    "dpo": (Dpo, DPOConfig),
    "kto": (Kto, KTOConfig),
    "orpo": (Orpo, ORPOConfig),
}


def masked(examples: list[run.Example]) -> Batch:
    """A line for each, with a 1 for each token of its answer."""
    batch = run.padded(examples)
    batch["completion_mask"] = (batch.pop("labels") != run.IGNORED).long()
    return batch


def without_dropout(model: Any) -> None:
    """What TRL compares with is a copy of the adapter, which no dropout is to change."""
    for module in model.modules():
        if "ref" in getattr(module, "lora_dropout", {}):
            module.lora_dropout["ref"] = torch.nn.Identity()


@torch.no_grad()
def evaluate(trainer: Any, step: int, report: run.Report) -> None:
    """Mean loss of the held-out choices, a row at a time."""
    model = trainer.model.eval()
    device, dtype = model.device, run.usual_dtype(model.device.type)
    total, counted = 0.0, 0
    for row in trainer.data.held_out_rows:
        batch = run.on(device, trainer.batch(row))
        with torch.autocast(device.type, dtype, enabled=dtype != torch.float32):
            total += float(trainer.compute_loss(model, batch)) * trainer.counted(batch)
        counted += trainer.counted(batch)
    if counted:
        report.evaluation(step, total / counted, counted)


if __name__ == "__main__":
    main()
