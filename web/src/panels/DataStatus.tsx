import type { Store } from '../store';
import { dataText as text } from '../text/data';

/** What was read, or how far reading has come. */
export function DataStatus({ store }: { store: Store }) {
  const { value, error, running, progress } = store.loaded.value;
  if (running) {
    return (
      <p class="data-status">
        <progress aria-label={text.reading} {...(progress === null ? {} : { value: progress })} />
        <button type="button" aria-label={text.cancelHelp} onClick={() => store.cancel('loaded')}>
          {text.cancel}
        </button>
      </p>
    );
  }
  return (
    <p class="data-status" role="status">
      {value && !error && (
        <>
          {text.loaded(value.title, value.stats.items, value.stats.bins)}{' '}
          <small>{value.histogram.components.join(', ')}</small>
        </>
      )}
    </p>
  );
}
