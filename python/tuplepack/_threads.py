"""Work that goes ahead in threads, in the order of its items."""

from __future__ import annotations

from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Callable, Deque, Iterable, Iterator, TypeVar

from . import _core
from ._arrays import whole_number

Item = TypeVar("Item")
Made = TypeVar("Made")


def require_threads(threads: int) -> None:
    if whole_number(threads, "threads") < 1:
        raise _core.Error(f"{threads} threads")


def in_order(make: Callable[[Item], Made], items: Iterable[Item], threads: int) -> Iterator[Made]:
    """make() of each item; with several threads up to twice as many ahead."""
    if threads == 1:
        yield from map(make, items)
        return
    pool = ThreadPoolExecutor(threads)
    waiting: Deque[Future[Made]] = deque()
    try:
        for item in items:
            waiting.append(pool.submit(make, item))
            if len(waiting) > 2 * threads:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)
