"""The base of all values: named, typed fields that never change, as `typing.NamedTuple` has them.

A module of values is ready in a tenth of the time that `NamedTuple` takes, which compiles code for each class. With
well over a hundred kinds of values that was a tenth of a whole `manila resolve` (docs/dependencies.md).
"""

from __future__ import annotations

from operator import itemgetter
from typing import Any, Self, dataclass_transform

# Asked of the class by this, since asking by name would find the annotations of its maker.
_own_annotations = type.__dict__["__annotations__"]  # noqa: RUF063 - inspect takes long to load


@dataclass_transform(frozen_default=True)
class _ValueMaker(type):
    """Makes the classes: turns the annotated names of a class body into fields of a tuple."""

    _fields: tuple[str, ...]
    _defaults: dict[str, Any]

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> _ValueMaker:
        namespace["__slots__"] = ()
        made = super().__new__(cls, name, bases, namespace)
        # Values are not derived from one another, so a class's own annotations are all its fields.
        fields = tuple(_own_annotations.__get__(made)) if bases != (tuple,) else ()
        made._fields = made.__match_args__ = fields  # type: ignore[attr-defined, misc]
        made._defaults = {field: namespace[field] for field in fields if field in namespace}
        for place, field in enumerate(fields):
            setattr(made, field, property(itemgetter(place)))
        return made


class NamedValue(tuple, metaclass=_ValueMaker):  # type: ignore[type-arg]
    """A value: `class Mark(NamedValue)` with annotated fields, those with a default last.

    Values compare as tuples do. Raises TypeError for a field that is missing, unknown or given twice.
    """

    def __new__(cls, *given: Any, **named: Any) -> Self:
        fields = cls._fields
        if named or len(given) != len(fields):
            given = (*given, *_complete(cls, len(given), named))
        return tuple.__new__(cls, given)

    def _replace(self, **changes: Any) -> Self:
        """Return the same value with other contents in some fields."""
        replaced = tuple.__new__(type(self), map(changes.pop, type(self)._fields, self))
        if changes:
            raise TypeError(f"{type(self).__name__} has no field {', '.join(changes)}")
        return replaced

    def __repr__(self) -> str:
        fields = ", ".join(f"{field}={value!r}" for field, value in zip(type(self)._fields, self, strict=True))
        return f"{type(self).__name__}({fields})"

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(self)


def _complete(cls: _ValueMaker, given: int, named: dict[str, Any]) -> list[Any]:
    """Return the contents of the fields behind the first `given`, by name or by default."""
    fields, defaults = cls._fields, cls._defaults
    contents = []
    for field in fields[given:]:
        if field in named:
            contents.append(named.pop(field))
        elif field in defaults:
            contents.append(defaults[field])
        else:
            raise TypeError(f"{cls.__name__} lacks its field {field}")
    if named or given > len(fields):
        raise TypeError(f"{cls.__name__} has the fields {', '.join(fields)}, and no more")
    return contents
