import './SortButton.css';

/** A column heading that sorts. The arrow is drawn from aria-sort of the heading. */
export function SortButton({ name, title, onSort }: { name: string; title?: string; onSort: () => void }) {
  return (
    <button type="button" class="sort-button" title={title} onClick={onSort}>
      {name}
    </button>
  );
}
