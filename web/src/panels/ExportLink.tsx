import { Field } from '../controls/Field';
import { useLink } from '../export/useLink';
import type { Store } from '../store';
import { exportText as text } from '../text/export';
import { CopyText } from './CopyText';

/** A link to what is on the screen. */
export function ExportLink({ store }: { store: Store }) {
  const { url, withoutData } = useLink(store.state.value);
  return (
    <section class="export-group" aria-label={text.link}>
      <h3>{text.link}</h3>
      <Field label={text.linkLabel} help={text.linkHelp}>
        {(control) => (
          <input {...control} type="text" readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
        )}
      </Field>
      {withoutData && <p class="export-note">{text.linkWithoutData}</p>}
      <CopyText label={text.linkCopy} what={text.linkLabel} content={url} />
    </section>
  );
}
