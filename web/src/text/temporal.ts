/** Temporal interactions: where they come in, what bounds their batches, and what that brings. */
import { percent, whole } from '../charts/format';

const counted = (count: number, one: string, several = `${one}s`) => `${whole(count)} ${count === 1 ? one : several}`;
const decimal = (value: number) => (Math.round(value * 100) / 100).toLocaleString('en', { maximumFractionDigits: 2 });

export const temporalText = {
  // ---- where they come in ----
  title: 'Interactions',
  about:
    'Who met whom, and when: a row per interaction with a source, a destination and a time, in the order of time. CSV, TSV and ' +
    '.npy, gzipped or not; drop a file anywhere here. Nothing leaves this tab.',
  preset: 'Data set',
  presetHelp: 'Published data, whole; or a few lines to see the format.',
  presetNone: 'choose some',
  presets: {
    example: { title: 'A few lines', description: 'Twelve interactions of five nodes, to see the format.' },
    collegemsg: {
      title: 'CollegeMsg',
      description: '59,835 messages between 1,899 students, 193 days of 2004 (SNAP). 0.3 MB.',
    },
    wikipedia: {
      title: 'Wikipedia edits (JODIE)',
      description: '157,474 edits of 1,000 pages by 8,227 users in a month. 0.8 MB.',
    },
  },
  exampleName: 'interactions.csv',
  example:
    'src,dst,time\n0,1,10\n1,2,12\n0,1,15\n3,4,15\n3,4,20\n0,2,21\n2,2,30\n1,0,31\n0,3,40\n3,4,41\n4,3,42\n1,2,50\n',
  file: 'File of interactions',
  fileHelp: 'Pick a file, or drop one here. It is read in this tab.',
  fileChosen: (name: string) => `${name} was picked. It is read in this tab and goes nowhere else.`,
  severalFiles: (name: string) => `One file at a time: ${name} is read.`,
  over: 'Let go to read the file',
  reading: 'Reading',
  cancelReading: 'Cancel reading',
  cancel: 'Cancel',
  read: (title: string, events: number, nodes: number, selfLoops: number) =>
    `${title}: ${counted(events, 'interaction')} of ${counted(nodes, 'node')}` +
    (selfLoops > 0 ? `, ${counted(selfLoops, 'self-loop')}` : ''),
  how: 'Columns and order',
  columns: 'Columns',
  columnsHelp: 'Source, destination and time, by name or number: u,i,ts or 1,2,3. Empty: as their names tell.',
  sort: 'Sort by time',
  sortHelp: 'For files that are not in the order of time; equal times stay as they come.',

  // ---- what bounds their batches ----
  choices: 'Bound of the loss',
  choicesEmpty: 'The bound can be chosen once there are interactions.',
  loss: 'Largest loss ε',
  lossHelp: 'A batch takes interactions while their nodes have no more than ε beyond the first of each.',
  lossSlider: 'Largest loss ε, by slider',
  like: 'Like batch size',
  likeHelp: 'ε becomes the largest loss of fixed batches of this size.',
  likeUse: (size: number) => `Bound it like batches of ${whole(size)}`,
  likeWithin: (size: number) => `Not in use, as ε was chosen. Fixed batches of up to ${whole(size)} lose no more.`,
  lossScore: 'Self-loops',
  lossScoreHelp: 'How often an interaction of a node with itself counts: equations 7 and 8 of the paper.',
  lossScores: { eq7: 'once (eq7)', eq8: 'twice (eq8)' } as Record<string, string>,
  ties: 'Equal times',
  tiesHelp: 'Whether a batch may end between interactions of one time.',
  tiePolicies: { split: 'a batch ends anywhere', keep: 'stay in one batch' } as Record<string, string>,
  recent: 'Recent neighbours',
  recentHelp: 'How many of each node are looked up before an interaction: rows of features to fetch.',

  // ---- what that brings ----
  heading: 'Temporal interactions',
  help:
    'A temporal model updates the state of a node once per batch, so all but the first of a node’s interactions in a batch see an ' +
    'old state: that is the loss. Batches of a bounded loss are as large as their interactions allow, where fixed ones are as ' +
    'small as the worst place asks for (Gao et al. 2024, ETC).',
  empty: 'Choose interactions, and their batches are shown here.',
  waiting: 'Waiting for the interactions …',
  batches: 'Batches',
  fewer: (fixed: number, size: number, share: number) =>
    `${share === 0 ? 'as many as' : `${percent(Math.abs(share))} ${share < 0 ? 'more' : 'fewer'} than`} ${counted(fixed, 'batch', 'batches')} of ${whole(size)} that lose as much`,
  meanSize: 'Mean size',
  meanSizeHelp: (largest: number) => `interactions in a batch; the largest has ${whole(largest)}`,
  epsilon: 'Largest loss ε',
  epsilonHelp: (mean: number) => `of a batch; on average ${decimal(mean)} are lost`,
  stale: 'Old states',
  staleHelp: 'of what nodes take part in follows another interaction in its batch',
  theta: 'Update distance Θ',
  thetaHelp: (batches: number) => `interactions until a node’s next one, on average: ${decimal(batches)} batches`,
  thetaNone: 'no node occurs again: batches of any size lose nothing',
  saved: 'Rows saved',
  savedHelp: (redundancy: number, fixed: number) =>
    `a row is requested ${decimal(redundancy)} times in a batch; in fixed ones ${decimal(fixed)} times`,
  savedWaiting: 'being counted',
  advice:
    'The paper’s advice on ε: begin with the loss of a batch size that is known to train well, and raise it the sooner the larger Θ ' +
    'is, since the interactions of a node are then far apart and seldom meet in a batch.',
  adviceNow: (theta: number, mean: number) =>
    `Here Θ is ${decimal(theta)} interactions, ${decimal(theta / mean)} batches of the mean size.`,
  exceeding: (count: number, ties: string) =>
    `${count === 1 ? 'One batch exceeds' : `${whole(count)} batches exceed`} ε, because ${count === 1 ? 'it' : 'they'} cannot be divided: ` +
    `${ties === 'keep' ? 'interactions of one time' : 'self-loops'}.`,

  sizes: 'Batch sizes along time',
  sizesChart: (data: string) => `${data}: batch sizes`,
  sizesLabel: (batches: number, least: number, most: number, size: number) =>
    `Bar chart: sizes of ${whole(batches)} batches in the order of time, from ${whole(least)} to ${whole(most)}; fixed batches have ${whole(size)}.`,
  sizeAxis: 'interactions in a batch',
  fixedLine: (size: number) => `fixed: ${whole(size)}`,
  losses: 'Loss per batch',
  lossesChart: (data: string) => `${data}: loss per batch`,
  lossesLabel: (batches: number, mean: number, epsilon: number, fixedMean: number) =>
    `Bar chart: losses of ${whole(batches)} batches in the order of time, ${decimal(mean)} on average; ε is ${whole(epsilon)}. A line: losses of the fixed batches, ${decimal(fixedMean)} on average.`,
  lossAxis: 'loss of a batch',
  epsilonLine: (epsilon: number) => `ε: ${whole(epsilon)}`,
  acrossAxis: 'interactions, in the order of time',
  legend: ['bounded batches', 'fixed batches'],
  hint: 'Point at the chart to read it.',
  keys: 'Arrow keys move from batch to batch.',
  batch: (at: number, all: number, begin: number, end: number, size: number, loss: number) =>
    `Batch ${whole(at)} of ${whole(all)}: interactions ${whole(begin)} to ${whole(end)} (${whole(size)}), loss ${whole(loss)}`,
  times: (from: string, to: string) => `time ${from} to ${to}`,
  fixedThere: (loss: number) => `the fixed batch there loses ${whole(loss)}`,

  table: 'Bounded and fixed batches',
  bounded: (epsilon: number) => `bounded, ε ${whole(epsilon)}`,
  fixed: (size: number) => `fixed, ${whole(size)}`,
  columnsOf: [
    'bound',
    'batches',
    'mean size',
    'largest size',
    'largest loss',
    'old states',
    'rows requested',
    'different rows',
    'requests per row',
  ],
  rowsHelp:
    'Rows: the features of both nodes of an interaction and of their recent neighbours before it. In a batch each different row has to ' +
    'be moved once; batches that are larger have more in common.',
  counting: 'Counting rows',
  countingAt: (progress: number | null) =>
    progress === null ? 'Counting rows …' : `Counting rows: ${Math.round(progress * 100)}%`,
  cancelCounting: 'Cancel counting rows',
  countingEnded: 'Ended: the rows were not counted.',

  command: 'The same for the program',
  commandCopy: 'Copy the command',
  commandText: 'The command',
  csv: 'Batches (CSV)',
  csvHelp: 'Where each batch begins and ends, and its loss: what tuplepack split -o writes.',
  csvName: 'batches.csv',
  whole,
  decimal,
  percent,
};
