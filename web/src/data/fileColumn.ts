/** The columns of a file, and which of them were chosen for files with the same columns. */
import type { State } from '../state/state';

export interface FileColumn {
  /** what the core is told: a name, or a number from 1 where there is no name or it cannot stand in a list */
  key: string;
  label: string;
  /** its first values are integers */
  whole: boolean;
  /** its first values are lists, whose lengths can be the sizes */
  lists: boolean;
  /** read as the count unless another is chosen */
  count: boolean;
  /** read as a size unless it is chosen as the count, which the writer may have meant */
  possibleCount: boolean;
  /** its first values look like sizes: not text, identifiers, or labels of at most 1 */
  size: boolean;
}

const identifiers = /^(id|idx|index|label|timestamp|__index_level_\d+__)$|_(id|idx|index|label)$/i;

/** Whether values of a column with that name, up to `largest` in the first rows, look like sizes. */
export function looksLikeSize(name: string, largest: number): boolean {
  return largest > 1 && !identifiers.test(name);
}

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
