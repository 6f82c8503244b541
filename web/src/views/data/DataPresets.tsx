import type { Preset } from '../../data/presets';
import { availablePresets } from '../../data/sources';
import { dataText as text } from '../../data/words';
import { choosePreset } from '../../store/choose';
import type { Store } from '../../store/store';
import { DataField } from './DataField';

const groups: readonly [label: string, presets: Preset[]][] = [
  [text.sequences, availablePresets.filter((preset) => preset.components.length === 1)],
  [text.graphs, availablePresets.filter((preset) => preset.components.length > 1)],
];

/** Selects a bundled data set. */
export function DataPresets({ store }: { store: Store }) {
  const { data } = store.state.value;
  const chosen = availablePresets.find((preset) => data.kind === 'preset' && data.name === preset.name);
  const choose = (name: string) => {
    const preset = availablePresets.find((each) => each.name === name);
    if (preset) store.update(choosePreset(preset));
  };
  return (
    <DataField store={store} kind="preset" label={text.preset} help={chosen?.description ?? text.presetHelp}>
      {(control) => (
        <select {...control} value={chosen?.name ?? ''} onChange={(event) => choose(event.currentTarget.value)}>
          <option value="" disabled>
            {text.presetNone}
          </option>
          {groups.map(([label, presets]) => (
            <optgroup key={label} label={label}>
              {presets.map(({ name, title }) => (
                <option key={name} value={name}>
                  {title}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      )}
    </DataField>
  );
}
