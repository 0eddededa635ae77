"""Machines that cannot take part are left out by name; what they lack is sent to those that want it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.cluster.credentials import make_authority
from core.cluster.questions import Base
from tests.support.cluster import IN_THE_CLUSTER, HomeCluster
from tests.support.file_size import file_size_limit
from tests.support.trained_together import losses, together, training

OLDER = ("-c", "import core; core.__version__ = '0.0.1'; from core.cli import main; main()")


def test_that_machines_that_cannot_are_left_out_by_name(
    cluster: HomeCluster, exact: Path, demo_gguf: Path, base: Base, alone: list[float], tmp_path: Path
) -> None:
    other = tmp_path / exact.name
    other.write_bytes(demo_gguf.read_bytes())
    cluster.joins("empty").heard(IN_THE_CLUSTER)
    cluster.joins("other", [other]).heard(IN_THE_CLUSTER)
    cluster.joins("older", [exact]).leaves()
    cluster.asks("older", program=OLDER).heard(IN_THE_CLUSTER)
    ours = training(exact)
    with together(cluster, ours, base) as told:
        assert losses(ours) == alone
    said = told.left_out()
    assert "does not have the base model" in said["empty"] and "the contents differ" in said["other"]
    assert "0.0.1" in said["older"]


def test_that_the_base_is_sent_to_whoever_lacks_it_where_there_is_room(
    cluster: HomeCluster, exact: Path, base: Base, alone: list[float]
) -> None:
    cluster.joins("empty").heard(IN_THE_CLUSTER)
    cluster.joins("full").leaves()
    with file_size_limit(exact.stat().st_size // 2):
        full = cluster.asks("full")
    full.heard(IN_THE_CLUSTER)
    ours = training(exact)
    with together(cluster, ours, base, may_copy=True) as told:
        assert losses(ours) == pytest.approx(alone, rel=1e-5)
    assert {name for step in told.tokens for name in step} == {"head", "empty"}
    assert (cluster.home("empty") / "models" / exact.name).read_bytes() == exact.read_bytes()
    assert "Cannot write" in told.left_out()["full"] and not list((cluster.home("full") / "models").iterdir())


def test_that_it_is_told_who_has_a_model_and_sent_by_command(cluster: HomeCluster, exact: Path) -> None:
    cluster.joins("empty").heard(IN_THE_CLUSTER)
    cluster.joins("has", [exact]).heard(IN_THE_CLUSTER)
    told = json.loads(cluster.runs("head", "cluster", "status", "--model", str(exact), "--json").heard('"machines"'))
    assert {machine["name"]: machine["base"] for machine in told["machines"]} == {"empty": "missing", "has": "here"}
    cluster.runs("head", "cluster", "copy", str(exact), "empty").heard("empty has it now.")
    assert (cluster.home("empty") / "models" / exact.name).read_bytes() == exact.read_bytes()
    told = json.loads(cluster.runs("has", "cluster", "status", "--model", str(exact), "--json").heard('"machines"'))
    assert {machine["base"] for machine in told["machines"]} == {"here"}
    cluster.runs("head", "cluster", "copy", str(exact), "nobody").heard("nobody is not part of it now")


def test_that_nobody_is_let_in_who_is_not_wanted(cluster: HomeCluster) -> None:
    refused = cluster.joins("stranger", answer="no")
    assert refused.process.wait() != 0
    assert not (refused.home / "cluster" / "machine.pem").exists()


@pytest.mark.parametrize("whose", ["head", "laptop"])
def test_that_a_certificate_of_another_cluster_is_refused(cluster: HomeCluster, whose: str) -> None:
    """The head has made another authority since; or the laptop has one of its own, by the same name."""
    cluster.joins("laptop").leaves()
    of = cluster.credentials(whose)
    make_authority(of, whose)
    if whose == "head":
        cluster.head.end()
        cluster.starts()
    back = cluster.asks("laptop")
    back.heard("the certificates do not match")
    assert back.process.wait() != 0
