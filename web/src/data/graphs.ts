/** Files of TensorFlow GNN: TFRecords of graphs, and the text protos that describe them. */
import type { Records } from 'tuplepack/graphs';
import { columnOfSizes, type FileColumn } from '../engine/columns';
import { Refused } from '../engine/refused';
import { isRecords } from './bytes';
import type { Part } from './load';

const recordsName = /[_.-](tfrecords?|tfr)(-\d+-of-\d+)?(\.(gz|zlib))?$/i;

/** Whether these are TFRecords: the name tells where the first record is damaged, or a shard is empty. */
export function areRecords(parts: readonly Part[], title: string): boolean {
  return parts.some(({ name, bytes }) => isRecords(bytes) || recordsName.test(name || title));
}

/** Whether a file of this name is a GraphSchema or a SamplingSpec. */
export function isTextProtoName(name: string): boolean {
  return /\.(pbtxt|textproto|txtpb)(\.gz)?$/i.test(name);
}

/** Whether a text begins as a GraphSchema or a SamplingSpec. */
export function isTextProto(text: string): boolean {
  const field = 'node_sets|edge_sets|context|info|seed_op|sampling_ops|symmetric_link_seed_op';
  return new RegExp(`^(\\s|#.*\\n)*(${field})\\s*(#.*\\n\\s*)*:?\\s*[{<[]`).test(text);
}

/** The sets as columns of the sizes: those proposed are not empty in all records, and as many as there may be components. */
export function recordColumns({ sets }: Records, maxComponents: number): FileColumn[] {
  const largestFirst = sets.filter(({ largest }) => largest > 0).sort((a, b) => b.total - a.total);
  const proposed = largestFirst.slice(0, maxComponents);
  return sets.map((set) => columnOfSizes(set.column, { label: `${set.of} ${set.name}`, size: proposed.includes(set) }));
}

/** Throws Refused where nothing can be packed. */
export function checkRecords({ metrics, sets, bad }: Records): void {
  const [first] = bad;
  const place = first?.file ? `${first.file}: ` : '';
  if (metrics.records === 0 && !first) throw new Refused('no records', 'empty');
  if (metrics.records === 0) throw new Refused(`no record can be read. ${place}${first?.message}`);
  if (sets.length === 0) throw new Refused('no record has a set-size feature (“nodes/NAME.#size”)');
}
