"""What needs torch: data sets that are packed while they are read, losses of sequences, FlexAttention."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, Iterator, List, Mapping, NamedTuple, Optional, Tuple, cast

import numpy as np
import torch
from torch.utils.data import IterableDataset

from . import _core
from ._arrays import in_turn, is_sample, is_sequence, numbers_in, require_flag, whole_number
from ._keywords import add_hints
from ._places import place_of
from ._samples import part_of
from .losses import PackedLoss, PairLoss, label_number, pair_loss
from .pieces import Cutting, cut_items, room_for_a_piece
from .ranks import own_rank
from .streaming import Stream
from .training import block_tables, segments_in

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import Numbers, StreamOptions


# ---- packs of a stream ----


class PackedIterable(IterableDataset):  # type: ignore[misc]
    """An IterableDataset of packs, each a list of samples: packs them while they are read, in memory that does not grow.
    For a DataLoader with batch_size=None and a collate_fn:

        DataLoader(PackedIterable(samples, 2048), batch_size=None, collate_fn=partial(collate_packed, limit=2048, batch=None), …)

    Each worker of each rank takes every n-th sample, n being their number in all. To continue after an interruption, save
    state_dict() of the data set; with workers use a loader that asks them for it, such as torchdata's StatefulDataLoader.
    It resumes with the same limits and options, and as many workers and ranks. How many packs a rank gets depends on its
    samples: in data-parallel training end every pass after a fixed number of steps, or use torch's Join.

    samples  an iterable that can be read several times, or a function that returns an iterable; an iterator has one pass only
    limits   the capacity of a pack
    size     of a sample; default: the length of its input_ids, or of itself
    sharded  whether `samples` has the samples of this worker and rank only
    stride, minimum, side  how overlong="split" and "truncate" cut samples that are dicts of columns, or sequences: as in
             pack_dataset(). A pack has pieces then, samples with some of the tokens
    options  those of Stream
    errors   raised by the pass: samples whose size is not known, or over the limit; a second pass over an iterator
    """

    def __init__(
        self,
        samples: Any,
        limits: Numbers,
        *,
        size: Optional[Callable[[Any], Any]] = None,
        sharded: bool = False,
        stride: int = 0,
        minimum: int = 1,
        side: str = "right",
        **options: Unpack[StreamOptions],
    ) -> None:
        if not callable(samples) and not hasattr(samples, "__iter__") and not hasattr(samples, "__getitem__"):
            raise _core.Error(f"samples is {samples!r}; expected an iterable, or a function that returns one")
        if size is not None and not callable(size):
            raise _core.Error(f"size cannot be {size!r}; expected a function that says how long a sample is")
        require_flag(sharded, "sharded")
        self._samples, self._limits, self._size = samples, limits, size or _length
        self._sharded, self._options = sharded, dict(options)
        self._cutting, self._overlong = Cutting(stride, minimum, side), options.get("overlong")
        self._cutting.is_of_core(self._overlong)
        self._room = 0  # the most that a piece may have
        if self._overlong in ("split", "truncate"):
            if numbers_in(limits) > 1 or size is not None:
                raise _core.Error(f"overlong='{self._overlong}' cuts tokens; it takes neither several limits nor size=")
            self._options["overlong"] = "error"
            self._room = room_for_a_piece(limits, self._options)
        self._stream()
        self._read: Any = None  # the iterator of the last pass, if it can be read only once
        self._dropped: Dict[Any, bool] = {}  # by size
        self._state: Optional[Dict[str, Any]] = None  # to begin the next pass with
        self._now: Dict[str, Any] = {}

    def _stream(self) -> Stream:
        return Stream(self._limits, **cast(Any, self._options))

    def _place(self) -> Tuple[int, int]:
        """Which of how many shares of the samples this worker and rank has."""
        worker: Any = getattr(torch.utils.data, "get_worker_info")()
        rank, world_size = own_rank()
        workers, number = (1, 0) if worker is None else (worker.num_workers, worker.id)
        return rank * workers + number, world_size * workers

    def _share(self) -> Iterator[Any]:
        """The samples of this worker and rank."""
        samples: Any = self._samples() if callable(self._samples) else self._samples
        if not hasattr(samples, "__iter__") and not hasattr(samples, "__getitem__"):
            raise _core.Error(f"samples returned {samples!r}; expected an iterable")
        if hasattr(samples, "__next__"):
            if samples is self._read:
                raise _core.Error("samples is an iterator that was read already; pass a function that returns a new one for every pass")
            self._read = samples
        share, shares = (0, 1) if self._sharded else self._place()
        return (sample for position, sample in enumerate(in_turn(samples)) if position % shares == share)

    def _run(self) -> str:
        """What a state goes with."""
        share, shares = self._place()
        cutting = (self._overlong, self._cutting) if self._room else ()
        options = sorted((name, _plain(value)) for name, value in self._options.items() if value is not None)
        sharded = ", sharded" if self._sharded else ""
        return f"share {share} of {shares}{sharded}, limits {_plain(self._limits)!r}, {options!r}{cutting or ''}"

    def _is_dropped(self, size: Any) -> bool:
        key = tuple(size) if hasattr(size, "__len__") else size
        if key not in self._dropped:
            alone = self._stream()
            self._dropped[key] = not alone.add([size]) + alone.finish()
        return self._dropped[key]

    def _pieces(self, sample: Any) -> Tuple[List[Any], List[Any]]:
        """What a sample is packed as, and its sizes: the sample, or the pieces of a long one; nothing, if it is dropped."""
        size = self._size(sample)
        if self._overlong == "drop" and self._is_dropped(size):
            return [], []
        if not self._room or size <= self._room:
            return [sample], [size]
        pieces = cut_items(np.array([size]), self._room, str(self._overlong), self._cutting)
        parts = [slice(begin, begin + length) for begin, length in zip(pieces.begins.tolist(), pieces.lengths.tolist())]
        cut = [part_of(sample, part, size) if isinstance(sample, Mapping) else sample[part] for part in parts]
        return cut, pieces.lengths.tolist()

    def __iter__(self) -> Iterator[List[Any]]:
        state, self._state = self._state, None
        packer = self._stream()
        held: Dict[int, Any] = {}
        read = seen = 0
        if state is not None:
            if state["run"] != self._run():
                raise _core.Error(f"the state is from a different run: {state['run']}; this is {self._run()}")
            packer.restore(state["stream"])
            held, read = dict(state["held"]), state["read"]
            yield from self._closed(state["closed"], packer, held, read)
        for position, sample in enumerate(self._share()):
            seen = position + 1
            if position < read:
                continue
            read, first = position + 1, packer.items
            pieces, sizes = self._pieces(sample)
            held.update(enumerate(pieces, first))
            yield from self._closed([pack.tolist() for pack in packer.add(sizes)], packer, held, read)
        if seen < read:
            raise _core.Error(f"the state is from a different run: it was taken after {read} samples, and these are {seen}")
        yield from self._closed([pack.tolist() for pack in packer.finish()], packer, held, read)
        self._now = {}

    def _closed(self, packs: List[List[int]], packer: Stream, held: Dict[int, Any], read: int) -> Iterator[List[Any]]:
        """The samples of packs that have closed; the state is right whenever one is handed out."""
        for number, pack in enumerate(packs):
            taken = [held.pop(item) for item in pack]
            self._now = {"stream": packer, "held": held, "read": read, "closed": packs[number + 1 :]}
            yield taken

    def __repr__(self) -> str:
        given: Dict[str, Any] = {"limits": self._limits, **self._options}
        if self._room:
            given["overlong"] = self._overlong
        return f"<PackedIterable: {', '.join(f'{name}={value!r}' for name, value in given.items())}>"

    def state_dict(self) -> Dict[str, Any]:
        """After the pack that was handed out last: the samples that are held back, and how many were read."""
        now = self._now
        if not now:
            return dict(self._state or {})
        return {**now, "run": self._run(), "stream": now["stream"].save(), "held": dict(now["held"])}

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Makes the next pass resume after that pack. Error, also of that pass: the state is of another run"""
        if not isinstance(state, Mapping) or (state and not {"run", "stream", "held", "read", "closed"} <= set(state)):
            raise _core.Error(f"{state!r} is not a state; expected what state_dict() returned")
        if state:
            whole_number(state["read"], "the state's read")
            held, closed = state["held"], state["closed"]
            is_whole = isinstance(held, Mapping) and isinstance(closed, list) and all(isinstance(pack, list) for pack in closed)
            if not is_whole or not all(item in held for pack in closed for item in pack):
                raise _core.Error("the state is damaged: the samples of its packs are not in it")
        self._state, self._now = dict(state) or None, {}

    def __getstate__(self) -> Dict[str, Any]:
        return {**self.__dict__, "_read": None} if callable(self._samples) else self.__dict__


