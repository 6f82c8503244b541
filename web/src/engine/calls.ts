/**
 * What workers do: functions of the core, and combinations of them that keep large arrays in the worker. They throw
 * Refused.
 */
import type {
  AssignOptions,
  FileHistogram,
  Found,
  Histogram,
  MaskOptions,
  Packed,
  PackRequest,
  ReadOptions,
  Result,
  SearchRequest,
  Segments,
  Stats,
  Tuplepack,
} from 'tuplepack';
import type { Graphs } from 'tuplepack/graphs';
import type { AccessOptions, EventReadOptions, EventStatistics, Events, Temporal } from 'tuplepack/temporal';
import { detectColumns } from './columns';
import { pixelsOf } from './mask';
import { valueOrThrow as get, Refused } from './refused';

/** A file. */
export interface FilePart {
  /** empty unless there are several */
  name: string;
  bytes: Uint8Array;
  /** how it is read, if not as the others */
  reading?: ReadOptions;
}

export interface ReadFile {
  histogram: FileHistogram;
  stats: Stats;
}

/** A plan that holds every item once, within its limits. */
export interface CheckedPlan {
  packed: Packed;
  /** packs that no plan can go under */
  proof: Result<number>;
}

/** The arrays of a pack for training, and its mask as a picture. */
export interface PackTraining extends Segments {
  /** capacity */
  weights: Float32Array;
  /** the segment of every pixel along one side of the picture */
  pixels: Int32Array;
  /** which pixels attend to which */
  bits: Uint32Array;
}

export interface OpenedEvents {
  events: Events;
  statistics: EventStatistics;
  /** what was taken for granted */
  notes: string[];
}

/** What `read` gives for each part, if all have the same columns; errors name the part. */
function readEach<T extends { components: string[] }>(
  parts: readonly FilePart[],
  options: ReadOptions,
  read: (bytes: Uint8Array, options: ReadOptions) => Result<T>,
): T[] {
  const values: T[] = [];
  for (const { name, bytes, reading = options } of parts) {
    const value = get(read(bytes, reading), name);
    const expected = (values[0] ?? value).components.join(',');
    const found = value.components.join(',');
    if (found !== expected) {
      const message = `${name}: columns ${found} do not match ${expected} of ${parts[0]?.name}`;
      throw new Refused(message, 'component_mismatch');
    }
    values.push(value);
  }
  return values;
}

function joined(arrays: readonly Float64Array[]): Float64Array {
  const whole = new Float64Array(arrays.reduce((length, array) => length + array.length, 0));
  let at = 0;
  for (const array of arrays) {
    whole.set(array, at);
    at += array.length;
  }
  return whole;
}

export function readHistograms(core: Tuplepack, parts: readonly FilePart[], options: ReadOptions): FileHistogram {
  const each = readEach(parts, options, core.readHistogram);
  const [first, ...others] = each;
  if (first && others.length === 0) return first;
  const sizes = joined(each.map((histogram) => histogram.sizes));
  const counts = joined(each.map((histogram) => histogram.counts));
  const whole = get(core.makeHistogram(first?.components ?? [], sizes, counts));
  return {
    ...whole,
    hasCounts: each.some(({ hasCounts }) => hasCounts),
    notes: [...new Set(each.flatMap(({ notes }) => notes))],
  };
}

/** The sizes of the rows, in order. */
export function readSizes(core: Tuplepack, parts: readonly FilePart[], options: ReadOptions): Float64Array {
  return joined(readEach(parts, options, core.readTable).map(({ sizes }) => sizes));
}

/** A function of the core that throws its errors. */
const throwing =
  <Given extends unknown[], T>(call: (...given: Given) => Result<T>) =>
  (...given: Given): T =>
    get(call(...given));

export function packingCalls(core: Tuplepack) {
  const { combinations, heuristics } = core;
  return {
    combinations,
    heuristics,
    detectColumns: (first: Uint8Array, isAll: boolean) => detectColumns(core, first, isAll),
    likelyColumns: throwing(core.likelyColumns),
    packMetrics: throwing(core.packMetrics),
    sweep: throwing(core.sweep),
    refineSweep: throwing(core.refineSweep),
    estimate: throwing(core.estimate),
    stream: throwing(core.stream),
    loaderCode: throwing(core.loaderCode),
    pack: throwing(core.pack as (histogram: Histogram, request: PackRequest) => Result<Packed>),
    search: throwing(core.search as (histogram: Histogram, request: SearchRequest) => Result<Found>),
    /** files that are one data set, in order */
    read(parts: readonly FilePart[], options: ReadOptions): ReadFile {
      const histogram = readHistograms(core, parts, options);
      return { histogram, stats: get(core.stats(histogram)) };
    },
    /** the assignment of items to packs as an .npz archive */
    assignFile(parts: readonly FilePart[], options: ReadOptions, planJson: string, how: AssignOptions): Uint8Array {
      return get(core.assignmentNpz(get(core.assign(readSizes(core, parts, options), planJson, how))));
    },
    /** a plan file, and what its certificate proves */
    checkPlan(json: Uint8Array): CheckedPlan {
      return { packed: get(core.readPlan(json)), proof: core.verify(json) };
    },
    /** one component of a pack, from the sizes of its items in it */
    trainPack(lengths: number[], capacity: number, how: MaskOptions): PackTraining {
      const segments = get(core.segments(lengths, capacity));
      const pixels = pixelsOf(segments.segmentIds);
      const weights = get(core.tokenWeights(segments.segmentIds));
      return { ...segments, weights, pixels, bits: get(core.bitMask(pixels, how)) };
    },
  };
}

/** As the page calls it: the worker adds the report of progress. */
type AccessCall = (...given: [Events, offsets: ArrayLike<number>, AccessOptions]) => ReturnType<Temporal['access']>;

/** Calls of the module for temporal interactions. */
export function temporalCalls(core: Temporal) {
  return {
    openEvents(bytes: Uint8Array, options: EventReadOptions): OpenedEvents {
      const { notes, ...events } = get(core.readEvents(bytes, options));
      return { events, statistics: get(core.statistics(events)), notes };
    },
    eventColumns: throwing(core.eventColumns),
    splitEvents: throwing(core.split),
    accessEvents: throwing(core.access as AccessCall),
  };
}

/** Calls of the module for files of TensorFlow GNN. */
export function graphCalls(core: Graphs) {
  return {
    readRecords: throwing(core.readRecords),
    readSchema: throwing(core.readSchema),
    batchItems: throwing(core.batchItems),
  };
}
