"""The arguments of attention libraries that docs/python.md lists, given to stand-ins with the libraries' own signatures, which compute
what these are documented to: each is attention under mask(), at every position of a sequence."""
import sys
import types
import unittest
import unittest.mock

import numpy as np

import tuplepack

try:
    import torch
except ImportError:
    torch = None

SEED = int(np.random.SeedSequence().generate_state(1)[0])


def attention(q, k, v, allowed):
    """[n, d] under a mask [n, n]; 0 where nothing is allowed."""
    scores = np.where(allowed, q @ k.T / np.sqrt(q.shape[1]), -np.inf)
    highest = scores.max(axis=1, keepdims=True)
    weights = np.exp(scores - np.where(np.isfinite(highest), highest, 0))
    return weights / np.maximum(weights.sum(axis=1, keepdims=True), 1e-300) @ v


def block(q, k, v, causal):
    n = len(q)
    return attention(q, k, v, np.tril(np.ones((n, n), bool)) if causal else np.ones((n, n), bool))


# ---- as the libraries declare them ----


def flash_attn_varlen_func(q, k, v, cu_seqlens_q, cu_seqlens_k, max_seqlen_q, max_seqlen_k, dropout_p=0.0, softmax_scale=None,
                           causal=False, window_size=(-1, -1), softcap=0.0, alibi_slopes=None, deterministic=False,
                           return_attn_probs=False, block_table=None):  # fmt: skip
    """flash-attn 2.8: q, k, v [total, heads, d]; offsets int32 [batch + 1]."""
    assert cu_seqlens_q.dtype == cu_seqlens_k.dtype == np.int32 and cu_seqlens_q[0] == 0 and cu_seqlens_q[-1] == len(q)
    assert isinstance(max_seqlen_q, int) and max_seqlen_q == max_seqlen_k == np.diff(cu_seqlens_q).max()
    out = np.zeros_like(q)
    for begin, end in zip(cu_seqlens_q, cu_seqlens_q[1:]):
        if begin < end:
            out[begin:end, 0] = block(q[begin:end, 0], k[begin:end, 0], v[begin:end, 0], causal)
    return out


class BlockDiagonalMask:
    """xFormers 0.0.31: xformers.ops.fmha.attn_bias, for memory_efficient_attention(q, k, v, attn_bias) of [1, total, heads, d]."""

    def __init__(self, lengths, causal=False):
        self.lengths, self.causal = lengths, causal

    @classmethod
    def from_seqlens(cls, q_seqlen, kv_seqlen=None, *, device=None):
        assert all(type(length) is int for length in q_seqlen)
        return cls(q_seqlen)

    def make_causal(self):
        return BlockDiagonalMask(self.lengths, True)


def memory_efficient_attention(query, key, value, attn_bias=None, p=0.0, scale=None, *, op=None, output_dtype=None):
    bounds = np.cumsum([0, *attn_bias.lengths]).astype(np.int32)
    longest = int(np.diff(bounds).max())
    return flash_attn_varlen_func(query[0], key[0], value[0], bounds, bounds, longest, longest, causal=attn_bias.causal)[None]


def dot_product_attention(query_layer, key_layer, value_layer, attention_mask=None, qkv_format=None, cu_seqlens_q=None,
                          cu_seqlens_kv=None, cu_seqlens_q_padded=None, cu_seqlens_kv_padded=None, max_seqlen_q=None,
                          max_seqlen_kv=None, attn_mask_type=None):  # fmt: skip
    """Transformer Engine 2: DotProductAttention.forward, "thd": sequence b begins at cu_seqlens_q_padded[b], and is
    cu_seqlens_q[b + 1] - cu_seqlens_q[b] long."""
    assert qkv_format == "thd" and cu_seqlens_q.dtype == cu_seqlens_q_padded.dtype == np.int32
    out = np.zeros_like(query_layer)
    for begin, length in zip(cu_seqlens_q_padded, np.diff(cu_seqlens_q)):
        if length:
            own = slice(begin, begin + length)
            out[own, 0] = block(query_layer[own, 0], key_layer[own, 0], value_layer[own, 0], attn_mask_type == "padding_causal")
    return out


class BlockMask:
    """PyTorch 2.5 to 2.8: torch.nn.attention.flex_attention."""

    @classmethod
    def from_kv_blocks(cls, kv_num_blocks, kv_indices, full_kv_num_blocks=None, full_kv_indices=None, BLOCK_SIZE=128,
                       mask_mod=None, seq_lengths=None):  # fmt: skip
        made = cls()
        made.partial, made.full = (kv_num_blocks, kv_indices), (full_kv_num_blocks, full_kv_indices)
        made.size, made.mask_mod = BLOCK_SIZE, mask_mod
        return made

    def dense(self, pack, positions):
        """What flex_attention lets attend: whole blocks, and in others where mask_mod says so."""
        allowed = np.zeros((positions, positions), bool)
        for (counts, blocks), is_full in ((self.full, True), (self.partial, False)):
            for row, count in enumerate(counts[pack, 0].tolist()):
                for column in blocks[pack, 0, row, :count].tolist():
                    for i in range(row * self.size, min(positions, (row + 1) * self.size)):
                        for j in range(column * self.size, min(positions, (column + 1) * self.size)):
                            allowed[i, j] = is_full or bool(self.mask_mod(pack, 0, i, j))
        return allowed


