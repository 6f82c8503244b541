/**
 * Graphs of TensorFlow GNN in JavaScript: what is in TFRecords of GraphTensors, and in the text protos of a GraphSchema and
 * a SamplingSpec. The module `graphs.wasm`; the same conventions as tuplepack.d.mts. The answers are those of the
 * program's `records --json` and `schema --json`, with names in camel case.
 */
import type { ErrorCode, Histogram, LoadOptions, Result } from './tuplepack.mjs';

/** A set of nodes or edges over all records. */
export interface RecordedSet {
  name: string;
  of: 'nodes' | 'edges';
  /** its column of the sizes: the name, or `nodes/NAME` where that is ambiguous */
  column: string;
  total: number;
  /** per record */
  mean: number;
  largest: number;
}

/** A feature over all records, as tf.Example has it. */
export interface RecordedFeature {
  /** `context/F`, `nodes/SET.F` or `edges/SET.F`; `….d1` for the row lengths of a ragged dimension */
  name: string;
  /** `nothing`: without any values */
  kinds: ('nothing' | 'bytes' | 'floats' | 'integers')[];
  /** that have it */
  records: number;
  /** in all records */
  values: number;
  /** in one record */
  most: number;
}

/** What TFRecords of graphs hold. Bad records are left out of everything but their number. */
export interface Records {
  files: { file: string; records: number; bad: number }[];
  metrics: {
    records: number;
    bad: number;
    bytes: number;
    largestRecord: number;
    /** of GraphTensors, in all records */
    components: number;
    mostComponents: number;
  };
  /** node sets, then edge sets */
  sets: RecordedSet[];
  /** without those that make up the sets */
  features: RecordedFeature[];
  /** the first 20; messages name the byte */
  bad: { file: string; message: string }[];
  /** CSV with a column per set and a row per record, in their order; empty without sets */
  sizes: Uint8Array<ArrayBuffer>;
}

/** An error or a warning about a text. */
export interface Finding {
  code: ErrorCode;
  message: string;
  /** 1-based; null: about the whole */
  line: number | null;
  column: number | null;
}

interface Checked {
  /** whether there are no errors */
  valid: boolean;
  errors: Finding[];
  warnings: Finding[];
}

export interface SchemaFeature {
  name: string;
  /** a name of TensorFlow's, such as `float32`; null: the schema does not say */
  type: string | null;
  /** of the value of one node, edge or graph; −1: ragged; null: unknown rank */
  shape: number[] | null;
  description: string;
  source: string;
}

interface SetOfSchema {
  features: SchemaFeature[];
  /** the table, `name@4` when it is sharded */
  filename: string;
  /** nodes or edges in the whole graph, if the schema says so */
  cardinality: number | null;
  extra: [key: string, value: string][];
}

export type SchemaSet = SetOfSchema &
  (
    | { kind: 'context' }
    | { kind: 'nodes'; name: string; description: string; context: string[] }
    | { kind: 'edges'; name: string; description: string; context: string[]; source: string; target: string }
  );

export interface GraphSchema extends Checked {
  kind: 'graph_schema';
  sets: SchemaSet[];
  origin: 'undefined' | 'full' | 'subgraph' | 'random_walks';
  rootSets: string[];
}

/** An op of a sampling spec, and how much it samples for one seed, or pair of seeds, at most. 2^53 stands for more, too. */
export interface SamplingHop {
  op: string;
  inputs: string[];
  edgeSet: string;
  /** node sets; null when the schema is not known */
  source: string | null;
  target: string | null;
  strategy: 'TOP_K' | 'RANDOM_UNIFORM' | 'RANDOM_WEIGHTED' | 'LATEST_K';
  sampleSize: number;
  /** nodes whose edges it samples */
  mostNodes: number;
  mostEdges: number;
}

export interface SamplingSpec extends Checked {
  kind: 'sampling_spec';
  seeds: { op: string; nodeSet: string | null; links: boolean };
  /** each after its inputs */
  hops: SamplingHop[];
  mostEdges: number;
  /** for one seed, by node set; empty when the schema is not known or the spec has errors */
  mostNodes: { nodeSet: string; nodes: number }[];
}

export interface BatchRequest {
  /** k: of greedy batches */
  limits: number[];
  /** most items in a greedy batch; default: unlimited */
  depth?: number;
  /** items in the other batches, 1 … 65536; default 1 */
  batch?: number;
}

/** Batches of items in random order under a policy, each padded to one shape. */
export interface BatchedItems {
  /**
   * `tight`: any items fit · `fit-or-skip`: nearly all batches fit, the others are skipped · `greedy`: as many consecutive
   * items as fit the limits
   */
  policy: 'tight' | 'fit-or-skip' | 'greedy';
  /** k */
  shape: number[];
  /** without those that are skipped */
  batches: number;
  /** items in batches that are skipped */
  dropped: number;
  /** k: real size / (batches · shape) */
  efficiency: number[];
}

export interface Graphs {
  /**
   * Reads TFRecords without compression: checksums, features, and the sizes of the sets.
   * files: shards of one data set; schema: the text of a GraphSchema that every record has to fit
   */
  readRecords(
    files: readonly { name: string; bytes: Uint8Array }[],
    options?: { schema?: string | Uint8Array },
  ): Result<Records>;

  /**
   * Reads a GraphSchema or a SamplingSpec, and checks it.
   * against: the text of the GraphSchema of a SamplingSpec
   */
  readSchema(
    text: string | Uint8Array,
    options?: { against?: string | Uint8Array },
  ): Result<GraphSchema | SamplingSpec>;

  /** What TensorFlow GNN's batches take, where tuplepack packs. */
  batchItems(histogram: Histogram, request: BatchRequest): Result<BatchedItems[]>;
}

/** Loads the module `graphs.wasm`. Rejects if it cannot be read, compiled or started. */
export function loadGraphs(options?: LoadOptions): Promise<Graphs>;
