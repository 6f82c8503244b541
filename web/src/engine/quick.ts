/** Which calls the quick module supports. */
import type { MethodChoice } from 'tuplepack';
import { searches } from '../state/coreTables';
import type { CallName } from './protocol';

const further: readonly CallName[] = [
  'assignFile',
  'checkPlan',
  'combinations',
  'estimate',
  'loaderCode',
  'search',
  'stream',
];

export function isQuick({ call, args }: { call: CallName; args: unknown[] }): boolean {
  return !further.includes(call) && !searches((args[1] as MethodChoice | undefined)?.method ?? '');
}

const temporal: readonly CallName[] = ['openEvents', 'splitEvents', 'accessEvents'];

/** Needs the module for temporal interactions. */
export const isTemporal = (call: CallName): boolean => temporal.includes(call);
