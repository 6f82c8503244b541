"""Losses of packed batches by sequence: of the tokens of each, and of pairs of sentences. They take arrays of numpy, torch or
CuPy on the CPU or on a CUDA device, as the functions of segment ids do (training.py)."""

from __future__ import annotations

import math
from importlib import import_module
from typing import Any, Dict, Mapping, NamedTuple, Optional, Tuple

from . import _core
from ._arrays import decimal, require_flag, whole_from
from ._out import Wanted, by_name, fitting, room, rooms
from ._numpy_place import Place
from ._places import place_of
from .training import _declared, _ids, segments_in

_REALS = ("float32", "float16", "bfloat16")


def packed_loss_weights(
    segment_ids: Any,
    labels: Any = None,
    *,
    ignore_index: int = -100,
    sequences: Optional[float] = None,
    out: Any = None,
    check: bool = True,
) -> Any:
    """Weights for the token losses of packs, by which every sequence counts the same: each token's is
    1 / (tokens of its sequence · sequences).

    segment_ids  [packs, S]; or a batch of collate_packed, which has the labels and the number of sequences
    labels       [packs, S]; tokens with the label ignore_index have no loss
    sequences    what to divide by. Default: the batch's expected_sequences, the average of an epoch, so that a sequence
                 weighs as much in a batch of few as in one of many; where ids are given, the sequences that are there. Under
                 data-parallel training, whose gradients are averaged over ranks, it is the number of a rank's batch
    out          [packs, S] float32 to write to
    returns      [packs, S]; the sum of losses times weights is, over an epoch, the mean over sequences of the mean over
                 their tokens: the loss that they have unpacked
    """
    segment_ids, labels, sequences = _of_batch(segment_ids, labels, sequences)
    place, ids = _ids(segment_ids, check)
    inputs = {"segment_ids": segment_ids, "labels": labels}
    if labels is not None:
        ids = _counted(place, ids, _labels(place, labels, ids, ignore_index, check))
    most = segments_in(place, ids)
    weights = room(place, out, (tuple(ids.shape), "float32"), inputs)
    return _fill_weights(place, ids, most, sequences, check, weights)


def _of_batch(segment_ids: Any, labels: Any, sequences: Optional[float]) -> Tuple[Any, Any, Optional[float]]:
    if isinstance(segment_ids, Mapping):
        batch = segment_ids
        if "segment_ids" not in batch:
            raise _core.Error(f"a batch of {', '.join(map(str, batch))}; expected segment_ids among them, as collate_packed makes it")
        segment_ids = batch["segment_ids"]
        labels = batch.get("labels") if labels is None else labels
        sequences = _expected(batch) if sequences is None else sequences
    return segment_ids, labels, _divisor(sequences)


def _expected(batch: Mapping[str, Any]) -> Any:
    """The number of a batch, which may be [rows], the same in each; None: it has none, or no rows."""
    found: Any = batch.get("expected_sequences")
    if getattr(found, "ndim", 0) == 0:
        return found
    return float(found.max()) if len(found) else None


def _divisor(sequences: Any) -> Optional[float]:
    """A number, also that of an array of no dimensions."""
    if sequences is None:
        return None
    number = decimal(sequences.item() if getattr(sequences, "shape", None) == () else sequences, "sequences")
    if not 0 < number < math.inf:
        raise _core.Error(f"sequences is {number:g}; expected a positive number")
    return number


def label_number(ignore_index: int) -> int:
    """Error: no label can be it"""
    if not -(2**31) <= whole_from(None, ignore_index, "ignore_index") < 2**31:
        raise _core.Error(f"ignore_index cannot be {ignore_index}; expected a 32-bit integer")
    return int(ignore_index)


def _labels(place: Place, labels: Any, ids: Any, ignore_index: int, check: bool) -> Any:
    """[packs, S], int32; −100 for tokens without a label."""
    array = place.array(labels, "labels")
    array = array[None] if array.ndim == 1 else array
    if tuple(array.shape) != tuple(ids.shape):
        raise _core.Error(f"labels of shape {tuple(array.shape)} for segment_ids of shape {tuple(ids.shape)}")
    array = place.wholes(array, "int32", "labels", check=check)
    return place.where(array == label_number(ignore_index), -100, array)


