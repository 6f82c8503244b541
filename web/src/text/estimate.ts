import { whole } from '../charts/format';

const times = (ratio: number) => `${ratio.toFixed(2)} ×`;
const items = (count: number) =>
  count === 1 ? '1 item' : `${count < 100 ? Number(count.toFixed(1)) : whole(count)} items`;
const packs = (count: number) => (count === 1 ? '1 pack' : `${whole(count)} packs`);
const devices = (count: number) => (count === 1 ? '1 device' : `${whole(count)} devices`);

export const estimateText = {
  heading: 'What it brings',
  help: 'How many times faster than padding every item to the largest, where the time of a step follows its shape (Kosec, Fu, Krell 2021).',
  empty: 'Choose data, and what packing brings is estimated here.',
  waiting: 'Waiting for the plan …',
  assumptions: 'Assumptions',
  overhead: 'Overhead, in percent',
  overheadHelp: 'By how much a packed step takes longer than a padded one of the same shape.',
  devices: 'Devices',
  devicesHelp: 'The curve ends at this many.',
  batch: 'Batch',
  batchHelp: 'Items that a device takes in a step without packing.',
  component: 'Component',
  componentHelp: 'What decides how long a step takes.',
  beta1: 'β₁',
  beta1Help: "The optimizer's decay of the mean.",
  beta2: 'β₂',
  beta2Help: 'And that of the square.',

  speedup: 'speed-up by packing',
  speedupHelp: 'over padding, on any number of devices',
  factor: 'items per pack',
  factorHelp: 'before overhead',
  ceiling: 'ceiling',
  ceilingHelp: 'no padding and no overhead at all',
  times,
  whole,

  chart: (data: string) => `${data}: speed-up over padding`,
  chartLabel: (speedup: number, most: number, first: number, last: number, from: number | null) =>
    `Line chart: speed-up over padding on 1 to ${devices(most)}. Packed: ${times(speedup)} on all. ` +
    `Un-padded: from ${times(first)} on one to ${times(last)}. ` +
    (from === null ? 'Packing does not overtake it.' : `Packing is ahead from ${devices(from)} on.`),
  acrossAxis: 'devices',
  upAxis: 'speed-up over padding',
  packed: 'packed',
  unpadded: 'un-padded',
  published: 'published',
  legend:
    'Un-padded: items end to end without padding; all devices wait for the longest batch. Published: the same for BERT on Wikipedia.',
  read: (count: number, packed: number, unpadded: number, published: number) =>
    `${devices(count)}: packed ${times(packed)}, un-padded ${times(unpadded)}, published ${times(published)}`,
  table: 'The same in numbers',
  tableCaption: 'Speed-up over padding, by number of devices',

  optimizer: 'The optimizer',
  effective: (batch: number, effective: number) =>
    `A step of ${packs(batch)} sees ${items(effective)} where it saw ${items(batch)}. The learning rate stays; do one of these:`,
  fewer: (count: number, effective: number) => `Take ${packs(count)} in a step: they hold ${items(effective)}.`,
  betas: (beta1: number, beta2: number, before1: number, before2: number) =>
    `Or let it forget as fast per item as before: β₁ ${beta1} in place of ${before1}, β₂ ${beta2} in place of ${before2}.`,
};
