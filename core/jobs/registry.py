"""The function for each job. A worker imports only its own job's module, to load no more than it needs."""

from __future__ import annotations

from importlib import import_module

from core import protocol as p
from core.base.engine_package import missing_package
from core.jobs.context import JobContext, Outcome

# The module in core/jobs and its function, which takes the job and a JobContext.
JOBS: dict[type[p.Job], tuple[str, str]] = {
    p.SearchJob: ("models.hub", "search_hub"),
    p.CheckPicksJob: ("models.hub", "check_picks"),
    p.PeekJob: ("models.local_models", "peek"),
    p.FetchJob: ("models.fetch", "fetch_model"),
    p.ListModelsJob: ("models.local_models", "list_models"),
    p.ListDevicesJob: ("devices.list", "list_devices"),
    p.TokenJob: ("models.hub", "keep_token"),
    p.MoveFolderJob: ("models.move_folder", "move_folder"),
    p.ConvertJob: ("models.convert", "convert_model"),
    p.QuantizeJob: ("models.convert", "quantize_model"),
    p.InspectJob: ("data.inspect", "inspect_data"),
    p.PreviewJob: ("data.inspect", "preview_data"),
    p.CleanJob: ("data.inspect", "clean_data"),
    p.ChatRowsJob: ("rows.chats", "make_chat_rows"),
    p.QuestionRowsJob: ("rows.questions", "make_question_rows"),
    p.EstimateJob: ("planning.estimate", "estimate"),
    p.PlanJob: ("planning.plan", "make_plans"),
    p.DryRunJob: ("training.on_device", "dry_run"),
    p.TrainJob: ("training.on_device", "start_training"),
    p.ResumeJob: ("training.on_device", "resume_training"),
    p.EvalJob: ("training.evaluate", "evaluate_model"),
    p.AssessJob: ("chat.assess", "assess"),
    p.StrengthsJob: ("chat.strengths", "measure_strengths"),
    p.ChatJob: ("chat.converse", "answer"),
    p.ImportAdapterJob: ("adapters", "import_adapter"),
    p.ShowAdapterJob: ("adapters", "show_adapter"),
    p.ConverseJob: ("chat.converse", "converse"),
    p.ServeJob: ("chat.converse", "serve"),
    p.ExportsJob: ("export.possible", "list_exports"),
    p.ExportJob: ("export.job", "export_run"),
    p.TypesJob: ("export.types", "measure_types"),
    p.FindOllamaJob: ("export.into_ollama", "find_ollama"),
    p.OllamaJob: ("export.into_ollama", "create_in_ollama"),
    p.ElsewhereJob: ("export.elsewhere", "take_elsewhere"),
    p.BringHomeJob: ("export.bring_home", "bring_home"),
    p.PushableJob: ("models.push", "list_pushable"),
    p.PushJob: ("models.push", "push_export"),
    p.DemoJob: ("demo", "run_demo"),
    p.AddComputerJob: ("computers.known", "add_computer"),
    p.CheckComputersJob: ("computers.known", "check_computers"),
    p.SweepJob: ("computers.sweep", "train_sweep"),
}

# The jobs of child processes started by core/jobs/training/on_device.py.
APART: dict[type[p.Job], tuple[str, str]] = {
    p.TrainJob: ("training.train", "start_training"),
    p.ResumeJob: ("training.train", "resume_training"),
    p.DryRunJob: ("training.dry_run", "dry_run"),
}

AWAY = ("computers.away", "train_away")  # by another computer

ApartJob = p.TrainJob | p.ResumeJob | p.DryRunJob

# For the command line: trainings in a child process, so that this one can report why the system ended it.
WATCHED: dict[type[p.Job], tuple[str, str]] = {
    p.TrainJob: ("training.on_device", "start_watched"),
    p.ResumeJob: ("training.on_device", "resume_watched"),
}


def run(job: p.Job, context: JobContext) -> Outcome[p.Result]:
    """Do the job."""
    return _do(JOBS[type(job)], job, context)


def run_watched(job: p.Job, context: JobContext) -> Outcome[p.Result]:
    """Do the job; a training in a child process."""
    return _do({**JOBS, **WATCHED}[type(job)], job, context)


def run_apart(job: ApartJob, context: JobContext) -> Outcome[p.Result]:
    """Do the job in this process, the child started for it."""
    return _do(APART[type(job)], job, context)


def _do(where: tuple[str, str], job: p.Job, context: JobContext) -> Outcome[p.Result]:
    module, function = AWAY if isinstance(job, p.TrainJob | p.ResumeJob) and job.on else where
    try:
        outcome: Outcome[p.Result] = getattr(import_module(f"core.jobs.{module}"), function)(job, context)
    except ModuleNotFoundError as error:
        raise missing_package(error) from error
    return outcome
