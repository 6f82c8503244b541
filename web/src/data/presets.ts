/** The bundled data sets. Titles mark those that are not exact. */
import type { Limit } from '../store/state';
import { presetText } from './presetWords';

export type PresetName = keyof typeof presetText;

export interface Preset {
  /** as in a link */
  name: string;
  /** in tests/data, without extension */
  file: string;
  title: string;
  /** one line, with the origin */
  description: string;
  components: readonly string[];
  /** initial limits; empty: the largest sizes */
  limits: readonly Limit[];
  depth: number | null;
}

const sequences = ['length'] as const;
const graphs = ['num_nodes', 'num_edges'] as const;

function preset(
  name: PresetName,
  file: string,
  components: readonly string[],
  room: { limits?: readonly Limit[]; depth?: number } = {},
): Preset {
  const { limits = [], depth = null } = room;
  return { name, file, ...presetText[name], components, limits, depth };
}

/** Graphs that every build includes, with two components. */
export const examplePreset = preset('molhiv', 'molhiv_train', graphs, { depth: 256 });

export const presets: readonly Preset[] = [
  preset('wikipedia', 'wikipedia_512', sequences),
  preset('squad', 'squad_384', sequences),
  preset('glue_cola', 'glue_cola_128', sequences),
  preset('glue_sst2', 'glue_sst2_128', sequences),
  preset('azure_llm', 'llm_azure2023_conv_total_tokens', sequences, { limits: [16384] }),
  examplePreset,
  preset('molpcba', 'molpcba_train_digitized', graphs, { depth: 256 }),
  preset('pcqm4mv2', 'pcqm4mv2_train_digitized', graphs, { limits: [30, 62] }),
  preset('python_ast', 'code_ast_python_docstring', graphs),
  preset('collab', 'tu_collab', graphs),
  preset('reddit_binary', 'tu_reddit_binary', graphs),
  preset('code2_synthetic', 'code2_synthetic', graphs),
  preset('ppa_synthetic', 'ppa_synthetic', graphs),
];
