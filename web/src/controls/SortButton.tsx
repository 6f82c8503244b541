import './SortButton.css';

/** In a heading: sorts by its column. The arrow comes from the heading's aria-sort. */
export function SortButton({ name, title, onSort }: { name: string; title?: string; onSort: () => void }) {
  return (
    <button type="button" class="sort-button" title={title} onClick={onSort}>
      {name}
    </button>
  );
}
