import { counted, percent, whole } from '../../controls/format';
import type { PlanResult } from '../../state/requests';

const packs = (count: number) => counted(count, 'pack');

const madeBy = (method: string, heuristic: string | null, distribute: boolean) =>
  `${method}${heuristic ? `, heuristic ${heuristic}` : ''}${distribute ? ', distributed' : ''}`;

export const resultText = {
  heading: 'Result',
  /** the current step of the search, and the best plan and bound so far */
  searching: (step: string, count: number, bound: number) =>
    `Searching (${step}): ${count > 0 ? `best plan ${packs(count)}` : 'no plan yet'}, lower bound ${whole(bound)}`,
  packs,
  status: (count: number, items: number, gap: number) =>
    `${whole(items)} items in ${packs(count)}${gap === 0 ? ', proven optimal' : ''}`,
  paddingPacks: (count: number) => `including ${counted(count, 'padding pack')}`,
  gap: (gap: number, share: number, bound: number) =>
    `At most ${packs(gap)} (${percent(share)}) from optimal: no plan has fewer than ${packs(bound)}.`,
  proven: (count: number) => `Proven optimal: no plan has fewer than ${packs(count)}.`,
  /** which bound it is */
  boundBy: (count: number, name: string, component: string | null) =>
    `lower bound ${whole(count)} (${name}${component ? `, ${component}` : ''})`,
  atTimeLimit: (seconds: number) => `The search reached its time limit of ${seconds} s.`,
  endedBefore: 'Packing cancelled: this plan is for the previous settings.',
  duration: (seconds: number) =>
    seconds >= 1 ? `${seconds.toFixed(1)} s` : `${(seconds * 1000).toFixed(seconds < 0.01 ? 2 : 0)} ms`,
  packsFor: (items: number) => `packs for ${counted(items, 'item')}`,
  filled: (component: string, limit: number) => `${component} full (limit ${whole(limit)})`,
  perPack: (factor: number, depth: number) => `${factor.toFixed(2)} items per pack, at most ${whole(depth)}`,
  made: ({ method, heuristic, distribute, request }: PlanResult, several: boolean) =>
    madeBy(method, several && method !== 'none' ? heuristic : null, distribute) +
    (request.method !== method ? ` (chosen by ${request.method ?? 'auto'})` : ''),
  madeBy,
  gain: ['Packed, there is', 'to compute'],
  times: (times: number) => `${times >= 100 ? whole(times) : times.toFixed(times < 10 ? 1 : 0)} times less`,
  picture: {
    title: (data: string, component: string) => `${data}: padded and packed, ${component}`,
    component: 'Component in the picture',
    padded: (rows: number, name: string, size: number, short: boolean) =>
      `padded one by one: ${rows} rows${short ? '' : ` of ${whole(size)} ${name}; grey is padding`}`,
    packed: (items: number, rows: number, name: string, size: number, short: boolean) =>
      `packed: the same ${items} in ${counted(rows, 'row')}${short ? '' : ` of ${whole(size)} ${name}`}`,
    label: (name: string, items: number, largest: number, rows: number, limit: number) =>
      `${items} items of the data, each padded to ${whole(largest)} ${name}, and the same items in ${packs(rows)} of ${whole(limit)}`,
  },
  badlyFilled: {
    share: (component: string, share: number) => `${component} is only ${percent(share)} full.`,
    better: (limits: number[], share: number) => `${limits.map(whole).join(' × ')} would give ${percent(share)}.`,
  },
  overlong: (count: number) => `${counted(count, 'item exceeds', 'items exceed')} a limit.`,
  overLimitHint: 'Raise the limit, or choose how to treat “Items over a limit”.',
  signed: (value: number) => (value > 0 ? `+${whole(value)}` : whole(value).replace('-', '−')),
  points: (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(100 * value).toFixed(2)} points`,
};