def _plain(given: Any) -> Any:
    """Numbers as Python's, and one of one component by itself."""
    value = given.tolist() if hasattr(given, "tolist") else given
    if isinstance(value, (list, tuple)):
        value = [_plain(one) for one in value]
        return value[0] if len(value) == 1 else value
    if isinstance(value, Mapping):
        return _plain(list(value.values())) if len(value) == 1 else {str(name): _plain(value[name]) for name in sorted(value)}
    return value


def _length(sample: Any) -> int:
    """Of the tokens of a sample. Error: there is nothing to be counted"""
    tokens = sample.get("input_ids") if isinstance(sample, Mapping) else sample
    if not is_sequence(tokens) or is_sample(tokens) or getattr(tokens, "ndim", 1) > 1:
        what = f"of {', '.join(map(str, sample))}" if isinstance(sample, Mapping) else f"that is a {type(sample).__name__}"
        shape = f", whose shape is {list(tokens.shape)}" if hasattr(tokens, "shape") else ""
        raise _core.Error(f"a sample {what}{shape}; expected input_ids, the numbers of its tokens, or size=, which says how long it is")
    return len(tokens)


# ---- losses of sequences ----


class SequenceLosses(NamedTuple):
    """Of the sequences of a packed batch; K is the largest number of them in a pack.

    losses      [packs, K] the mean loss of the tokens of each, 0 where there is none
    accuracies  [packs, K] the share of its tokens that are predicted
    tokens      [packs, K] how many of them have a label
    """

    losses: torch.Tensor
    accuracies: torch.Tensor
    tokens: torch.Tensor

    def mean(self) -> torch.Tensor:
        """Over the sequences that have tokens: the loss that they have unpacked."""
        return self.losses.sum() / (self.tokens > 0).sum().clamp(min=1)


