/**
 * Temporal interactions in JavaScript: batches within a loss bound, and how many of the rows they request are distinct
 * (Gao et al. 2024, "ETC"). The module `temporal.wasm`; the same conventions as tuplepack.d.mts.
 */
import type { LoadOptions, OptionRow, Result } from './tuplepack.mjs';

/**
 * Interactions sorted by time: event e is the edge sources[e] → destinations[e] at time e. These types are what
 * `readEvents` returns; functions accept any arrays of numbers, and check them like a file.
 */
export interface Events {
  /** E, 0 … nodes − 1 */
  sources: Int32Array;
  /** E, 0 … nodes − 1 */
  destinations: Int32Array;
  /** E, nondecreasing; 64-bit integers if all times in the file are integers */
  times: BigInt64Array | Float64Array;
  /** the largest id + 1, or as declared; not all need to occur */
  nodes: number;
  /** of users and items, found by the names user_id and item_id: nodes from here on are items; else 0 */
  firstItem: number;
  /** E, where they are not 0, 1, …: the row of each event in a table of edge features */
  featureRows?: Int32Array;
}

/** Events of a file. */
export interface EventFile extends Events {
  /** what was taken for granted, and the option of the program that decides */
  notes: string[];
}

export interface EventColumns {
  sources: ArrayLike<number>;
  destinations: ArrayLike<number>;
  times: ArrayLike<number> | BigInt64Array;
  nodes?: number;
  firstItem?: number;
  featureRows?: ArrayLike<number>;
}

export interface EventReadOptions {
  /** `detect` (default), `csv` or `npy` */
  format?: string;
  /**
   * names or 1-based numbers of the columns of source, destination, time and perhaps feature row; default: found by name, or
   * in this order
   */
  columns?: string[];
  /** sort events by time, stably */
  sort?: boolean;
  /** declared number of nodes; default: the largest id + 1 */
  nodes?: number;
}

/** Statistics of a list of events (Gao et al. 2024, Table 1). */
export interface EventStatistics {
  events: number;
  /** that occur */
  nodes: number;
  /** of users and items: nodes from here on are items; else 0 */
  firstItem: number;
  /** events from a node to itself */
  selfLoops: number;
  /** events at the time of the event before */
  ties: number;
  averageDegree: number;
  /** Θ: the mean number of events until a node occurs again, of each node, and then over all nodes; 0 if none does */
  averageUpdateDistance: number;
}

/** Either `loss` or `likeBatchSize`. */
export interface SplitRequest {
  /** ε: the largest loss β of a batch, the number of interactions of its nodes after their first */
  loss?: number;
  /** ε is the largest loss of fixed batches of this size */
  likeBatchSize?: number;
  /** a name of `lossScores`: a self-loop is one interaction of its node (`eq7`, default), or two (`eq8`) */
  lossScore?: string;
  /** a name of `tiePolicies`: a batch may end anywhere (`split`, default), or not between events of equal time (`keep`) */
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
  /** the share of a node's interactions that follow another one in the same batch, and so see a stale state */
  stale: number;
}

export interface Split {
  /** ε */
  threshold: number;
  /** the fewest batches that lose at most ε */
  bounded: Batches;
  /** bounded batches that lose more, because they cannot be divided */
  exceeding: number;
  /** as requested, or the largest size up to which fixed batches lose at most `loss` */
  fixedSize: number;
  fixed: Batches;
}

export interface AccessOptions {
  /** number of most recent neighbours per node, before the event's time; default 10 */
  recent?: number;
}

/**
 * The rows that batches request: those of both nodes of each event and of their most recent neighbours. A row requested
 * several times in a batch has to be moved only once.
 */
export interface Access {
  /** batches: Q, with repetitions */
  requested: Float64Array;
  /** batches: R, distinct ones */
  unique: Float64Array;
}

export interface Temporal {
  readonly lossScores: string[];
  readonly tiePolicies: string[];

  /** The options of the commands on temporal interactions. */
  options(): OptionRow[];

  /** Bytes to events, as in the program: csv (or tsv) or npy. */
  readEvents(bytes: Uint8Array, options?: EventReadOptions): Result<EventFile>;
  /**
   * which columns of a table with these names are read, from 0: of sources, destinations and times, and perhaps of feature rows;
   * `wanted`: as `columns` of EventReadOptions
   */
  eventColumns(names: string[], wanted?: string[]): Result<Int32Array>;

  statistics(events: EventColumns): Result<EventStatistics>;

  /** Batches within a loss bound, and fixed batches to compare with. */
  split(events: EventColumns, request: SplitRequest): Result<Split>;

  /**
   * offsets: of batches, from `split`. onProgress: called every few milliseconds with the share of the events counted;
   * return false to stop with the batches counted so far.
   */
  access(
    events: EventColumns,
    offsets: ArrayLike<number>,
    options?: AccessOptions,
    onProgress?: (done: number) => boolean,
  ): Result<Access>;
}

/** Loads the module `temporal.wasm`. Rejects if it cannot be read, compiled or started. */
export function loadTemporal(options?: LoadOptions): Promise<Temporal>;
