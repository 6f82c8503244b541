/** GraphSchemas and SamplingSpecs of TensorFlow GNN, shown beside the data. */
import type { Result } from 'tuplepack';
import type { GraphSchema, SamplingSpec } from 'tuplepack/graphs';
import { readSource } from '../data/sources';
import type { Pool } from '../engine/pool';
import { resultOf } from '../engine/refused';
import { Runner } from './runner';

interface Text {
  /** of the file; empty: pasted */
  name: string;
  bytes: Result<Uint8Array>;
}

export interface Definition extends Text {
  found: Result<GraphSchema | SamplingSpec>;
  /** name of the schema that a spec was checked against; null: none, or it is no spec */
  against: string | null;
}

const kindOf = ({ found }: Definition) => found.value?.kind;

/** Reads every text, the specs against the schema among them. */
async function check(pool: Pool, texts: readonly Text[], signal: AbortSignal): Promise<Definition[]> {
  const read = async (text: Text, against?: Definition): Promise<Definition> => {
    const { value: bytes, error } = text.bytes;
    const options = against?.bytes.value ? { against: against.bytes.value } : {};
    const found = bytes
      ? await resultOf(pool.run('readSchema', [bytes, options], { signal }).then(({ value }) => value))
      : { error };
    return { ...text, found, against: against?.name ?? null };
  };
  const alone = await Promise.all(texts.map((text) => read(text)));
  const schema = alone.find((one) => kindOf(one) === 'graph_schema');
  return Promise.all(alone.map((one) => (schema && kindOf(one) === 'sampling_spec' ? read(one, schema) : one)));
}

/** Of those before, what is of no kind among the new ones stays; errors do not. */
function merged(before: readonly Definition[], added: readonly Definition[]): Definition[] {
  const kept = before.filter((one) => one.found.value && !added.some((other) => kindOf(other) === kindOf(one)));
  return [...kept, ...added];
}

export function createDefinitions(pool: Pool) {
  const runner = new Runner<Definition[]>();
  const shown = () => runner.state.value.value ?? [];

  const add = (textsOf: (signal: AbortSignal) => Promise<Text[]>) =>
    runner.run(async ({ signal }) => {
      const added = await check(pool, await textsOf(signal), signal);
      return { value: await check(pool, merged(shown(), added), signal) };
    });
  const readFile = async (file: File, signal: AbortSignal): Promise<Text> => {
    const reading = readSource({ kind: 'file', name: file.name }, { file, base: '', signal });
    return { name: file.name, bytes: await resultOf<Uint8Array>(reading) };
  };

  return {
    state: runner.state,
    open: (files: readonly File[]) => add((signal) => Promise.all(files.map((file) => readFile(file, signal)))),
    /** text of one */
    enter: (text: string) => add(async () => [{ name: '', bytes: { value: new TextEncoder().encode(text) } }]),
    close(closed: Definition): void {
      const others = shown().filter((one) => one !== closed);
      void runner.run(async ({ signal }) => ({ value: await check(pool, others, signal) }));
    },
    stop: () => runner.cancel(),
  };
}
