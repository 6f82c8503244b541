import { useState } from 'preact/hooks';
import { Field } from '../../controls/Field';
import { commandNames, fromCommand } from '../../options/command';
import { errorText } from '../../options/words';
import type { Store } from '../../store/store';
import { exportText as text } from './words';

/** Applies the options of a pasted command. */
export function PasteCommand({ store }: { store: Store }) {
  const [draft, setDraft] = useState('');
  const [wrong, setWrong] = useState<string>();
  const [done, setDone] = useState(false);
  const type = (typed: string) => {
    setDraft(typed);
    setWrong(undefined);
    setDone(false);
  };
  const apply = (event: Event) => {
    event.preventDefault();
    const { value, error } = fromCommand(draft, store.loaded.value.value?.histogram.components ?? []);
    if (value) store.update(value);
    setWrong(error && errorText.place(error));
    setDone(!error);
  };
  return (
    <form class="export-paste" onSubmit={apply}>
      <Field label={text.pasted} help={text.pastedHelp(commandNames)} wrong={wrong}>
        {(control) => (
          <textarea
            {...control}
            rows={2}
            spellcheck={false}
            autocomplete="off"
            value={draft}
            onInput={(event) => type(event.currentTarget.value)}
          />
        )}
      </Field>
      <button type="submit" disabled={draft.trim() === ''}>
        {text.pastedUse}
      </button>
      <span role="status" class={wrong ? 'unseen' : ''}>
        {done ? text.pastedDone : wrong}
      </span>
    </form>
  );
}
