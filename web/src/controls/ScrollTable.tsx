import './controls.css';
import type { ComponentChildren } from 'preact';

export interface Heading {
  name: string;
  /** whether the column holds names, which are left-aligned */
  names?: boolean;
  /** sort order; null: sortable, but not sorted by this column */
  sorted?: 'ascending' | 'descending' | null;
  onSort?: () => void;
}

/** A table that scrolls horizontally if needed, with sortable headings. */
export function ScrollTable({
  caption,
  titled = false,
  headings,
  actions = false,
  children,
}: {
  /** accessible name */
  caption: string;
  /** whether the caption is visible */
  titled?: boolean;
  headings: readonly Heading[];
  /** whether there is a last column of buttons, without heading */
  actions?: boolean;
  /** the rows */
  children: ComponentChildren;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="scroll-table" tabIndex={0} aria-label={caption}>
      <table class={actions ? 'scroll-table-actions' : ''}>
        <caption class={titled ? '' : 'unseen'}>{caption}</caption>
        <thead>
          <tr>
            {headings.map(({ name, names, sorted, onSort }) => (
              <th
                key={name}
                scope="col"
                class={names ? 'scroll-table-name' : ''}
                {...(onSort && { 'aria-sort': sorted ?? 'none' })}
              >
                {onSort ? <SortButton name={name} onSort={onSort} /> : name}
              </th>
            ))}
            {actions && <td />}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

/** A column heading that sorts. The arrow is drawn from aria-sort of the heading. */
export function SortButton({ name, title, onSort }: { name: string; title?: string; onSort: () => void }) {
  return (
    <button type="button" class="sort-button" title={title} onClick={onSort}>
      {name}
    </button>
  );
}
