/** Temporal interactions: loading, batch settings and results. */
import type { EventStatistics } from 'tuplepack/temporal';
import { counted, percent, whole } from '../../controls/format';

export const decimal = (value: number) =>
  (Math.round(value * 100) / 100).toLocaleString('en', { maximumFractionDigits: 2 });

export const temporalText = {
  // ---- loading ----
  title: 'Interactions',
  about:
    'A table with a source, a destination and a time per interaction, sorted by time. CSV, TSV or .npy, optionally ' +
    'gzipped; drop a file here. Your data do not leave this browser.',
  presetHelp: 'Complete published data sets, or a short example of the format.',
  file: 'Interaction file',
  fileHelp: 'Choose or drop a file, or parts in the order of their names. They are not uploaded.',
  read: (title: string, { events, nodes, firstItem, selfLoops }: EventStatistics) =>
    `${title}: ${counted(events, 'interaction')} between ${counted(nodes, 'node')}` +
    (selfLoops > 0 ? `, ${counted(selfLoops, 'self-loop')}` : '') +
    (firstItem > 0 ? `; items are the nodes from ${whole(firstItem)} on` : ''),
  how: 'Columns and order',
  eventColumns: 'Columns',
  eventColumnsHelp: 'Source, destination and time, by name or number, e.g. u,i,ts or 1,2,3. Detected if empty.',
  sort: 'Sort by time',
  sortHelp: 'For files that are not sorted by time; interactions with equal times keep their order.',

  // ---- settings ----
  settings: 'Loss bound',
  settingsEmpty: 'Load interactions to set the loss bound.',
  loss: 'Largest loss ε',
  lossHelp: 'A batch grows until more than ε of its node occurrences would be repeats.',
  lossSlider: 'Largest loss ε, slider',
  like: 'Match batch size',
  likeHelp: 'Sets ε to the largest loss of fixed-size batches of this size.',
  likeUse: (size: number) => `Match batches of ${whole(size)}`,
  likeWithin: (size: number) =>
    `Not in use, because ε is set. Fixed-size batches of up to ${whole(size)} have no larger loss.`,
  lossScore: 'Self-loops',
  lossScoreHelp: 'How often an interaction of a node with itself counts (equations 7 and 8 of the paper).',
  lossScores: { eq7: 'once (eq7)', eq8: 'twice (eq8)' },
  ties: 'Equal times',
  tiesHelp: 'Whether interactions with equal times may be split between batches.',
  tiePolicies: { split: 'may be split', keep: 'keep in one batch' },
  recent: 'Recent neighbours',
  recentHelp: 'Neighbours sampled per node; the feature rows of all of them are requested.',

  // ---- results ----
  heading: 'Temporal interactions',
  help:
    'A temporal model updates the state of a node once per batch, so all but the first interaction of a node in a batch see a ' +
    'stale state: the information loss. With a loss bound every batch is as large as the bound permits; with a fixed size all ' +
    'batches are as small as the worst one requires (Gao et al. 2024, ETC).',
  empty: 'Load interactions to see their batches.',
  waiting: 'Loading interactions …',
  batches: 'Batches',
  fewer: (fixed: number, size: number, share: number) =>
    `${share === 0 ? 'as many as' : `${percent(Math.abs(share))} ${share < 0 ? 'more' : 'fewer'} than`} ${counted(fixed, 'batch', 'batches')} of ${whole(size)} with the same largest loss`,
  meanSize: 'Mean batch size',
  meanSizeHelp: (largest: number) => `interactions per batch; maximum ${whole(largest)}`,
  epsilon: 'Largest loss ε',
  epsilonHelp: (mean: number) => `per batch; mean ${decimal(mean)}`,
  stale: 'Stale states',
  staleHelp: 'share of node occurrences after the first in their batch',
  theta: 'Update distance Θ',
  thetaHelp: (batches: number) => `mean number of interactions until a node’s next one; ${decimal(batches)} batches`,
  thetaNone: 'no node occurs twice: batches of any size are lossless',
  saved: 'Rows saved',
  savedHelp: (redundancy: number, fixed: number) =>
    `each row is requested ${decimal(redundancy)} times per batch; ${decimal(fixed)} times with fixed-size batches`,
  savedWaiting: 'counting …',
  advice:
    'The paper’s advice: start with the loss of a batch size known to train well, then increase ε. The larger Θ, the safer: ' +
    'the interactions of a node are then far apart and rarely fall into one batch.',
  adviceNow: (theta: number, mean: number) =>
    `Here Θ is ${decimal(theta)} interactions, or ${decimal(theta / mean)} batches of mean size.`,
  exceeding: (count: number, ties: string) =>
    `${count === 1 ? 'One batch exceeds' : `${whole(count)} batches exceed`} ε because ${count === 1 ? 'it' : 'they'} cannot be divided: ` +
    `${ties === 'keep' ? 'interactions with equal times' : 'self-loops'}.`,

  sizes: 'Batch sizes over time',
  sizesChart: (data: string) => `${data}: batch sizes`,
  sizesLabel: (batches: number, least: number, most: number, size: number) =>
    `Bar chart: sizes of ${whole(batches)} batches over time, from ${whole(least)} to ${whole(most)}; fixed size ${whole(size)}.`,
  sizeAxis: 'interactions per batch',
  fixedLine: (size: number) => `fixed: ${whole(size)}`,
  losses: 'Loss per batch',
  lossesChart: (data: string) => `${data}: loss per batch`,
  lossesLabel: (batches: number, mean: number, epsilon: number, fixedMean: number) =>
    `Bar chart: losses of ${whole(batches)} batches over time, mean ${decimal(mean)}; ε is ${whole(epsilon)}. Line: losses of fixed-size batches, mean ${decimal(fixedMean)}.`,
  lossAxis: 'loss per batch',
  epsilonLine: (epsilon: number) => `ε: ${whole(epsilon)}`,
  acrossAxis: 'interactions, ordered by time',
  legend: ['bounded loss', 'fixed size'],
  batch: (at: number, all: number) => `Batch ${whole(at)} of ${whole(all)}`,
  batchIs: (begin: number, end: number, size: number, loss: number) => [
    `interactions ${whole(begin)} to ${whole(end)} (${whole(size)})`,
    `loss ${whole(loss)}`,
  ],
  times: (from: string, to: string) => `time ${from} to ${to}`,
  fixedThere: (loss: number) => `fixed-size batch there: loss ${whole(loss)}`,

  table: 'Bounded loss and fixed size',
  bounded: (epsilon: number) => `loss ≤ ${whole(epsilon)}`,
  fixed: (size: number) => `size ${whole(size)}`,
  columns: {
    of: 'batches of',
    batches: 'batches',
    meanSize: 'mean size',
    largestSize: 'largest size',
    largestLoss: 'largest loss',
    stale: 'stale states',
    requested: 'rows requested',
    unique: 'unique rows',
    redundancy: 'requests per row',
  },
  rowsHelp:
    'Feature rows of both nodes of each interaction and of their most recent neighbours. Each unique row of a batch is moved once; ' +
    'larger batches share more rows.',
  counting: 'Counting rows',
  cancelCounting: 'Cancel counting',
  countingEnded: 'Counting cancelled.',

  command: 'Command',
  commandCopy: 'Copy command',
  commandText: 'Command',
  joined: 'Interactions (CSV)',
  joinedHelp: 'The command line reads one file: the interactions of all files, in order.',
  joinedName: 'interactions.csv',
  csv: 'Batches (CSV)',
  csvHelp: 'Begin, end and loss of every batch, as written by tuplepack split -o.',
  csvName: 'batches.csv',
};
