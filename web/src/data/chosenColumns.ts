/** Which columns were chosen for files with the same columns. */
import type { FileColumn } from '../engine/columns';
import type { State } from '../state/state';

export type ColumnChoice = Pick<State, 'columns' | 'countColumn' | 'lengthsOf'>;

const place = 'tuplepack-columns';
const longest = 20;

const keyOf = (columns: readonly FileColumn[]) => columns.map(({ key }) => key).join(',');

/** The latest first. */
function all(): [key: string, choice: ColumnChoice][] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(place) ?? '[]');
    return Array.isArray(found) ? found : [];
  } catch {
    return []; // storage is blocked, or holds something else
  }
}

export function rememberColumns(columns: readonly FileColumn[], choice: ColumnChoice): void {
  const key = keyOf(columns);
  const others = all().filter(([other]) => other !== key);
  try {
    localStorage.setItem(place, JSON.stringify([[key, choice], ...others].slice(0, longest)));
  } catch {
    // full or blocked: nothing is remembered
  }
}

export function recallColumns(columns: readonly FileColumn[]): ColumnChoice | null {
  const key = keyOf(columns);
  const [, choice] = all().find(([other]) => other === key) ?? [];
  return key !== '' && choice ? choice : null;
}
