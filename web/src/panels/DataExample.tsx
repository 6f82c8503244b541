import type { Store } from '../store';
import { dataText as text } from '../text/data';

/** What to drop, and five lines to begin with. */
export function DataExample({ store }: { store: Store }) {
  const use = () => store.update({ data: { kind: 'text', text: text.example, name: text.exampleName } });
  return (
    <div class="data-example">
      <p>{text.empty}</p>
      <p>{text.exampleLabel}</p>
      <pre>{text.example}</pre>
      <button type="button" onClick={use}>
        {text.exampleUse}
      </button>
    </div>
  );
}