def sequence_losses(
    logits: torch.Tensor, labels: torch.Tensor, segment_ids: torch.Tensor, *, ignore_index: int = -100, shift: bool = True
) -> SequenceLosses:
    """Cross-entropy by sequence, with gradients: for reports by sequence, or another mean than that of packed_loss_weights.

    logits       [packs, S, vocabulary]; of 16 bits, losses are computed in float32
    labels       [packs, S] whole numbers of any type; those equal to ignore_index, and negative ones, have no loss
    segment_ids  [packs, S] 0 = padding
    shift        True, for causal models: the logits of a position predict the label of the next one; False, where a
                 position predicts its own. As for packed_cross_entropy
    errors       shapes that do not fit; labels that are not whole or not below the vocabulary; segment ids above S
    """
    require_flag(shift, "shift")
    if not isinstance(logits, torch.Tensor):
        raise _core.Error(f"logits are a {type(logits).__name__}; expected a tensor: packed_cross_entropy() takes other arrays")
    _require_logits(logits)
    place = place_of(logits)
    labels, segment_ids = place.array(labels, "labels"), place.array(segment_ids, "segment_ids")
    if labels.shape != segment_ids.shape or logits.shape[:2] != labels.shape:
        raise _core.Error(
            f"logits {tuple(logits.shape)}, labels {tuple(labels.shape)} and segment_ids {tuple(segment_ids.shape)} do not fit"
        )
    labels, segment_ids = place.wholes(labels, "int64", "labels"), place.wholes(segment_ids, "int64", "segment_ids")
    segments = segments_in(place, segment_ids)
    labels = labels.masked_fill(labels == label_number(ignore_index), -100)
    _require_labels(labels, logits.shape[2])
    if segment_ids.numel() and int(segment_ids.min()) < 0:
        raise _core.Error(f"segment id {int(segment_ids.min())}; ids start at 1; 0 marks padding")
    if shift:
        logits, labels, segment_ids = logits[:, :-1], labels[:, 1:], segment_ids[:, 1:]
    counted = (labels >= 0) & (segment_ids > 0)
    labels = labels.masked_fill(~counted, -100)
    if logits.dtype in (torch.float16, torch.bfloat16):  # whose sums stop at 2,048 and 256 tokens
        logits = logits.float()
    losses = torch.nn.functional.cross_entropy(logits.transpose(1, 2), labels, ignore_index=-100, reduction="none")
    columns = segment_ids * counted
    shape = (len(segment_ids), segments + 1)

    def summed(values: torch.Tensor) -> torch.Tensor:
        return torch.zeros(shape, dtype=values.dtype, device=values.device).scatter_add(1, columns, values)[:, 1:]

    tokens = summed(counted.to(losses.dtype))
    hits = ((logits.argmax(dim=2) == labels) & counted).to(losses.dtype)
    share = tokens.clamp(min=1)
    return SequenceLosses(summed(losses * counted) / share, summed(hits) / share, tokens.long())


