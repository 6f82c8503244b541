/** What an error asks: the core refuses columns that can be read in two ways, and names the options of each. */
import type { TuplepackError } from 'tuplepack';
import type { FileColumn } from '../engine/columns';
import { initialState } from '../state/state';
import type { ColumnChoice } from './chosenColumns';

export interface Reading {
  /** names or numbers; empty: all but the count */
  columns: string[];
  /** a name or a number; empty: every row is one item */
  count: string;
}

/** As in `(--columns 1 --count-column items)`: names with brackets, commas or blanks stand as numbers. */
const inBrackets = / \((--[^)]+)\)/g;

function readingOf(options: string): Reading | null {
  const reading: Reading = { columns: [], count: '' };
  for (const option of options.slice(2).split(' --')) {
    const [name, value = ''] = option.split(' ');
    if (name === 'columns') reading.columns = value.split(',');
    else if (name === 'count-column') reading.count = value;
    else return null;
  }
  return reading;
}

/** The error without options, and its readings; none unless it names two or more. */
export function questionOf<E extends Pick<TuplepackError, 'message'>>(error: E): { error: E; readings: Reading[] } {
  const found = [...error.message.matchAll(inBrackets)].map(([, options = '']) => readingOf(options));
  const readings = found.filter((reading) => reading !== null);
  if (readings.length < 2 || readings.length < found.length) return { error, readings: [] };
  return { error: { ...error, message: error.message.replace(inBrackets, '') }, readings };
}

const named = (column: string) => (/^\d+$/.test(column) ? `column ${column}` : column);

/** What a button says. */
export function titleOf({ columns, count }: Reading): string {
  const sizes = columns.map(named).join(' and ');
  if (count === '') return columns.length > 1 ? 'Both are sizes' : `Sizes are in ${sizes}`;
  return `${sizes ? `Sizes are in ${sizes}, counts` : 'Counts are'} in ${named(count)}`;
}

/** The choice of columns for a reading, whose numbers and names become the keys of the columns. */
export function choiceOf({ columns, count }: Reading, found: readonly FileColumn[]): ColumnChoice {
  const keyOf = (column: string) => {
    const named = found.find(({ label }) => label === column);
    return (named ?? found.find(({ number }) => String(number) === column))?.key ?? column;
  };
  return { columns: columns.map(keyOf), countColumn: count ? keyOf(count) : initialState.countColumn, lengthsOf: [] };
}
