import type { TuplepackError } from 'tuplepack';
import { excerpt } from '../../data/excerpt';
import { errorText } from '../../options/words';
import type { Store } from '../../store/store';

/** The error and its position; for pasted text with the line. */
export function DataError({ store, error }: { store: Store; error: TuplepackError }) {
  const { data } = store.state.value;
  const line = data.kind === 'text' && error.line > 0 ? data.text.split('\n')[error.line - 1] : undefined;
  const [before, wrong, after] = excerpt(line ?? '', error.column);
  return (
    <div class="data-error" role="alert">
      <p>{errorText.place(error)}</p>
      {line !== undefined && (
        <pre>
          {before}
          <mark>{wrong}</mark>
          {after}
        </pre>
      )}
    </div>
  );
}
