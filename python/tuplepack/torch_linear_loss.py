"""The last layer of a model and its loss in one step, for torch: logits exist for a part of the tokens at a time."""

from __future__ import annotations

import math
from typing import Any, Dict, List, Optional, Tuple

import torch

from . import _core
from ._arrays import require_flag, whole_from
from ._picture import type_of
from ._places import place_of
from .losses import PackedLoss, Step, _divisor, _loss_rooms, ids_of, packed_cross_entropy, predicted, token_losses
from .torch_losses import _require_labels, _scaled
from .training import _declared

_FEWEST = 256  # tokens at a time, by default: fewer keep no processor busy


def _linear(hidden: torch.Tensor, weight: torch.Tensor, bias: Optional[torch.Tensor]) -> torch.Tensor:
    try:
        return torch.nn.functional.linear(hidden, weight, bias)
    except RuntimeError as error:  # types differ
        raise _core.Error(f"hidden and weight have no logits: {error}") from None


class _Layer:
    """hidden [tokens, d], weight [vocabulary, d] and bias [vocabulary] or None, all of the type of the logits."""

    def __init__(self, hidden: torch.Tensor, weight: torch.Tensor, bias: Optional[torch.Tensor]) -> None:
        self.hidden, self.weight = hidden.detach().reshape(math.prod(hidden.shape[:2]), hidden.shape[2]), weight.detach()
        self.bias = None if bias is None else bias.detach()
        # Autocast chooses the type. It keeps what it converts, without a graph here, but not parts of a tensor.
        one = _linear(self.hidden.new_zeros(1, hidden.shape[2]), self.weight[:1], None if self.bias is None else self.bias[:1])
        self.hidden, self.weight = self.hidden.to(one.dtype), self.weight.to(one.dtype)
        self.bias = None if self.bias is None else self.bias.to(one.dtype)

    def logits(self, part: torch.Tensor) -> torch.Tensor:
        return torch.nn.functional.linear(self.hidden[part], self.weight, self.bias)


class _Gradients:
    """Of hidden, weight and bias, each None where it is not wanted; those of the layer are added up in float32."""

    def __init__(self, layer: _Layer, given: Tuple[Any, ...], wanted: Tuple[bool, ...]) -> None:
        self.layer = layer
        self.hidden = torch.zeros_like(layer.hidden, dtype=given[0].dtype) if wanted[0] else None
        self.weight, self.bias = (
            torch.zeros_like(tensor, dtype=torch.float32) if is_wanted else None for tensor, is_wanted in zip(given[1:], wanted[1:])
        )

    def add(self, part: torch.Tensor, of_logits: torch.Tensor) -> None:
        if self.hidden is not None:
            self.hidden[part] = (of_logits @ self.layer.weight).to(self.hidden.dtype)
        if self.weight is not None:
            inputs = self.layer.hidden[part]
            if inputs.dtype == torch.float32:
                self.weight.addmm_(of_logits.t(), inputs)
            else:
                self.weight += of_logits.t() @ inputs
        if self.bias is not None:
            self.bias += of_logits.sum(0, dtype=torch.float32)

    def like(self, given: Tuple[Any, ...]) -> List[Any]:
        """Of the shapes and types of what they are for."""
        found = (self.hidden, self.weight, self.bias)
        return [None if one is None else one.reshape(tensor.shape).to(tensor.dtype) for one, tensor in zip(found, given)]


class _LinearCrossEntropy(torch.autograd.Function):  # type: ignore[misc]
    """Has the gradients when it has the loss: the backward pass only scales them."""

    @staticmethod
    def forward(ctx: Any, hidden: torch.Tensor, weight: torch.Tensor, bias: Any, step: Step, tokens: int) -> Any:
        given, wanted = (hidden, weight, bias), tuple(ctx.needs_input_grad[:3])
        layer = _Layer(*given)
        labels = step.labels.view(-1)
        weights = step.weights().view(-1) if any(wanted) else None
        losses = torch.zeros(labels.shape, dtype=torch.float32, device=labels.device)
        correct = torch.zeros(labels.shape, dtype=torch.uint8, device=labels.device)
        with torch.autocast(hidden.device.type, enabled=False):
            gradients = _Gradients(layer, given, wanted)
            for part in step.ids.view(-1).nonzero().squeeze(1).split(tokens):
                logits = layer.logits(part)
                of_tokens = None if weights is None else weights[part]
                losses[part], correct[part] = token_losses(step.place, logits, labels[part], of_tokens, step.check)
                if weights is not None:
                    gradients.add(part, logits)
        found = step.packed(losses.view(step.ids.shape), correct.view(step.ids.shape))
        ctx.gradients = gradients.like(given)
        ctx.mark_non_differentiable(*found[1:])
        return (found.loss.float(), *found[1:])

    @staticmethod
    def backward(ctx: Any, of_loss: torch.Tensor, *_: Any) -> Any:
        gradients, ctx.gradients = ctx.gradients, None
        if gradients is None:
            raise _core.Error("a second backward pass, but the first has changed the gradients; compute the loss again")
        return (*(None if gradient is None else _scaled(gradient, of_loss) for gradient in gradients), None, None)


