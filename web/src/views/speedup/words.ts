import { counted, whole } from '../../controls/format';

const times = (ratio: number) => `${ratio.toFixed(2)} ×`;
const items = (count: number) =>
  count === 1 ? '1 item' : `${count < 100 ? Number(count.toFixed(1)) : whole(count)} items`;
const packs = (count: number) => counted(count, 'pack');
const devices = (count: number) => counted(count, 'device');

export const speedupText = {
  help: 'Estimated training speed-up over padding every item to the largest, if the time of a step depends only on its shape (Kosec, Fu, Krell 2021).',
  overheadHelp:
    'How much longer a packed step takes than a padded one of the same shape. Empty: estimated from the plan.',

  times,

  chart: (data: string) => `${data}: speed-up over padding`,
  chartLabel: (speedup: number, most: number, first: number, last: number, from: number | null) =>
    `Line chart: speed-up over padding on 1 to ${devices(most)}. Packed: ${times(speedup)} throughout. ` +
    `Un-padded: from ${times(first)} on one device to ${times(last)}. ` +
    (from === null ? 'Packing is never faster.' : `Packing is faster from ${devices(from)}.`),
  acrossAxis: 'devices',
  devicesAt: devices,
  legend:
    'Un-padded: items concatenated without padding; every step waits for the device with the longest batch. Published: un-padding of BERT on Wikipedia.',

  optimizer: 'Optimizer settings',
  effective: (batch: number, effective: number) =>
    `A step of ${packs(batch)} processes ${items(effective)} instead of ${items(batch)}. Keep the learning rate and do one of the following:`,
  fewer: (count: number, effective: number) => `Use ${packs(count)} per step, which hold ${items(effective)}.`,
  betas: (beta1: number, beta2: number, before1: number, before2: number) =>
    `Or adjust Adam so that its decay per item is unchanged: β₁ ${beta1} instead of ${before1}, β₂ ${beta2} instead of ${before2}.`,
};
