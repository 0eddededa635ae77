"""From a job's spec to the module that does it."""

from __future__ import annotations

from typing import Any

from core.jobs.context import JobContext
from core.shared import protocol as p

Outcome = tuple[str, dict[str, Any]]  # done | stopped, and the result


def run(job: p.Job, context: JobContext) -> Outcome:
    """Do the job. Only its own module is imported, so each worker loads no more than it needs."""
    match job:
        case p.SearchJob():
            from core.jobs.search import search_hub

            return search_hub(job, context)
        case p.FetchJob():
            from core.jobs.fetch import fetch_model

            return fetch_model(job, context)
        case p.ListModelsJob():
            from core.jobs.local_models import list_models

            return list_models(job, context)
        case p.TokenJob():
            from core.jobs.token import keep_token

            return keep_token(job)
        case p.ConvertJob():
            from core.jobs.convert import convert_model

            return convert_model(job, context)
        case p.QuantizeJob():
            from core.jobs.quantize import quantize_model

            return quantize_model(job, context)
        case p.InspectJob():
            from core.jobs.inspect import inspect_data

            return inspect_data(job, context)
        case p.PreviewJob():
            from core.jobs.preview import preview_data

            return preview_data(job, context)
        case p.CleanJob():
            from core.jobs.clean import clean_data

            return clean_data(job, context)
        case p.EstimateJob():
            from core.jobs.estimate import estimate

            return estimate(job, context)
        case p.TrainJob():
            from core.jobs.train import start_training

            return start_training(job, context)
        case p.ResumeJob():
            from core.jobs.train import resume_training

            return resume_training(job, context)
        case p.EvalJob():
            from core.jobs.evaluate import evaluate_model

            return evaluate_model(job, context)
        case p.ChatJob():
            from core.jobs.chat import answer

            return answer(job, context)
        case p.ExportJob():
            from core.jobs.export import export_run

            return export_run(job, context)
        case p.DemoJob():
            from core.jobs.demo import run_demo

            return run_demo(job, context)
