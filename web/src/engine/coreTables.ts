/** The core's tables: the only source of the names, kinds, defaults and ranges of options, and of methods. */
import { methods, type OptionRow, options } from 'virtual:tuplepack-tables';

export type { OptionRow };

/** The options of a command, in the order of its help. */
export function rowsOf(command: string): OptionRow[] {
  return options.filter(({ commands }) => commands.length === 0 || commands.includes(command));
}

/** Throws if the core has no such option. */
export function rowOf(command: string, name: string): OptionRow {
  const row = rowsOf(command).find((one) => one.name === name);
  if (!row) throw new Error(`tuplepack ${command} has no option --${name}`);
  return row;
}

/** The fields that hold the value of a single option, and the command whose row describes it. */
const fieldsOf = [
  ['pack', ['format', 'countColumn', 'depth', 'overlong', 'packsMultiple']],
  ['pack', ['method', 'heuristic', 'distribute', 'paper', 'timeLimit']],
  ['search', ['target', 'perComponent']],
  ['estimate', ['overhead', 'devices', 'batch', 'beta1', 'beta2']],
  ['assign', ['order', 'seed']],
  ['split', ['sort', 'loss', 'likeBatchSize', 'lossScore', 'ties']],
  ['access', ['recent']],
] as const;

export type OptionField = (typeof fieldsOf)[number][1][number];

const hyphenated = (field: string) => field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Their rows. */
export const rowOfField = Object.fromEntries(
  fieldsOf.flatMap(([command, fields]) => fields.map((field) => [field, rowOf(command, hyphenated(field))])),
) as Record<OptionField, OptionRow>;

/** The default method, which improves a plan for a moment. */
export const usualMethod = rowOfField.method.default ?? '';

/** Whatever many or small plans are packed by. */
export const quickMethod = 'quick';

/** Up to as many sizes, quick takes no longer than a frame or three. */
const mostForQuick = 8192;

/** The method whose plan is shown first, as during a drag. */
export const firstMethod = (sizes: number) => (sizes > mostForQuick ? 'lpfhp' : quickMethod);

export type FurtherRow = OptionRow & { key: string };

/**
 * The other options of `pack` that a request takes. The page shows, keeps, links and passes them on by their rows alone:
 * no code names them.
 */
export const furtherRows: readonly FurtherRow[] = rowsOf('pack').filter(
  (row): row is FurtherRow => row.key !== null && !Object.hasOwn(rowOfField, row.key),
);

/** The range of a numeric option, as props of NumberField. */
export function rangeOfRow({ kind, least, most, above }: OptionRow) {
  return { ...(least !== null && { least }), ...(most !== null && { most }), above, decimals: kind === 'decimal' };
}

/** Whether the quick module has what packs by a method; unknown ones are reported by any module. */
export function isQuickMethod(method: string): boolean {
  return methods.every(({ name, quick }) => name !== method || quick);
}

/** Whether a method may take long and stops at the time limit; the others are fast. */
export function searches(method: string): boolean {
  return methods.some(({ name, searches }) => name === method && searches);
}
