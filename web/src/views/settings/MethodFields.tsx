import { useEffect, useState } from 'preact/hooks';
import { CheckField, Field, NumberField, SelectField } from '../../controls/Field';
import { type FurtherRow, furtherRows, rangeOf, rangeOfRow, searches } from '../../engine/coreTables';
import type { Pool } from '../../engine/pool';
import type { FurtherValue, State } from '../../state/state';
import type { Store } from '../../store/store';
import { settingsText as text } from './words';

const distributes = ['default', 'on', 'off'] as const;

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A control for an option, drawn from its row: labelled by its name and explained by its help. */
function FurtherOption({
  row,
  value,
  onValue,
}: {
  row: FurtherRow;
  value: FurtherValue | null;
  /** null: the default */
  onValue: (value: FurtherValue | null, final?: boolean) => void;
}) {
  const texts = { label: capitalized(row.name.replaceAll('-', ' ')), help: `${capitalized(row.help)}.` };
  if (row.kind === 'count' || row.kind === 'decimal') {
    const number = value === null ? null : Number(value);
    return (
      <NumberField {...texts} value={number} {...rangeOfRow(row)} empty={row.default === null} onValue={onValue} />
    );
  }
  if (row.kind === 'flag') return <CheckField {...texts} checked={value === true} onChecked={onValue} />;
  const shown = String(value ?? '');
  const onText = (given: string) => onValue(given || null);
  if (row.choices) {
    const names = row.default === null ? ['', ...row.choices] : row.choices;
    return <SelectField {...texts} value={shown} names={names} onValue={onText} />;
  }
  return (
    <Field {...texts}>
      {(control) => (
        <input {...control} type="text" value={shown} onChange={(event) => onText(event.currentTarget.value)} />
      )}
    </Field>
  );
}

/** The options of a plan that have no control of their own. */
function FurtherOptions({ store }: { store: Store }) {
  const { further } = store.state.value;
  const set = (name: string, value: FurtherValue | null, final = true) => {
    const { [name]: _, ...others } = further;
    store.update({ further: value === null ? others : { ...others, [name]: value } }, final);
  };
  return (
    <>
      {furtherRows.map((row) => (
        <FurtherOption
          key={row.name}
          row={row}
          value={further[row.name] ?? row.default}
          onValue={(value, final) => set(row.name, value, final)}
        />
      ))}
    </>
  );
}

/** The method and its options, from the core's tables. */
export function MethodFields({ store, components, pool }: { store: Store; components: string[]; pool: Pool }) {
  const state = store.state.value;
  const [heuristics, setHeuristics] = useState<string[]>([]);
  const known = components.join('\n');
  useEffect(() => {
    const found = pool.run('heuristics', [known.split('\n')]);
    found.then(
      ({ value }) => setHeuristics(value),
      () => setHeuristics([]),
    );
  }, [known, pool]);
  const methods = store.tables.value?.methods ?? [];
  const method = methods.find((row) => row.name === state.method);
  const set = (change: Partial<State>) => store.update(change);
  const withChosen = (names: string[], chosen: string) => (names.includes(chosen) ? names : [chosen, ...names]);
  return (
    <>
      <SelectField
        label={text.method}
        help={method?.summary ?? text.methodHelp}
        value={state.method}
        names={withChosen(
          methods.map(({ name }) => name),
          state.method,
        )}
        onValue={(name) => set({ method: name })}
      />
      {searches(state.method) && (
        <NumberField
          label={text.timeLimit}
          help={text.timeLimitHelp}
          value={state.timeLimit}
          {...rangeOf('timeLimit')}
          onValue={(seconds, final) => seconds !== null && store.update({ timeLimit: seconds }, final)}
        />
      )}
      <SelectField
        label={text.heuristic}
        help={method && !method.usesHeuristic ? text.heuristicUnused : text.heuristicHelp}
        value={state.heuristic}
        names={withChosen(heuristics, state.heuristic)}
        disabled={method ? !method.usesHeuristic : false}
        onValue={(heuristic) => set({ heuristic })}
      />
      <SelectField
        label={text.distribute}
        help={text.distributeHelp}
        value={state.distribute}
        names={distributes}
        titles={text.distributeNames}
        disabled={method ? !method.usesDistribute : false}
        onValue={(distribute) => set({ distribute })}
      />
      <CheckField
        label={text.paper}
        help={text.paperHelp}
        checked={state.paper && (method?.published ?? true)}
        disabled={method ? !method.published : false}
        onChecked={(paper) => set({ paper })}
      />
      <FurtherOptions store={store} />
    </>
  );
}
