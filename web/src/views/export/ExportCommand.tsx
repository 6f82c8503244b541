import { useState } from 'preact/hooks';
import { CopyText, SaveButton } from '../../controls/buttons';
import { Field } from '../../controls/Field';
import { histogramCsv } from '../../data/csv';
import { type CommandName, commandNames, toCommand } from '../../options/command';
import { suggestRanges } from '../../store/ranges';
import type { State } from '../../store/state';
import type { Store } from '../../store/store';
import { exportText as text } from './words';

/** The current settings as a command. */
export function ExportCommand({ store }: { store: Store }) {
  const [name, setName] = useState<CommandName>('pack');
  const state = store.state.value;
  const loaded = store.loaded.value.value;
  const components = loaded?.histogram.components ?? [];
  const ranges = loaded ? suggestRanges(loaded.stats, components.length) : [];
  const names = commandNames.filter((each) => each !== 'sweep' || ranges.length > 0);

  const isOneFile = !loaded || (loaded.parts.length === 1 && !loaded.isConverted);
  const written: State = isOneFile ? state : { ...state, data: { kind: 'file', name: text.sizesName } };
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
      {!isOneFile && (
        <SaveButton
          label={text.sizes}
          help={loaded.isConverted ? text.commandParquet : text.commandParts}
          name={text.sizesName}
          type="text/csv"
          content={async () =>
            (loaded.parts.length === 1 ? loaded.parts[0]?.bytes : null) ?? histogramCsv(loaded.histogram)
          }
        />
      )}
    </>
  );
}
