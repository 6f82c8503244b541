/** What workers do: functions of the core, and combinations of them that keep large arrays in the worker. */
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
import type { AccessOptions, EventReadOptions, EventStatistics, Events, Temporal } from 'tuplepack/temporal';
import { pixelsOf } from './mask';

/** A file, with its name if there are several. */
export interface FilePart {
  name: string;
  bytes: Uint8Array;
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
}

/** What `read` gives for each part, if all have the same columns; errors name the part. */
function readEach<T extends { components: string[] }>(
  parts: readonly FilePart[],
  read: (bytes: Uint8Array) => Result<T>,
): Result<T[]> {
  const values: T[] = [];
  for (const { name, bytes } of parts) {
    const { value, error } = read(bytes);
    if (error && parts.length === 1) return { error };
    if (error) return { error: { ...error, message: `${name}: ${error.message}` } };
    const expected = (values[0] ?? value).components.join(',');
    const found = value.components.join(',');
    if (found !== expected) {
      const message = `${name}: its columns are ${found}, those of ${parts[0]?.name} are ${expected}`;
      return { error: { code: 'component_mismatch', message, line: 0, column: 0 } };
    }
    values.push(value);
  }
  return { value: values };
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

export function readHistograms(
  core: Tuplepack,
  parts: readonly FilePart[],
  options: ReadOptions,
): Result<FileHistogram> {
  const each = readEach(parts, (bytes) => core.readHistogram(bytes, options));
  if (each.error) return each;
  const [first, ...others] = each.value;
  if (first && others.length === 0) return { value: first };
  const sizes = joined(each.value.map((histogram) => histogram.sizes));
  const counts = joined(each.value.map((histogram) => histogram.counts));
  const { value, error } = core.makeHistogram(first?.components ?? [], sizes, counts);
  return error ? { error } : { value: { ...value, hasCounts: each.value.some(({ hasCounts }) => hasCounts) } };
}

/** The sizes of the rows, in order. */
export function readSizes(core: Tuplepack, parts: readonly FilePart[], options: ReadOptions): Result<Float64Array> {
  const each = readEach(parts, (bytes) => core.readTable(bytes, options));
  return each.error ? each : { value: joined(each.value.map(({ sizes }) => sizes)) };
}

export function packingCalls(core: Tuplepack) {
  const { preview, packMetrics, combinations, heuristics, sweep, refineSweep, estimate, stream, loaderCode } = core;
  return {
    preview,
    packMetrics,
    combinations,
    heuristics,
    sweep,
    refineSweep,
    estimate,
    stream,
    loaderCode,
    pack: core.pack as (histogram: Histogram, request: PackRequest) => Result<Packed>,
    search: core.search as (histogram: Histogram, request: SearchRequest) => Result<Found>,
    /** files that are one data set, in order */
    read(parts: readonly FilePart[], options: ReadOptions): Result<ReadFile> {
      const { value: histogram, error } = readHistograms(core, parts, options);
      if (error) return { error };
      const stats = core.stats(histogram);
      return stats.error ? stats : { value: { histogram, stats: stats.value } };
    },
    /** the assignment of items to packs as an .npz archive */
    assignFile(
      parts: readonly FilePart[],
      options: ReadOptions,
      planJson: string,
      how: AssignOptions,
    ): Result<Uint8Array> {
      const sizes = readSizes(core, parts, options);
      if (sizes.error) return sizes;
      const assignment = core.assign(sizes.value, planJson, how);
      return assignment.error ? assignment : core.assignmentNpz(assignment.value);
    },
    /** a plan file, and what its certificate proves */
    checkPlan(json: Uint8Array): Result<CheckedPlan> {
      const { value: packed, error } = core.readPlan(json);
      return error ? { error } : { value: { packed, proof: core.verify(json) } };
    },
    /** one component of a pack, from the sizes of its items in it */
    trainPack(lengths: number[], capacity: number, how: MaskOptions): Result<PackTraining> {
      const segments = core.segments(lengths, capacity);
      if (segments.error) return segments;
      const { segmentIds } = segments.value;
      const weights = core.tokenWeights(segmentIds);
      if (weights.error) return weights;
      const pixels = pixelsOf(segmentIds);
      const bits = core.bitMask(pixels, how);
      if (bits.error) return bits;
      return { value: { ...segments.value, weights: weights.value, pixels, bits: bits.value } };
    },
  };
}

/** Calls of the module for temporal interactions. */
export function temporalCalls(core: Temporal) {
  return {
    openEvents(bytes: Uint8Array, options: EventReadOptions): Result<OpenedEvents> {
      const { value: events, error } = core.readEvents(bytes, options);
      if (error) return { error };
      const statistics = core.statistics(events);
      return statistics.error ? statistics : { value: { events, statistics: statistics.value } };
    },
    splitEvents: core.split,
    accessEvents: core.access as (
      events: Events,
      offsets: ArrayLike<number>,
      options: AccessOptions,
    ) => ReturnType<Temporal['access']>,
  };
}