def _counted(place: Place, ids: Any, labels: Any) -> Any:
    """The segment ids of tokens that have a label, 0 elsewhere."""
    return place.where(labels < 0, 0, ids)


def _fill_weights(place: Place, ids: Any, segments: int, sequences: Optional[float], check: bool, weights: Any) -> Any:
    shape = (*ids.shape, segments)
    declared = 0 if sequences is None else 1
    place.call("token_weights", shape, place.address(ids), declared, place.address(weights), check=check)
    if sequences is not None:
        weights /= sequences
    return weights


class PackedLoss(NamedTuple):
    """Of a packed batch; K is the largest number of sequences in a pack.

    loss        over sequences, of the mean over their tokens: the loss that they have unpacked; differentiable, in torch
    losses      [packs, K] float32, the mean over the tokens of each sequence; 0 where there is none
    accuracies  [packs, K] float32, the share of its tokens that are predicted
    tokens      [packs, K] int32, how many of them have a label
    """

    loss: Any
    losses: Any
    accuracies: Any
    tokens: Any


def packed_cross_entropy(
    logits: Any,
    labels: Any,
    segment_ids: Any,
    *,
    shift: bool = True,
    sequences: Optional[float] = None,
    ignore_index: int = -100,
    segments: Optional[int] = None,
    inplace: bool = False,
    out: Any = None,
    check: bool = True,
) -> PackedLoss:
    """Cross-entropy in which every sequence counts the same, by one pass over the logits; its gradient by the same pass, without
    probabilities in memory, where torch asks for it or `out` has room for it.

    logits        [packs, S, vocabulary] float32, float16 or bfloat16; float64 by torch itself, for gradcheck. Accumulated in
                  float32, summed over tokens in float64
    labels        [packs, S]; those equal to ignore_index, and negative ones, have no loss
    segment_ids   [packs, S]
    shift         True, for causal models: the logits of a position predict the label of the next one. Labels are in the order of
                  input_ids, and those of the first tokens of sequences have no loss, as nothing predicts them. False,
                  where a position predicts its own label: encoders (collate_packed with shift_labels=False), or labels
                  that were moved one position ahead before
    sequences     what to divide by; default: the sequences that have a label. See packed_loss_weights
    segments      K; default: the largest id, for which a device is waited for
    inplace       the gradient takes the memory of the logits, which nothing else may need then: this function and sequence_losses()
                  refuse them a second time. For logits of NumPy and CuPy, the same as out={"gradient": logits}
    out           a dict of arrays to write to, or the tuple of an earlier call: losses, accuracies, tokens as they are
                  returned, and gradient, that of the loss by the logits, of their shape and type: the logits themselves, or
                  apart from them. Where torch asks for a gradient, `gradient` is the memory that the backward pass scales
                  and passes on: leave it alone until then
    """
    require_flag(shift, "shift")
    require_flag(inplace, "inplace")
    place = place_of(logits)
    values = place.array(logits, "logits")
    if values.ndim != 3:
        raise _core.Error(f"logits of {values.ndim} dimensions; expected [packs, S, vocabulary]")
    ids = ids_of(place, values, "logits", segment_ids, check)
    sequences, most = _divisor(sequences), _declared(segments, place, ids)
    ids, of_labels = predicted(place, ids, labels, shift, ignore_index, check)
    inputs = {"logits": logits, "labels": labels, "segment_ids": segment_ids}
    made = _loss_rooms(place, out, values, (ids.shape[0], most), inputs, bool(inplace))
    step = Step(place, ids, of_labels, most, sequences, check, made)
    if _is_differentiated(logits):
        found: PackedLoss = import_module("tuplepack.torch_losses").differentiable_cross_entropy(logits, step, inplace)
        return found
    if step.gradient is None:
        return step.packed(*step.token_losses(step.rows_of(values)))
    return step.packed(*step.token_losses(step.copied(values), step.weights()))


