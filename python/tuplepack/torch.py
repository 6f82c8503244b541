"""What needs torch: data sets that are packed while they are read, losses of sequences, FlexAttention."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import torch

from . import _core
from ._keywords import add_hints
from .torch_iterable import PackedIterable as PackedIterable
from .torch_linear_loss import linear_cross_entropy as linear_cross_entropy
from .torch_losses import SequenceLosses as SequenceLosses
from .torch_losses import sequence_losses as sequence_losses
from .training import block_tables


def block_mask(segment_ids: torch.Tensor, *, block: int = 128, causal: bool = True, out: Any = None) -> Any:
    """The BlockMask of packs for torch.nn.attention.flex_attention (torch ≥ 2.5), without evaluating a mask of S × S.

    segment_ids  [packs, S] 0 = padding, which attends to itself
    out          tensors for its tables, as block_tables() takes them
    """
    try:
        flex = import_module("torch.nn.attention.flex_attention")
    except ImportError:
        raise _core.Error(f"torch {torch.__version__} has no FlexAttention; tuplepack.block_tables() has its tables") from None
    tables = block_tables(segment_ids, block=block, causal=causal, padding="self", out=out)

    def attends(pack: Any, head: Any, query: Any, key: Any) -> Any:
        same = segment_ids[pack, query] == segment_ids[pack, key]
        is_own = (segment_ids[pack, query] > 0) | (query == key)
        return same & is_own & (query >= key) if causal else same & is_own

    return flex.BlockMask.from_kv_blocks(*tables, BLOCK_SIZE=block, mask_mod=attends)


add_hints(globals(), ("PackedIterable", "SequenceLosses", "sequence_losses", "linear_cross_entropy", "block_mask"))
