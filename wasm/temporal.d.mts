/**
 * Timed interactions in JavaScript: batches that lose a bounded amount of information, and what the rows they need have in
 * common (Gao et al. 2024, "ETC"). The module `temporal.wasm`; the same conventions as tuplepack.d.mts.
 */
import type { LoadOptions, OptionRow, Result } from './tuplepack.mjs';

/**
 * Interactions in the order of time: event e is the edge sources[e] → destinations[e] at time e. Any arrays of numbers may
 * be given; these are what `readEvents` gives. A function that takes events checks them like a file.
 */
export interface Events {
  /** E, 0 … nodes − 1 */
  sources: Int32Array;
  /** E, 0 … nodes − 1 */
  destinations: Int32Array;
  /** E, never falling; as whole numbers of 64 bits where all are whole in the file */
  times: BigInt64Array | Float64Array;
  /** the largest id + 1, or as declared; not all need to occur */
  nodes: number;
}

export interface EventColumns {
  sources: ArrayLike<number>;
  destinations: ArrayLike<number>;
  times: ArrayLike<number> | BigInt64Array;
  nodes?: number;
}

export interface EventReadOptions {
  /** `detect` (default), `csv` or `npy` */
  format?: string;
  /** names, or 1-based numbers, of the columns of source, destination and time; default: as their names tell, or in this order */
  columns?: string[];
  /** put events in the order of time first; those of one time stay as they come */
  sort?: boolean;
  /** declared number of nodes; default: the largest id + 1 */
  nodes?: number;
}

/** What describes a list of events (Gao et al. 2024, Table 1). */
export interface EventStatistics {
  events: number;
  /** that occur */
  nodes: number;
  /** events from a node to itself */
  selfLoops: number;
  /** events at the time of the event before */
  ties: number;
  averageDegree: number;
  /** Θ: how many events later a node occurs again, on average; 0 when none does */
  averageUpdateDistance: number;
}

/** Either `loss` or `likeBatchSize`. */
export interface SplitRequest {
  /** ε: the largest loss β of a batch, its nodes' interactions beyond the first of each */
  loss?: number;
  /** ε is the largest loss of fixed batches of this size */
  likeBatchSize?: number;
  /** a name of `lossScores`: a self-loop is one interaction of its node (`eq7`, default), or two (`eq8`) */
  lossScore?: string;
  /** a name of `tiePolicies`: a batch ends anywhere (`split`, default), or not between events of one time (`keep`) */
  ties?: string;
}

/** Batch b is the events [offsets[b], offsets[b+1]). */
export interface Batches {
  /** batches + 1, from 0 to E */
  offsets: Int32Array;
  /** batches: β of each */
  losses: Float64Array;
  /** in events */
  largestBatch: number;
  largestLoss: number;
  /** the share of what nodes take part in that follows another event of the node in its batch, and sees its old state */
  stale: number;
}

export interface Split {
  /** ε */
  threshold: number;
  /** the fewest batches that lose no more than ε */
  bounded: Batches;
  /** bounded batches that lose more, because they cannot be divided */
  exceeding: number;
  /** that asked for; or the largest up to which fixed batches lose no more than `loss` */
  fixedSize: number;
  fixed: Batches;
}

export interface AccessOptions {
  /** how many neighbours of a node are looked at: the most recent before the event's time; default 10 */
  recent?: number;
}

/**
 * The rows that batches need: for both nodes of each event their own, and those of their most recent neighbours. A row that
 * is requested several times in a batch has to be moved once.
 */
export interface Access {
  /** batches: Q, with repetitions */
  requested: Float64Array;
  /** batches: R, different ones */
  unique: Float64Array;
}

export interface Temporal {
  readonly lossScores: string[];
  readonly tiePolicies: string[];

  /** The options of the commands on temporal interactions. */
  options(): OptionRow[];

  /** Bytes to events, as the program reads them: csv (tsv, too) or npy. */
  readEvents(bytes: Uint8Array, options?: EventReadOptions): Result<Events>;

  statistics(events: EventColumns): Result<EventStatistics>;

  /** Batches of bounded loss, and the fixed ones to compare them with. */
  split(events: EventColumns, request: SplitRequest): Result<Split>;

  /**
   * offsets: of batches, as `split` gives them. onProgress: the share of the events that is counted, told every few
   * milliseconds; false ends it with the batches counted by then.
   */
  access(
    events: EventColumns,
    offsets: ArrayLike<number>,
    options?: AccessOptions,
    onProgress?: (done: number) => boolean,
  ): Result<Access>;
}

/** Makes the module `temporal.wasm` ready. Rejects when it cannot be read, compiled or started. */
export function loadTemporal(options?: LoadOptions): Promise<Temporal>;
