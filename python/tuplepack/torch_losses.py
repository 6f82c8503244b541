"""Losses of sequences with gradients, for torch."""

from __future__ import annotations

from typing import Any, NamedTuple, cast

import torch

from . import _core
from ._arrays import require_flag
from ._picture import type_of
from ._places import place_of
from .losses import PackedLoss, PairLoss, label_number, pair_loss
from .training import segments_in


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
    labels       [packs, S] integers of any type; those equal to ignore_index, and negative ones, have no loss
    segment_ids  [packs, S] 0 = padding
    shift        True, for causal models: the logits of a position predict the label of the next one; False, where a
                 position predicts its own. As for packed_cross_entropy
    errors       shapes that do not fit; labels that are not whole or not below the vocabulary; segment ids above S
    """
    require_flag(shift, "shift")
    if not isinstance(logits, torch.Tensor):
        raise _core.Error(f"logits are {type_of(logits)}; expected a tensor: packed_cross_entropy() takes other arrays")
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
        is_first = segment_ids[:, 1:] != segment_ids[:, :-1]
        logits, labels, segment_ids = logits[:, :-1], labels[:, 1:].masked_fill(is_first, -100), segment_ids[:, 1:]
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


def _keep(ctx: Any, gradient: torch.Tensor, is_given: bool, is_once: bool) -> None:
    """For the backward pass.

    is_given  by the caller, who could write to it before
    is_once   there is no second backward pass: the first one changes it
    """
    ctx.gradient, ctx.is_once = gradient, is_once
    ctx.version = gradient._version if is_given else None


def _passed_on(ctx: Any, of_loss: torch.Tensor) -> torch.Tensor:
    """The gradient that was kept, scaled."""
    gradient = ctx.gradient
    if gradient is None:
        raise _core.Error("a second backward pass, but the first has changed the gradient; leave inplace and out['gradient'] out")
    if ctx.version is not None and ctx.version != gradient._version:
        raise _core.Error("out['gradient'] was written to before the backward pass that needs it; pass another tensor to each call")
    if ctx.is_once:
        ctx.gradient = None
    return _scaled(gradient if ctx.is_once else gradient.clone(), of_loss)


class _CrossEntropy(torch.autograd.Function):  # type: ignore[misc]
    """Has the gradient when it has the loss: the backward pass only scales it."""

    @staticmethod
    def forward(ctx: Any, logits: torch.Tensor, step: Any, inplace: bool) -> Any:
        is_given = step.gradient is not None
        rows = step.copied(logits.detach()) if is_given else step.rows_of(logits.detach())
        is_shared = rows.data_ptr() == logits.data_ptr()
        if is_shared and not inplace:
            rows = rows.clone()
        found = step.packed(*step.token_losses(rows, step.weights()))
        _keep(ctx, rows, is_given, is_once=inplace or is_given)
        ctx.taken = _Taken(logits) if is_shared and inplace else None
        ctx.mark_non_differentiable(*found[1:])
        return (found.loss.float(), *found[1:])

    @staticmethod
    def backward(ctx: Any, of_loss: torch.Tensor, *_: Any) -> Any:
        scaled = _passed_on(ctx, of_loss)
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
    def forward(ctx: Any, logits: torch.Tensor, labels: torch.Tensor, place: Any, check: bool, given: Any) -> Any:
        pairs = logits.detach().contiguous()
        gradient = torch.empty_like(pairs) if given is None else given
        found = pair_loss(place, pairs, labels, gradient, check)
        _keep(ctx, gradient, given is not None, is_once=given is not None)
        ctx.mark_non_differentiable(found.accuracy)
        return found.loss.float(), found.accuracy

    @staticmethod
    def backward(ctx: Any, of_loss: torch.Tensor, *_: Any) -> Any:
        return _passed_on(ctx, of_loss), None, None, None, None


def differentiable_pair_loss(logits: torch.Tensor, labels: torch.Tensor, place: Any, check: bool, gradient: Any) -> PairLoss:
    """next_sentence_loss of logits that want a gradient, or are float64.

    gradient  [packs, K, 2] to write it to, or None
    """
    if logits.dtype != torch.float64:
        return PairLoss(*_PairLoss.apply(logits, labels, place, check, gradient))
    _require_labels(labels, 2)
    there = labels >= 0
    losses = torch.nn.functional.cross_entropy(logits.transpose(1, 2), labels.long().clamp(min=0), reduction="none") * there
    hits = (logits.argmax(dim=2) == labels) & there
    sequences = there.sum().clamp(min=1)
    return PairLoss(losses.sum() / sequences, hits.sum() / sequences)
