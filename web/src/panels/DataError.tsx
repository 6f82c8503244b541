import type { TuplepackError } from 'tuplepack';
import type { Store } from '../store';
import { errorText } from '../text/errors';

const longestBefore = 40;
const longestAfter = 60;

/** The line with the error, truncated around it. */
function parts(line: string, column: number): [before: string, wrong: string, after: string] {
  const begin = Math.max(column - 1, 0);
  const [wrong = ''] = /^("[^"]*"|[^\s,;]*)/.exec(line.slice(begin)) ?? [];
  return [
    line.slice(Math.max(begin - longestBefore, 0), begin),
    wrong,
    line.slice(begin + wrong.length).slice(0, longestAfter),
  ];
}

/** The error and its position; for pasted text with the line. */
export function DataError({ store, error }: { store: Store; error: TuplepackError }) {
  const { data } = store.state.value;
  const line = data.kind === 'text' && error.line > 0 ? data.text.split('\n')[error.line - 1] : undefined;
  const [before, wrong, after] = parts(line ?? '', error.column);
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