def _require_labels(labels: torch.Tensor, classes: int) -> None:
    """Error: one that is not below `classes`."""
    if labels.numel() and int(labels.max()) >= classes:
        raise _core.Error(f"a label is {int(labels.max())}, but must be below {classes}, the number of classes in logits")


class _Taken:
    """Logits whose memory has the gradient, until something else is written there.

    version  of the memory, which torch counts for all tensors that share it
    """

    def __init__(self, logits: torch.Tensor) -> None:
        self.version = logits._version
        cast(Any, logits)._taken_by_tuplepack = self


def _require_logits(logits: torch.Tensor) -> None:
    """Error: they were given away"""
    taken = getattr(logits, "_taken_by_tuplepack", None)
    if taken is not None and taken.version == logits._version:
        raise _core.Error("the logits are gone: packed_cross_entropy(inplace=True) has their gradient in this memory; leave inplace out")


class _CrossEntropy(torch.autograd.Function):  # type: ignore[misc]
    """Has the gradient when it has the loss: the backward pass only scales it."""

    @staticmethod
    def forward(ctx: Any, logits: torch.Tensor, step: Any, inplace: bool) -> Any:
        rows = step.rows_of(logits.detach())
        is_shared = rows.data_ptr() == logits.data_ptr()
        if is_shared and not inplace:
            rows = rows.clone()
        found = step.packed(*step.token_losses(rows, step.weights()))
        ctx.gradient, ctx.inplace = rows, inplace
        ctx.taken = _Taken(logits) if is_shared and inplace else None
        ctx.mark_non_differentiable(*found[1:])
        return (found.loss.float(), *found[1:])

    @staticmethod
    def backward(ctx: Any, of_loss: torch.Tensor, *_: Any) -> Any:
        gradient = ctx.gradient
        if gradient is None:
            raise _core.Error("inplace: a second backward pass, but the first has changed the gradient; leave inplace out")
        if ctx.inplace:
            ctx.gradient = None
        scaled = _scaled(gradient if ctx.inplace else gradient.clone(), of_loss)
        if ctx.taken is not None:
            ctx.taken.version = scaled._version
        return scaled, None, None


