/** What the quick module can do; anything else waits for the full one. */
import type { MethodChoice } from 'tuplepack';
import type { CallName, Tables } from './protocol';

const searching: readonly CallName[] = ['combinations', 'estimate', 'search', 'stream'];

/** methods: of the quick module; null where there is no other to wait for */
export function isQuick(
  { call, args }: { call: CallName; args: unknown[] },
  methods: Tables['methods'] | null,
): boolean {
  if (!methods) return true;
  if (searching.includes(call)) return false;
  const method = (args[1] as MethodChoice | undefined)?.method;
  return method === undefined || methods.some(({ name }) => name === method);
}
