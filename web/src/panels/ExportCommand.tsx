import { useState } from 'preact/hooks';
import { Field } from '../controls/Field';
import { isParquet } from '../data/magic';
import { type CommandName, commandNames, toCommand } from '../state/command';
import { suggestRanges } from '../state/ranges';
import type { State } from '../state/state';
import type { Store } from '../store';
import { exportText as text } from '../text/export';
import { CopyText } from './CopyText';
import { SaveButton } from './SaveButton';

/** The current settings as a command. */
export function ExportCommand({ store }: { store: Store }) {
  const [name, setName] = useState<CommandName>('pack');
  const state = store.state.value;
  const loaded = store.loaded.value.value;
  const components = loaded?.histogram.components ?? [];
  const ranges = loaded ? suggestRanges(loaded.stats, components.length) : [];
  const names = commandNames.filter((each) => each !== 'sweep' || ranges.length > 0);

  const raw = store.raw.value;
  const parquet = loaded && raw && isParquet(raw);
  const written: State = parquet ? { ...state, data: { kind: 'file', name: text.sizesName } } : state;
  const command = toCommand(name, written, components, ranges);
  return (
    <>
      <Field label={text.commandName} help={text.commandHelp}>
        {(control) => (
          <select {...control} value={name} onChange={(event) => setName(event.currentTarget.value as CommandName)}>
            {names.map((each) => (
              <option key={each} value={each}>
                {text.commands[each]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <pre class="export-command">{command}</pre>
      <CopyText label={text.commandCopy} what={text.commandText} content={command} />
      {parquet && (
        <SaveButton
          label={text.sizes}
          help={text.commandParquet}
          name={text.sizesName}
          type="text/csv"
          content={async () => loaded.bytes}
        />
      )}
    </>
  );
}
