/** The bundled data sets and their origin. Titles mark those that are not exact. */
import type { DataSource, Limit } from '../state/state';

export interface DataSet {
  /** as in a link */
  name: string;
  /** in tests/data */
  file: string;
  title: string;
  /** one line, with the origin */
  description: string;
  /** the content, if it is in no file */
  text?: string;
}

export interface Preset extends DataSet {
  components: readonly string[];
  /** initial limits; empty: the largest sizes */
  limits: readonly Limit[];
  depth: number | null;
}

const sequences = { components: ['length'], limits: [], depth: null };
const graphs = { components: ['num_nodes', 'num_edges'], limits: [], depth: null };

/** Graphs that every build includes, with two components. */
export const examplePreset: Preset = {
  ...graphs,
  name: 'molhiv',
  file: 'molhiv_train.csv',
  title: 'ogbg-molhiv',
  description: 'Training split: 32,901 molecules as graphs. Published with the tuple-packing code (Graphcore).',
  depth: 256,
};

export const presets: readonly Preset[] = [
  {
    ...sequences,
    name: 'wikipedia',
    file: 'wikipedia_512.csv',
    title: 'Wikipedia, 512 tokens',
    description: 'BERT pre-training: 16,279,552 sequences. Published with the packing paper’s code (Graphcore).',
  },
  {
    ...sequences,
    name: 'squad',
    file: 'squad_384.csv',
    title: 'SQuAD 1.1, 384 tokens',
    description: 'BERT fine-tuning: 88,641 questions with their passages. Published with the packing paper’s code.',
  },
  {
    ...sequences,
    name: 'glue_cola',
    file: 'glue_cola_128.csv',
    title: 'GLUE CoLA, 128 tokens',
    description: 'Acceptability of sentences, training set. Recomputed with bert-base-uncased from the public files.',
  },
  {
    ...sequences,
    name: 'glue_sst2',
    file: 'glue_sst2_128.csv',
    title: 'GLUE SST-2, 128 tokens',
    description: 'Sentiment of phrases, training set. Recomputed with bert-base-uncased from the public files.',
  },
  {
    ...sequences,
    name: 'azure_llm',
    file: 'llm_azure2023_conv_total_tokens.csv',
    title: 'Azure LLM requests 2023',
    description: '19,366 requests to a chat service: context and generated tokens together. Azure’s public data set.',
    limits: [16384],
  },
  examplePreset,
  {
    ...graphs,
    name: 'molpcba',
    file: 'molpcba_train_digitized.csv',
    title: 'ogbg-molpcba (digitized)',
    description:
      '350,343 molecules, digitized from a published figure: large bins within ±27, small bins interpolated.',
    depth: 256,
  },
  {
    ...graphs,
    name: 'pcqm4mv2',
    file: 'pcqm4mv2_train_digitized.csv',
    title: 'PCQM4Mv2 (digitized)',
    description:
      '3,378,606 molecules, digitized from a published figure: large bins within ±613, small bins interpolated.',
    limits: [30, 62],
  },
  {
    ...graphs,
    name: 'python_ast',
    file: 'code_ast_python_docstring.csv',
    title: 'Python syntax trees',
    description:
      '257,220 documented functions of 127 Debian packages, as trees in OGB’s convention. Computed for this project.',
  },
  {
    ...graphs,
    name: 'collab',
    file: 'tu_collab.csv',
    title: 'TU COLLAB',
    description: '5,000 collaboration networks of researchers. Computed from the public TU data set.',
  },
  {
    ...graphs,
    name: 'reddit_binary',
    file: 'tu_reddit_binary.csv',
    title: 'TU REDDIT-BINARY',
    description: '2,000 discussion threads as graphs, a few of them very large. Computed from the public TU data set.',
  },
  {
    ...graphs,
    name: 'code2_synthetic',
    file: 'code2_synthetic.csv',
    title: 'ogbg-code2 (synthetic)',
    description: '407,976 synthetic trees with the published statistics of ogbg-code2; the largest has 36,123 nodes.',
  },
  {
    ...graphs,
    name: 'ppa_synthetic',
    file: 'ppa_synthetic.csv',
    title: 'ogbg-ppa (synthetic)',
    description: '78,200 synthetic graphs of 35,982 distinct sizes with the published statistics of ogbg-ppa.',
  },
];

/** The bundled temporal interactions. */
export const eventPresets: readonly DataSet[] = [
  {
    name: 'example',
    file: 'interactions.csv',
    title: 'Example',
    description: 'Twelve interactions between five nodes.',
    text: 'src,dst,time\n0,1,10\n1,2,12\n0,1,15\n3,4,15\n3,4,20\n0,2,21\n2,2,30\n1,0,31\n0,3,40\n3,4,41\n4,3,42\n1,2,50\n',
  },
  {
    name: 'collegemsg',
    file: 'temporal_collegemsg.csv.gz',
    title: 'CollegeMsg',
    description: '59,835 messages between 1,899 students over 193 days in 2004 (SNAP). 0.3 MB.',
  },
  {
    name: 'wikipedia',
    file: 'temporal_jodie_wikipedia.csv.gz',
    title: 'Wikipedia edits (JODIE)',
    description: '157,474 edits of 1,000 pages by 8,227 users within a month. 0.8 MB.',
  },
];

/** The one of these data sets that a source names, if any. */
export function presetOf<Set extends DataSet>(source: DataSource, sets: readonly Set[]): Set | undefined {
  return sets.find(({ name }) => source.kind === 'preset' && source.name === name);
}
