"""Guards every override of Qt's methods: what one raises is reported, and the base class's method does its part.

Without this, an exception that leaves an override can end the process. Qt calls the override from C++, where there is
no way to raise. If Python called Qt before (`window.show()`, `stack.setCurrentWidget(page)`), shiboken stores the
exception for that call and writes the override's name into its message (`storePythonOverrideErrorOrPrint`). For that it
takes the value that Python stored for an exception object. Up to Python 3.11 that value is one only if Python code
raised it: where C code did (an index out of range, a dictionary that changed while it was walked, a widget of Qt's that
is gone), it is the bare message or nothing, and shiboken reads from an address that is none. If the event loop called,
or Python is newer, the exception is printed or comes up at the next call of Qt's, wherever that is.

`guard_overrides` needs no decorator and no base class, so that no override can be forgotten: each class that is derived
from one of Qt's gets its guards as it is made (`__init_subclass__`), and existing classes get them at once.
A method of ours is an override if a class of Qt's has one of that name; so none may be called like a method of Qt's
that is not virtual. The classes of libraries (pyqtgraph) do that freely: of theirs, only what Qt calls while it paints
and hands out events is guarded.
"""

from __future__ import annotations

import functools
import typing
from collections.abc import Callable, Iterator
from enum import Enum
from types import FunctionType
from typing import Any

from shiboken6 import Shiboken

from app.shell.crash_report import report

_LIBRARIES = ("pyqtgraph", "qtawesome")
_QT = ("PySide6", "Shiboken", "shiboken6")
_HANDLE = {"event", "eventFilter", "notify"}
_CALLED = {"event", "eventFilter", "paint", "paintGL", "sizeHint", "itemChange", "boundingRect", "shape"}
_GUARDED = "_is_guarded"


def guard_overrides() -> None:
    """Guard overrides from now on, in all classes that exist or are made later. Doing it again changes nothing."""
    if "__init_subclass__" not in vars(Shiboken.Object):
        Shiboken.Object.__init_subclass__ = classmethod(_on_new_class)  # type: ignore[assignment]
    for known in list(_derived(Shiboken.Object)):
        _guard_class(known)


def overrides_of(cls: type) -> Iterator[tuple[str, FunctionType]]:
    """Yield the methods of a class, by name, that Qt calls in the place of its own."""
    above = [base for base in cls.__mro__[1:] if _is_of(base, _QT)]
    if not above or _is_of(cls, _QT):
        return
    for name, method in list(vars(cls).items()):
        if not isinstance(method, FunctionType) or name.startswith("__"):
            continue
        is_called = not _is_of(cls, _LIBRARIES) or name.endswith("Event") or name in _CALLED
        if is_called and any(name in vars(base) for base in above):
            yield name, method


def is_guarded(method: object) -> bool:
    """Return whether what a method raises goes no further."""
    return getattr(method, _GUARDED, False)


def _on_new_class(cls: Any, /, **options: Any) -> None:
    super(Shiboken.Object, cls).__init_subclass__(**options)
    _guard_class(cls)


def _guard_class(cls: type) -> None:
    for name, method in overrides_of(cls):
        if not is_guarded(method):
            setattr(cls, name, _guarded(cls, name, method))


def _guarded(cls: type, name: str, method: FunctionType) -> Callable[..., Any]:
    @functools.wraps(method)
    def guarded(self: Any, *arguments: Any, **named: Any) -> Any:
        try:
            return method(self, *arguments, **named)
        except BaseException as error:  # SystemExit, too, would come up elsewhere
            report(error)
            return _instead(cls, name, method, (self, *arguments))

    setattr(guarded, _GUARDED, True)
    return guarded


def _instead(cls: type, name: str, method: FunctionType, arguments: tuple[Any, ...]) -> Any:
    """What the base class's method does; where it has none, nothing of the kind that Qt wants.

    One that handles an event and calls the base class itself may have done so, and what it raises may come from there:
    an event is not handled twice, for it may have deleted what it was for.
    """
    if (name.endswith("Event") or name in _HANDLE) and "super" in method.__code__.co_names:
        return _nothing(method)
    try:
        return getattr(super(cls, arguments[0]), name)(*arguments[1:])
    except NotImplementedError:  # purely virtual
        return _nothing(method)
    except Exception as error:
        report(error)
        return _nothing(method)


def _nothing(method: FunctionType) -> Any:
    """An empty value of the type that the method is said to return."""
    try:
        kind = typing.get_type_hints(method).get("return")
        if isinstance(kind, type) and kind is not type(None):
            return kind(0) if issubclass(kind, Enum) else kind()
    except Exception:  # a name that only the type checker knows, a type without an empty value
        return None
    return None


def _is_of(cls: type, packages: tuple[str, ...]) -> bool:
    return cls.__module__.partition(".")[0] in packages


def _derived(cls: type) -> Iterator[type]:
    known: list[type] = type.__subclasses__(cls)
    for one in known:
        yield one
        yield from _derived(one)