def ids_of(place: Place, values: Any, what: str, segment_ids: Any, check: bool) -> Any:
    """[packs, S], int32. Error: not of values [packs, S, …]"""
    ids = place.wholes(place.array(segment_ids, "segment_ids"), "int32", "segment_ids", check=check)
    if tuple(values.shape[:2]) != tuple(ids.shape):
        raise _core.Error(f"{what} of shape {tuple(values.shape)} for segment_ids of shape {tuple(ids.shape)}")
    return ids


def predicted(place: Place, ids: Any, labels: Any, shift: bool, ignore_index: int, check: bool) -> Tuple[Any, Any]:
    """What the logits of each position predict, [packs, S]: the segment ids, 0 where there is no loss, and the labels."""
    of_labels = _labels(place, labels, ids, ignore_index, check)
    if shift:
        before, of_labels, ids = ids, place.shifted(of_labels, -100), place.shifted(ids, 0)
        is_first = (ids != before) & (ids > 0) & (ids <= ids.shape[1])  # other ids are refused
        of_labels = place.where(is_first, -100, of_labels)  # no logits of their sequence predict them
    return _counted(place, ids, of_labels), of_labels


def _loss_rooms(
    place: Place, out: Any, logits: Any, sequences: Tuple[int, int], inputs: Mapping[str, Any], inplace: bool
) -> Dict[str, Any]:
    """losses, accuracies, tokens, and gradient where it is asked for."""
    of_logits = (tuple(logits.shape), place.type_of(logits))
    wanted: Dict[str, Wanted] = {"losses": (sequences, "float32"), "accuracies": (sequences, "float32"),
                                 "tokens": (sequences, "int32"), "gradient": of_logits}  # fmt: skip
    given = by_name(out, wanted, ["loss"])
    if inplace and given.get("gradient") is not None:
        raise _core.Error("inplace and out['gradient'] are two places for the gradient; pass one of them")
    if inplace and not place.has_gradients:
        wrong = place.unfit(inputs["logits"], *of_logits)
        if wrong is not None:
            raise _core.Error(f"inplace: logits are {wrong}; expected {fitting(place, of_logits)}")
        given["gradient"] = inputs["logits"]
    if given.get("gradient") is not None:
        _require_real(place, logits)
    replaced = None if _is_differentiated(inputs["logits"]) else {"gradient": "logits"}
    return rooms(place, given, wanted, inputs, on_request=["gradient"], replaced=replaced)


def _require_real(place: Place, logits: Any) -> None:
    if place.type_of(logits) not in _REALS:
        raise _core.Error(f"logits of type {place.type_of(logits)}; expected {', '.join(_REALS)}")


def _is_differentiated(logits: Any) -> bool:
    """Whether torch has to: it wants a gradient, or they are float64, which only torch itself takes."""
    return hasattr(logits, "requires_grad") and (logits.requires_grad or logits.dtype == import_module("torch").float64)


def token_losses(place: Place, rows: Any, labels: Any, weights: Any, check: bool) -> Tuple[Any, Any]:
    """Losses, float32, and hits, uint8, of tokens; with weights, the gradient replaces the logits.

    rows     [..., vocabulary]
    labels   [...] int32
    weights  [...] float32, or None
    """
    *shape, vocabulary = rows.shape
    tokens = math.prod(shape)
    losses, correct = place.empty(shape, "float32"), place.empty(shape, "uint8")
    arrays = [place.address(array) for array in (rows, labels, None, weights, losses, correct)]
    place.call("token_losses", (tokens, vocabulary, vocabulary, tokens), place.type_of(rows), *arrays, check=check)
    return losses, correct


