import './controls.css';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button, type Use, UseButton } from './buttons';
import { Region } from './Region';

/** A column heading that sorts. The arrow is drawn from aria-sort of the heading. */
export function SortButton({ name, title, onSort }: { name: string; title?: string; onSort: () => void }) {
  return (
    <Button class="sort-button" title={title} onClick={onSort}>
      {name}
    </Button>
  );
}

export interface Column<Row> {
  name: string;
  show: (row: Row) => ComponentChildren;
  /** names are left-aligned, numbers right-aligned */
  names?: boolean;
  /** sorts the rows; without it, the column does not */
  value?: (row: Row) => number | string;
  /** whether it sorts the largest first at first */
  descending?: boolean;
}

/** A column of numbers that sorts the rows. */
export const numberColumn = <Row,>(
  name: string,
  show: (value: number) => string,
  value: (row: Row) => number,
  descending = false,
): Column<Row> => ({ name, value, descending, show: (row) => show(value(row)) });

interface Props<Row> {
  /** accessible name */
  caption: string;
  /** whether the caption is visible */
  titled?: boolean;
  /** whether it is hidden at first, below a chart of the same data */
  folded?: boolean;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** for rows that may be others with the next result; default: the place */
  rowKey?: (row: Row) => string | number;
  /** the column that sorts at first; -1: none */
  sortedBy?: number;
  /** a last column with a button that applies a row */
  use?: Use<Row>;
}

/**
 * Rows in columns, sorted by the columns that can. The table scrolls horizontally if needed; where rows can be used, they are
 * cards on a phone.
 */
export function DataTable<Row>({
  caption,
  titled = false,
  folded = false,
  columns,
  rows,
  rowKey = (row) => rows.indexOf(row),
  sortedBy = -1,
  use,
}: Props<Row>) {
  const [sort, setSort] = useState({ by: sortedBy, descending: columns[sortedBy]?.descending ?? false });
  const value = columns[sort.by]?.value;
  const order = (a: number | string, b: number | string) => (a < b ? -1 : a > b ? 1 : 0);
  const sign = sort.descending ? -1 : 1;
  const sorted = value ? [...rows].sort((a, b) => sign * order(value(a), value(b))) : rows;
  const orderOf = (by: number) => (sort.by !== by ? 'none' : sort.descending ? 'descending' : 'ascending');
  const sortBy = (by: number) => {
    const descending = sort.by === by ? !sort.descending : (columns[by]?.descending ?? false);
    setSort({ by, descending });
  };
  const table = (
    // what scrolls must be reachable by keyboard
    <Region class="scroll-table" tabIndex={0} aria-label={caption}>
      <table class={use ? 'scroll-table-actions' : ''}>
        <caption class={titled ? '' : 'unseen'}>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, names, value: sorts }, c) => (
              <th
                key={name}
                scope="col"
                class={names ? 'scroll-table-name' : ''}
                {...(sorts && { 'aria-sort': orderOf(c) })}
              >
                {sorts ? <SortButton name={name} onSort={() => sortBy(c)} /> : name}
              </th>
            ))}
            {use && <td />}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <tr key={rowKey(row)} {...(use && { 'aria-current': use.inUse(row) })}>
              {columns.map(({ name, names, show }, c) =>
                names && c === 0 ? (
                  <th key={name} scope="row" data-column={name}>
                    {show(row)}
                  </th>
                ) : (
                  <td key={name} class={names ? 'scroll-table-name' : ''} data-column={name}>
                    {show(row)}
                  </td>
                ),
              )}
              {use && (
                <td>
                  <UseButton use={use} choice={row} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Region>
  );
  if (!folded) return table;
  return (
    <details>
      <summary>Data table</summary>
      {table}
    </details>
  );
}
