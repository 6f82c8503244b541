/** What the quick module can do; anything else waits for another. */
import type { MethodChoice, MethodRow } from 'tuplepack';
import type { CallName } from './protocol';

const searching: readonly CallName[] = ['combinations', 'estimate', 'search', 'stream'];

export function isQuick({ call, args }: { call: CallName; args: unknown[] }, methods: MethodRow[]): boolean {
  if (searching.includes(call)) return false;
  const method = (args[1] as MethodChoice | undefined)?.method;
  return !methods.some(({ name, searches }) => name === method && searches);
}

const temporal: readonly CallName[] = ['openEvents', 'splitEvents', 'accessEvents'];

/** Needs the module for temporal interactions. */
export const isTemporal = (call: CallName): boolean => temporal.includes(call);

/** The methods that can be chosen. */
export const availableMethods = (methods: MethodRow[]) => methods;
