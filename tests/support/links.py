"""Two network namespaces of this machine with a link between them that is as slow as one at home (Linux, as root).

Rates are shaped by the kernel (tc, token bucket). Delay and loss are made by a program of ours that passes packets on
between two TUN devices, because not every kernel has netem.
"""

from __future__ import annotations

import fcntl
import heapq
import os
import random
import select
import shutil
import struct
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass

ADDRESSES = ("10.77.0.1", "10.77.0.2")
_TUNSETIFF, _IFF_TUN, _IFF_NO_PI = 0x400454CA, 0x0001, 0x1000  # linux/if_tun.h
_PACKET = 65536
_QUEUE_S = 0.1  # what a home router keeps for a link before it drops


@dataclass(frozen=True)
class Link:
    """mbit: megabits/s each way; 0: as fast as the machine. delay: seconds each way. loss: share of packets."""

    name: str
    mbit: int
    delay: float = 0.0
    loss: float = 0.0


def why_none() -> str:
    """Why no such links can be made here; "" where they can."""
    if os.name != "posix" or os.geteuid() != 0:
        return "network namespaces need Linux and root"
    missing = [name for name in ("ip", "tc") if shutil.which(name) is None]
    return f"{' and '.join(missing)} are missing (iproute2)" if missing else ""


class Namespaces:
    """names: of both ends. Each has its address of ADDRESSES."""

    def __init__(self) -> None:
        self.names = tuple(f"luthier-{os.getpid()}-{end}" for end in "ab")
        self._devices = tuple(f"lt{os.getpid() % 100000}{end}" for end in "ab")

    def prefix(self, end: int) -> tuple[str, ...]:
        """Before a command that is to run there."""
        return "ip", "netns", "exec", self.names[end]

    def device(self, end: int) -> str:
        """The name of the network device there."""
        return self._devices[end]

    def bytes_sent(self, end: int) -> int:
        """By that end since the link was made, with all headers."""
        said = subprocess.run([*self.prefix(end), "cat", "/proc/net/dev"], capture_output=True, text=True, check=True)
        line = next(line for line in said.stdout.splitlines() if self._devices[end] in line)
        return int(line.partition(":")[2].split()[8])

    def set_cable(self, is_in: bool) -> None:
        for end in (0, 1):
            _ip("-n", self.names[end], "link", "set", self._devices[end], "up" if is_in else "down")

    @contextmanager
    def linked(self, link: Link) -> Iterator[None]:
        with ExitStack() as undo:
            for name in self.names:
                _ip("netns", "add", name)
                undo.callback(_ip, "netns", "del", name)
            if link.delay or link.loss:
                undo.enter_context(_passed_on(self._made_tuns(), link))
            else:
                a, b = self._devices
                _ip("link", "add", a, "netns", self.names[0], "type", "veth", "peer", "name", b, "netns", self.names[1])
            for end, name in enumerate(self.names):
                _ip("-n", name, "link", "set", "lo", "up")
                _ip("-n", name, "addr", "add", f"{ADDRESSES[end]}/24", "dev", self._devices[end])
                _ip("-n", name, "link", "set", self._devices[end], "up")
                if link.mbit and not (link.delay or link.loss):
                    self._shape(end, link.mbit)
            yield

    def _shape(self, end: int, mbit: int) -> None:
        burst = max(16, mbit * 125 // 250)  # KB: 4 ms
        rule = ["tbf", "rate", f"{mbit}mbit", "burst", f"{burst}kb", "latency", f"{int(_QUEUE_S * 1000)}ms"]
        subprocess.run(
            ["tc", "-n", self.names[end], "qdisc", "add", "dev", self._devices[end], "root", *rule], check=True
        )

    def _made_tuns(self) -> list[int]:
        made = []
        for name, device in zip(self.names, self._devices, strict=True):
            tun = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
            fcntl.ioctl(tun, _TUNSETIFF, struct.pack("16sH", device.encode(), _IFF_TUN | _IFF_NO_PI))
            _ip("link", "set", device, "netns", name)
            made.append(tun)
        return made


@contextmanager
def _passed_on(tuns: list[int], link: Link) -> Iterator[None]:
    """What goes in at one end comes out at the other."""
    stop = threading.Event()
    threads = [
        threading.Thread(target=_pass_on, args=(a, b, link, stop), daemon=True) for a, b in (tuns, reversed(tuns))
    ]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join()
        for tun in tuns:
            os.close(tun)


def _pass_on(source: int, target: int, link: Link, stop: threading.Event) -> None:
    chance = random.Random(0)
    under_way: list[tuple[float, int, bytes]] = []
    free, number = 0.0, 0
    while not stop.is_set():
        now = time.monotonic()
        while under_way and under_way[0][0] <= now:
            with suppress(OSError):  # as long as that end is down
                os.write(target, heapq.heappop(under_way)[2])
        wait = min(0.05, max(0.0, under_way[0][0] - now)) if under_way else 0.05
        if not select.select([source], [], [], wait)[0]:
            continue
        packet, now = os.read(source, _PACKET), time.monotonic()
        begins = max(free, now)
        if begins - now > _QUEUE_S or chance.random() < link.loss:
            continue
        free = begins + (len(packet) * 8 / (link.mbit * 1e6) if link.mbit else 0.0)
        number += 1
        heapq.heappush(under_way, (free + link.delay, number, packet))


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, stdout=subprocess.DEVNULL)
