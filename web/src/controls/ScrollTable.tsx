import './ScrollTable.css';
import type { ComponentChildren } from 'preact';
import { SortButton } from './SortButton';

export interface Heading {
  name: string;
  /** the column names things, and so stands at the left */
  names?: boolean;
  /** how rows are sorted by it; null: they are not, but can be */
  sorted?: 'ascending' | 'descending' | null;
  onSort?: () => void;
}

/** A table in a frame that scrolls sideways where it is wider than the page; its headings may sort. */
export function ScrollTable({
  caption,
  titled = false,
  headings,
  actions = false,
  children,
}: {
  /** what the table shows, for those who do not see it */
  caption: string;
  /** whether the caption is seen too */
  titled?: boolean;
  headings: readonly Heading[];
  /** whether a last column holds buttons, which need no heading */
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
