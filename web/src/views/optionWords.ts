/** What the page calls the options that have a field of the state, and how it explains them. */
import type { OptionField } from '../engine/coreTables';

export interface OptionWords {
  label: string;
  help: string;
  /** what is shown in place of a choice */
  titles?: Readonly<Record<string, string>>;
}

export const optionWords = {
  // loading
  format: {
    label: 'Format',
    help: 'Set this if the format is not detected correctly.',
    titles: {
      csv: 'CSV: separated by commas, semicolons, tabs, | or spaces',
      json: 'JSON',
      json_lines: 'JSON Lines',
      npy: 'NumPy .npy',
      npz: 'NumPy .npz',
    },
  },

  // packing
  depth: { label: 'Depth', help: 'Maximum number of items per pack; empty for no limit.' },
  method: { label: 'Method', help: 'The packing algorithm.' },
  heuristic: { label: 'Heuristic', help: 'How items are ordered by size; the largest are packed first.' },
  distribute: {
    label: 'Place equal items together',
    help: 'Place several items of the same size into a pack at once.',
    titles: { default: 'default of the method' },
  },
  timeLimit: { label: 'Time limit (seconds)', help: 'Stop after this time and return the best result so far.' },
  paper: { label: 'Reproduce published plans', help: 'Reproduce the published listings exactly.' },
  packsMultiple: {
    label: 'Pad the number of packs to a multiple of',
    help: 'Adds empty packs so that every device gets the same number.',
  },
  overlong: {
    label: 'Items over a limit',
    help: 'How to treat items that exceed a limit.',
    titles: {
      error: 'report an error',
      drop: 'drop them',
      truncate: 'truncate them to the limit',
      split: 'split them into pieces',
    },
  },
  perComponent: { label: 'Every component must reach the target', help: 'Instead of their harmonic mean.' },

  // the estimate
  overhead: {
    label: 'Overhead (percent)',
    help: 'How much longer a packed step takes than a padded one of the same shape. Empty: the published value for the depth of the plan’s deepest pack.',
  },
  batch: { label: 'Batch size', help: 'Items per device and step without packing.' },
  devices: { label: 'Devices', help: 'Maximum number of devices to plot.' },
  beta1: { label: 'β₁', help: 'Adam’s β₁ without packing.' },
  beta2: { label: 'β₂', help: 'Adam’s β₂ without packing.' },

  // the assignment
  order: {
    label: 'Order',
    help: 'The order of the packs, and of items of equal size.',
    titles: { shuffle: 'random', permute: 'random, by shards' },
  },
  seed: { label: 'Seed', help: 'The same seed gives the same order.' },

  // temporal interactions
  sort: {
    label: 'Sort by time',
    help: 'For files that are not sorted by time; interactions with equal timestamps keep their order.',
  },
  loss: {
    label: 'Largest loss ε',
    help: 'A batch is closed when one more interaction would push its repeated node occurrences above ε.',
  },
  likeBatchSize: {
    label: 'Match batch size',
    help: 'Sets ε to the largest loss of fixed-size batches of this size.',
  },
  lossScore: {
    label: 'Self-loops',
    help: 'How a self-loop is counted (equations 7 and 8 of the ETC paper).',
    titles: { eq7: 'once (eq7)', eq8: 'twice (eq8)' },
  },
  ties: {
    label: 'Equal timestamps',
    help: 'Whether interactions with equal timestamps may end up in different batches.',
    titles: { split: 'may be split', keep: 'keep in one batch' },
  },
} satisfies Partial<Record<OptionField, OptionWords>>;