def _scaled(gradient: torch.Tensor, of_loss: torch.Tensor) -> torch.Tensor:
    """Changes the gradient. A scale of the loss, as torch's GradScaler has it, may be beyond float16 where the product is not: it comes
    in two factors.

    errors  a gradient of the gradient is asked for (create_graph=True), which would be 0
    """
    if torch.is_grad_enabled():
        raise _core.Error(
            "create_graph: the gradient of a gradient is not computed here; pass logits of float64, or use torch's cross_entropy "
            "and packed_loss_weights()"
        )
    if gradient.dtype != torch.float16:
        return gradient.mul_(of_loss.to(gradient.dtype))
    first = of_loss.abs().clamp(1, 4096)
    return gradient.mul_(first.to(gradient.dtype)).mul_((of_loss / first).to(gradient.dtype))


def differentiable_cross_entropy(logits: torch.Tensor, step: Any, inplace: bool) -> PackedLoss:
    """packed_cross_entropy of logits that want a gradient, or are float64."""
    _require_logits(logits)
    if logits.dtype != torch.float64:
        return PackedLoss(*_CrossEntropy.apply(logits, step, inplace))
    _require_labels(step.labels, logits.shape[2])
    of_labels = step.labels.long().clamp(min=-1)
    losses = torch.nn.functional.cross_entropy(logits.transpose(1, 2), of_labels, ignore_index=-1, reduction="none")
    hits = (logits.argmax(dim=2) == step.labels).to(torch.uint8)
    found = step.packed(losses.detach().float(), hits)
    return PackedLoss((losses * step.weights()).sum(), *found[1:])


class _PairLoss(torch.autograd.Function):  # type: ignore[misc]
    @staticmethod
    def forward(ctx: Any, logits: torch.Tensor, labels: torch.Tensor, place: Any, check: bool) -> Any:
        pairs = logits.detach().contiguous()
        ctx.gradient = torch.empty_like(pairs)
        found = pair_loss(place, pairs, labels, ctx.gradient, check)
        ctx.mark_non_differentiable(found.accuracy)
        return found.loss.float(), found.accuracy

    @staticmethod
    def backward(ctx: Any, of_loss: torch.Tensor, *_: Any) -> Any:
        return _scaled(ctx.gradient.clone(), of_loss), None, None, None


def differentiable_pair_loss(logits: torch.Tensor, labels: torch.Tensor, place: Any, check: bool) -> PairLoss:
    """next_sentence_loss of logits that want a gradient, or are float64."""
    if logits.dtype != torch.float64:
        return PairLoss(*_PairLoss.apply(logits, labels, place, check))
    _require_labels(labels, 2)
    there = labels >= 0
    losses = torch.nn.functional.cross_entropy(logits.transpose(1, 2), labels.long().clamp(min=0), reduction="none") * there
    hits = (logits.argmax(dim=2) == labels) & there
    sequences = there.sum().clamp(min=1)
    return PairLoss(losses.sum() / sequences, hits.sum() / sequences)


# ---- FlexAttention ----


def block_mask(segment_ids: torch.Tensor, *, block: int = 128, causal: bool = True) -> Any:
    """The BlockMask of packs for torch.nn.attention.flex_attention (torch ≥ 2.5), without evaluating a mask of S × S.

    segment_ids  [packs, S] 0 = padding, which attends to itself
    """
    try:
        flex = import_module("torch.nn.attention.flex_attention")
    except ImportError:
        raise _core.Error(f"torch {torch.__version__} has no FlexAttention; tuplepack.block_tables() has its tables") from None
    tables = block_tables(segment_ids, block=block, causal=causal, padding="self")

    def attends(pack: Any, head: Any, query: Any, key: Any) -> Any:
        same = segment_ids[pack, query] == segment_ids[pack, key]
        is_own = (segment_ids[pack, query] > 0) | (query == key)
        return same & is_own & (query >= key) if causal else same & is_own

    return flex.BlockMask.from_kv_blocks(*tables, BLOCK_SIZE=block, mask_mod=attends)


add_hints(globals(), ("PackedIterable", "sequence_losses", "block_mask"))
