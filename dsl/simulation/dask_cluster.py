"""Distributes matches over the machines of an existing Dask cluster, in chunks of seeds.

Workers need the same version of Gondwana. When one is lost, the scheduler assigns its chunks to others.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING

from dsl.simulation.match_records import VersionError
from dsl.simulation.process_pool import RECORDS, PoolError, SeedChunks, Spread, Task, Timed, timed

if TYPE_CHECKING:
    from distributed import Client, Future

CONNECT_TIMEOUT = 10  #: seconds to wait for the scheduler
_QUEUED = 2  #: chunks queued for each worker
_MISSING = "`--cluster` needs the package distributed: pip install 'gondwana[cluster]'"
_ADDRESS = re.compile(r"(?:(?:dask|tcp|tls|ws|wss|inproc)://)?[\w.\-\[\]:]+(?:/[\w\-/.]*)?")


def address_of(text: str) -> str:
    """Return the address of the scheduler in the form of Dask. Raises PoolError if it is malformed."""
    scheme = text.partition("://")[0] if "://" in text else ""
    if scheme == "ray":
        raise PoolError("this is a Ray cluster; Gondwana works on Dask clusters only: dask://HOST:PORT")
    if scheme == "inproc" or not _ADDRESS.fullmatch(text):
        raise PoolError(f"`{text}` is no address of a Dask scheduler: write dask://HOST:PORT or tcp://HOST:PORT")
    return f"tcp://{text.removeprefix('dask://')}" if scheme in ("", "dask") else text


def connect_cluster(address: str) -> Spread:
    """Return a `Spread` over a cluster. Raises PoolError, at once if the address is malformed or the package
    missing."""
    scheduler = address_of(address)
    try:
        import distributed
    except ImportError:
        raise PoolError(_MISSING) from None

    def spread(plan: str, seeds: Sequence[int], task: Task = RECORDS) -> Generator[list[str]]:
        try:
            client = distributed.Client(scheduler, timeout=CONNECT_TIMEOUT, set_as_default=False)
        except (OSError, ValueError) as error:
            raise PoolError(f"no Dask scheduler answers at {scheduler}: {error or 'no answer'}") from None
        try:
            yield from _share(client, plan, seeds, task)
        finally:
            client.close()

    return spread


def _share(client: Client, plan: str, seeds: Sequence[int], task: Task) -> Generator[list[str]]:
    import distributed

    chunks = SeedChunks(seeds, _QUEUED * _workers(client), task.max_chunk)
    begun: dict[Future[Timed], Sequence[int]] = {}
    done = distributed.as_completed(loop=client.loop)
    while chunks or begun:
        while chunks and len(begun) < _QUEUED * _workers(client):
            chunk = chunks.take()
            future = client.submit(timed, plan, chunk, task, pure=False)
            begun[future] = chunk
            done.add(future)
        future = next(done)
        lines, seconds = _result(future)
        chunks.took(len(begun.pop(future)), seconds)
        yield lines


def _workers(client: Client) -> int:
    """Return how many threads the cluster has now; one that has none just waits for workers."""
    threads: dict[str, int] = client.nthreads()
    return max(1, sum(threads.values()))


def _result(future: Future[Timed]) -> Timed:
    import distributed

    try:
        result: Timed = future.result()
    except distributed.scheduler.KilledWorker as error:
        raise PoolError(f"workers died one after the other: {error}") from None
    except ModuleNotFoundError as error:
        raise PoolError(f"a worker of the cluster has no {error.name}: install this Gondwana there, too") from None
    except VersionError as error:
        raise PoolError(f"a worker of the cluster refused: {error}") from None
    return result
