import { methods } from 'virtual:tuplepack-tables';

/** Whether a method may take long and stops at the time limit; the others are fast. */
export function searches(method: string): boolean {
  return methods.some(({ name, searches }) => name === method && searches);
}
