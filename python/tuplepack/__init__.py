"""Packs variable-size data into fixed-shape batches with provably little padding.

>>> import tuplepack
>>> plan = tuplepack.pack([5, 3, 7, 2, 6], limits=12)
>>> plan.packs
2
"""

from . import _keywords
from . import distributed as distributed
from ._core import Error as Error
from ._core import __version__ as __version__
from .adapters import jraph_padding, tfgnn_size_constraints
from .assigning import Assignment, ShardAssignment
from .batch_packing import packed_collate
from .batching import batches, random_batch_constraints
from .chunks import chunk, dispatch, inspect, verify_parts
from .collating import collate_packed
from .commands import Option, options_of
from .events import Events, read_events
from .examples import PackedRows, pack_dataset, pack_examples
from .files import Table, read_sizes
from .histograms import Histogram, histogram, stats
from .lists import packs_of
from .losses import PackedLoss, PairLoss, next_sentence_loss, packed_cross_entropy, packed_loss_weights
from .packing import Bound, Verification, bound, compare, estimate, pack, verify
from .partitioning import Partition, partition, partition_graph
from .parts import GraphMaps, LoadedPart, PartBook, PartGraph, graph_maps, load_partition, raw_ids
from .plans import Plan
from .records import Record, records
from .rows import access, gather, reconstruct
from .sampling import PackSampler
from .searching import Candidate, SearchResult, SweepResult, search, sweep
from .sizes_of_graphs import graph_sizes
from .streaming import Stream, stream
from .subgraph_sampling import Edges, Subgraph, Subgraphs, sample_subgraphs, save_graph, subgraphs
from .temporal import Split, split
from .temporal_batches import EdgeIndex, TemporalBatch, TemporalLayer
from .temporal_loader import TemporalLoader
from .temporal_negatives import draw_negatives, read_negatives
from .temporal_sampling import Neighbours, sample_in_chunks, sample_neighbours
from .training import (
    BlockTables,
    CuSeqlens,
    SegmentArrays,
    Segments,
    block_tables,
    cu_seqlens,
    derive_segments,
    mask,
    mask_bits,
    mask_ranges,
    position_ids,
    segments,
)
from .writing import write_records

__all__ = [
    "Assignment", "BlockTables", "Bound", "Candidate", "CuSeqlens", "EdgeIndex", "Edges", "Error", "Events", "GraphMaps", "Histogram",
    "LoadedPart", "Neighbours", "Option", "PackSampler", "PackedLoss", "PackedRows", "PairLoss", "PartBook", "PartGraph", "Partition",
    "Plan", "Record", "SearchResult", "SegmentArrays", "Segments", "ShardAssignment", "Split", "Stream", "Subgraph", "Subgraphs",
    "SweepResult", "Table", "TemporalBatch", "TemporalLayer", "TemporalLoader", "Verification", "access", "batches", "block_tables",
    "bound", "chunk", "collate_packed", "compare", "cu_seqlens", "derive_segments", "dispatch", "draw_negatives", "estimate", "gather",
    "graph_maps", "graph_sizes", "histogram", "inspect", "jraph_padding", "load_partition", "mask", "mask_bits", "mask_ranges",
    "next_sentence_loss", "options_of", "pack", "pack_dataset", "pack_examples", "packed_collate", "packed_cross_entropy",
    "packed_loss_weights", "packs_of", "partition", "partition_graph", "position_ids", "random_batch_constraints", "raw_ids", "read_events",
    "read_negatives", "read_sizes", "reconstruct", "records", "sample_in_chunks", "sample_neighbours", "sample_subgraphs", "save_graph",
    "search", "segments", "split", "stats", "stream", "subgraphs", "sweep", "tfgnn_size_constraints", "verify", "verify_parts",
    "write_records",
]  # fmt: skip

_keywords.add_hints(globals(), __all__)
_keywords.add_hints(vars(distributed), ("Counts", "assign", "count", "read_packed", "write_packed"))