class Arguments(unittest.TestCase):
    def setUp(self):
        self.random = np.random.default_rng(SEED)
        self.packs = [[5, 3, 4], [12], [1, 1, 2, 3], []]

    def batch(self, align=1):
        """ids and q, k, v [packs, S, d]"""
        ids = tuplepack.segments(self.packs, 16, align_item=align).segment_ids
        return ids, *self.random.normal(0, 1, (3, *ids.shape, 4))

    def expected(self, ids, q, k, v, causal):
        mask = tuplepack.mask(ids, causal=causal)
        return np.stack([attention(*each) for each in zip(q, k, v, mask)])

    def same(self, found, expected, ids):
        np.testing.assert_allclose(found.reshape(expected.shape)[ids > 0], expected[ids > 0], atol=1e-12)

    def test_definition(self):
        """Each sequence by itself."""
        ids, q, k, v = self.batch()
        for causal in (False, True):
            found = self.expected(ids, q, k, v, causal)
            for row, pack in enumerate(self.packs):
                begin = 0
                for length in pack:
                    own = slice(begin, begin + length)
                    np.testing.assert_allclose(found[row, own], block(q[row, own], k[row, own], v[row, own], causal), atol=1e-12)
                    begin += length

    def test_offsets(self):
        """FlashAttention, xFormers. With gaps between sequences, which they do not have, only causal attention is the same."""
        for align, kinds in ((1, (False, True)), (4, (True,))):
            ids, q, k, v = self.batch(align)
            total = [each.reshape(-1, 1, 4) for each in (q, k, v)]
            found = tuplepack.cu_seqlens(ids)
            for causal in kinds:
                expected = self.expected(ids, q, k, v, causal)
                out = flash_attn_varlen_func(*total, cu_seqlens_q=found.cu_seqlens, cu_seqlens_k=found.cu_seqlens,
                                             max_seqlen_q=found.max_seqlen, max_seqlen_k=found.max_seqlen, causal=causal)  # fmt: skip
                self.same(out, expected, ids)
                bias = BlockDiagonalMask.from_seqlens(np.diff(found.cu_seqlens).tolist())
                out = memory_efficient_attention(*(each[None] for each in total), bias.make_causal() if causal else bias)
                self.same(out, expected, ids)

    def test_padded_offsets(self):
        """Transformer Engine, gaps or not."""
        for align in (1, 4):
            ids, q, k, v = self.batch(align)
            total = [each.reshape(-1, 1, 4) for each in (q, k, v)]
            found = tuplepack.cu_seqlens(ids)
            for kind in ("padding", "padding_causal"):
                out = dot_product_attention(*total, qkv_format="thd", cu_seqlens_q=found.cu_seqlens_real, cu_seqlens_kv=found.cu_seqlens_real,
                                            cu_seqlens_q_padded=found.cu_seqlens, cu_seqlens_kv_padded=found.cu_seqlens,
                                            max_seqlen_q=found.max_seqlen, max_seqlen_kv=found.max_seqlen, attn_mask_type=kind)  # fmt: skip
                self.same(out, self.expected(ids, q, k, v, kind == "padding_causal"), ids)

    def test_names_of_transformers(self):
        """transformers 4.48: FlashAttentionKwargs, which go to flash_attn_varlen_func."""
        samples = [{"input_ids": [1] * length} for length in (5, 3, 4)]
        batch = tuplepack.collate_packed(samples, limit=16, flatten=True, names="flash", framework="numpy")
        declared = {"cu_seq_lens_q", "cu_seq_lens_k", "max_length_q", "max_length_k"}
        self.assertEqual({name for name in batch if name.startswith(("cu_", "max_"))}, declared)
        total = np.asarray(batch["input_ids"]).size
        q, k, v = self.random.normal(0, 1, (3, total, 1, 4))
        out = flash_attn_varlen_func(q, k, v, batch["cu_seq_lens_q"], batch["cu_seq_lens_k"], int(batch["max_length_q"]),
                                     int(batch["max_length_k"]), causal=True)  # fmt: skip
        begin = 0
        for length in (5, 3, 4):
            own = slice(begin, begin + length)
            np.testing.assert_allclose(out[own, 0], block(q[own, 0], k[own, 0], v[own, 0], True), atol=1e-12)
            begin += length

    @unittest.skipIf(torch is None, "no torch here")
    def test_blocks(self):
        """FlexAttention: block_tables() by themselves, and block_mask()."""
        ids = torch.from_numpy(self.batch(4)[0])
        flex = types.ModuleType("torch.nn.attention.flex_attention")
        flex.BlockMask = BlockMask
        from tuplepack.torch import block_mask

        tables = tuplepack.block_tables(ids, block=4, causal=True)
        with unittest.mock.patch.dict(sys.modules, {flex.__name__: flex}):
            for causal in (True, False):
                found = block_mask(ids, block=4, causal=causal, out=tables)
                self.assertIs(found.partial[0], tables.kv_num_blocks)
                expected = tuplepack.mask(ids, causal=causal).numpy()
                for pack in range(len(ids)):
                    np.testing.assert_array_equal(found.dense(pack, ids.shape[1]), expected[pack])

    @unittest.skipIf(torch is None, "no torch here")
    def test_masks(self):
        """torch's own attention, by its fused module where it has no function: True where a position attends, or added."""
        ids, q, k, v = self.batch()
        given = torch.from_numpy(ids)
        attend = getattr(torch.nn.functional, "scaled_dot_product_attention", None)
        for causal in (False, True):
            expected = self.expected(ids, q, k, v, causal)
            for mask in (tuplepack.mask(given, causal=causal)[:, None], tuplepack.mask(given, causal=causal, additive=True)[:, None]):
                heads = [torch.from_numpy(each)[:, None] for each in (q, k, v)]
                of_type = mask if mask.dtype == torch.bool else mask.double()
                if attend is not None:
                    found = attend(*heads, attn_mask=of_type)
                else:
                    found = torch._C._nn._scaled_dot_product_attention(*heads, of_type)[0]
                self.same(found.numpy(), expected, ids)


if __name__ == "__main__":
    print("seed", SEED)
    unittest.main()