class Step:
    """What the tokens of a batch have beside their logits.

    ids       [packs, S], int32, 0 for tokens without a label
    labels    [packs, S], int32
    made      losses, accuracies, tokens [packs, K], to be written
    gradient  [packs, S, vocabulary] to write to, or None
    """

    def __init__(
        self, place: Place, ids: Any, labels: Any, segments: int, sequences: Optional[float], check: bool, made: Dict[str, Any]
    ) -> None:
        self.made = made
        self.gradient: Any = made.get("gradient")
        self.place, self.ids, self.labels, self.segments = place, place.in_one_piece(ids), place.in_one_piece(labels), segments
        self.sequences, self.check = sequences, check
        self.shape = (*ids.shape, segments)

    def weights(self) -> Any:
        weights = self.place.empty(self.ids.shape, "float32")
        return _fill_weights(self.place, self.ids, self.segments, self.sequences, self.check, weights)

    def rows_of(self, logits: Any) -> Any:
        """[packs, S, vocabulary], with neighbouring values in a row and equal steps between rows."""
        _require_real(self.place, logits)
        return self.place.in_one_piece(logits)

    def copied(self, logits: Any) -> Any:
        """`gradient`, with the logits in it."""
        if self.place.address(self.gradient) != self.place.address(logits):
            self.gradient[...] = logits
        return self.gradient

    def token_losses(self, rows: Any, weights: Any = None) -> Tuple[Any, Any]:
        return token_losses(self.place, rows, self.labels, weights, self.check)

    def packed(self, token_losses: Any, correct: Any) -> PackedLoss:
        place = self.place
        losses, accuracies, tokens = (self.made[name] for name in ("losses", "accuracies", "tokens"))
        totals = place.empty((4,), "float64")
        declared = 0 if self.sequences is None else 1
        arrays = [place.address(array) for array in (token_losses, correct, self.ids)]
        results = [place.address(array) for array in (losses, accuracies, tokens, totals)]
        place.call("unpack_loss", self.shape, *arrays, declared, *results, check=self.check)
        loss = totals[0] if self.sequences is None else totals[0] / self.sequences
        return PackedLoss(loss, losses, accuracies, tokens)


class PairLoss(NamedTuple):
    """The mean over sequences of a binary cross-entropy, which torch differentiates, and the share of labels predicted."""

    loss: Any
    accuracy: Any


def next_sentence_loss(logits: Any, labels: Any, *, out: Any = None, check: bool = True) -> PairLoss:
    """The loss of next-sentence prediction in packs, where every pack has up to K sequences.

    logits  [packs, K, 2] float32, float16 or bfloat16; float64 by torch itself
    labels  [packs, K] 0 or 1; negative: no such sequence
    out     {"gradient": array}, for the gradient of the loss by the logits, of their shape and type and apart from them. Where
            torch asks for a gradient, it is the memory that the backward pass scales and passes on
    """
    place = place_of(logits)
    values = place.array(logits, "logits")
    if values.ndim != 3 or values.shape[2] != 2:
        raise _core.Error(f"logits of shape {tuple(values.shape)}; expected [packs, K, 2]")
    of_labels = place.wholes(place.array(labels, "labels"), "int32", "labels", check=check, flags=True)
    if tuple(of_labels.shape) != tuple(values.shape[:2]):
        raise _core.Error(f"labels of shape {tuple(of_labels.shape)} for logits of shape {tuple(values.shape)}")
    gradient = _pair_gradient(place, out, values, {"logits": logits, "labels": labels})
    if _is_differentiated(logits):
        found: PairLoss = import_module("tuplepack.torch_losses").differentiable_pair_loss(logits, of_labels, place, check, gradient)
        return found
    return pair_loss(place, place.in_one_piece(values), of_labels, gradient, check)


def _pair_gradient(place: Place, out: Any, logits: Any, inputs: Mapping[str, Any]) -> Any:
    """out['gradient'], or None"""
    if out is None:
        return None
    _require_real(place, logits)
    wanted = {"gradient": (tuple(logits.shape), place.type_of(logits))}
    return rooms(place, out, wanted, inputs, on_request=["gradient"]).get("gradient")


def pair_loss(place: Place, logits: Any, labels: Any, gradient: Any, check: bool) -> PairLoss:
    """gradient  [packs, K, 2] to write to, or None"""
    _require_real(place, logits)
    kind, totals = place.type_of(logits), place.empty((4,), "float64")
    shape = (labels.shape[0], 0, labels.shape[1])
    arrays = [place.address(array) for array in (logits, labels, gradient, totals)]
    place.call("next_sentence_loss", shape, kind, *arrays, check=check)
    return PairLoss(totals[0], totals[1])
