/** Reads several files as one data set. */
import type { FileHistogram, ReadOptions, Result, Tuplepack } from 'tuplepack';
import type { FilePart } from './protocol';

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