def _require_layer(hidden: Any, weight: Any, bias: Any) -> None:
    """Error: no tensors, or their shapes do not fit"""
    for what, tensor, dimensions in (("hidden", hidden, 3), ("weight", weight, 2), ("bias", bias, 1)):
        if what == "bias" and bias is None:
            continue
        if not isinstance(tensor, torch.Tensor):
            raise _core.Error(f"{what} is {type_of(tensor)}; expected a tensor of torch")
        if tensor.ndim != dimensions:
            shape = {"hidden": "[packs, S, d]", "weight": "[vocabulary, d]", "bias": "[vocabulary]"}[what]
            raise _core.Error(f"{what} of shape {tuple(tensor.shape)}; expected {shape}")
        if tensor.device != hidden.device or tensor.layout != torch.strided:
            found = f"{what}, of layout {tensor.layout} on {tensor.device}"
            raise _core.Error(f"{found}; expected a dense tensor on {hidden.device}, where hidden is")
    if hidden.shape[2] != weight.shape[1]:
        raise _core.Error(f"hidden of shape {tuple(hidden.shape)} for a weight of shape {tuple(weight.shape)}: d differs")
    if bias is not None and bias.shape[0] != weight.shape[0]:
        raise _core.Error(f"bias of shape {tuple(bias.shape)} for a weight of shape {tuple(weight.shape)}: the vocabulary differs")


def _tokens_at_a_time(chunk: Optional[int], hidden: torch.Tensor, vocabulary: int) -> int:
    if chunk is None:
        return max(_FEWEST, int(hidden.numel()) // max(vocabulary, 1))
    tokens = whole_from(None, chunk, "chunk")
    if tokens < 1:
        raise _core.Error(f"chunk is {tokens}; expected at least 1 token")
    return int(tokens)


def linear_cross_entropy(
    hidden: torch.Tensor,
    weight: torch.Tensor,
    labels: Any,
    segment_ids: Any,
    *,
    bias: Optional[torch.Tensor] = None,
    shift: bool = True,
    sequences: Optional[float] = None,
    ignore_index: int = -100,
    segments: Optional[int] = None,
    chunk: Optional[int] = None,
    check: bool = True,
) -> PackedLoss:
    """packed_cross_entropy of the logits hidden @ weight.T + bias, which never exist as a whole: of `chunk` tokens at a time, those
    without a label left out. Memory: the gradients, and chunk · vocabulary logits, where the logits of all tokens and their
    gradient are often most of what a step takes. The idea is that of Liger's fused linear cross-entropy.

    hidden   [packs, S, d], what the last layer takes
    weight   [vocabulary, d], as torch.nn.Linear and tied embeddings have it
    bias     [vocabulary]
    chunk    tokens; default: as many as have logits as large as `hidden`, at least 256
    errors   logits of another type than float32, float16, bfloat16 and float64, which torch itself takes, as a whole; a second
             backward pass, for which no gradient is kept
    others   as packed_cross_entropy has them; a device is waited for in any case
    float16  the gradient of the logits is rounded before a loss scale is applied: prefer bfloat16
    """
    _require_layer(hidden, weight, bias)
    require_flag(shift, "shift")
    if not torch.is_grad_enabled():
        hidden, weight, bias = hidden.detach(), weight.detach(), None if bias is None else bias.detach()
    tokens = _tokens_at_a_time(chunk, hidden, weight.shape[0])
    if hidden.dtype == torch.float64:
        options: Dict[str, Any] = {"shift": shift, "sequences": sequences, "ignore_index": ignore_index, "segments": segments, "check": check}
        return packed_cross_entropy(_linear(hidden, weight, bias), labels, segment_ids, **options)
    place = place_of(hidden)
    ids = ids_of(place, hidden, "hidden", segment_ids, check)
    divisor, most = _divisor(sequences), _declared(segments, place, ids)
    ids, of_labels = predicted(place, ids, labels, shift, ignore_index, check)
    if check or hidden.device.type == "cpu":
        _require_labels(of_labels * (ids > 0), weight.shape[0])
    made = _loss_rooms(place, None, hidden, (ids.shape[0], most), {"logits": hidden}, False)
    step = Step(place, ids, of_labels, most, divisor, check, made)
    return PackedLoss(*_LinearCrossEntropy.apply(hidden, weight, bias, step, tokens))
