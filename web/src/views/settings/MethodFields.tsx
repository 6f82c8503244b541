import { useCalculated } from '../../controls/useCalculated';
import { furtherRows, searches } from '../../engine/coreTables';
import type { FurtherValue } from '../../state/state';
import type { Store } from '../../store/store';
import { OptionField, RowField } from '../OptionField';

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * The method and its options, from the core's tables. Those without a field of the state are labelled by their names and
 * explained by their help.
 */
export function MethodFields({ store, components }: { store: Store; components: string[] }) {
  const state = store.state.value;
  const known = components.join('\n');
  const heuristics = useCalculated(
    async (signal) => (await store.pool.run('heuristics', [known.split('\n')], { signal })).value,
    [known],
  );
  const methods = store.tables.value?.methods ?? [];
  const method = methods.find((row) => row.name === state.method);
  const setFurther = (name: string, value: FurtherValue | null, final = true) => {
    const { [name]: _, ...others } = state.further;
    store.update({ further: value === null ? others : { ...others, [name]: value } }, final);
  };
  return (
    <>
      <OptionField
        store={store}
        field="method"
        choices={methods.map(({ name }) => name)}
        {...(method && { help: `${capitalized(method.summary)}.` })}
      />
      {searches(state.method) && (
        <OptionField
          store={store}
          field="timeLimit"
          help="Stop after this time and return the best plan and bound so far."
        />
      )}
      <OptionField
        store={store}
        field="heuristic"
        choices={heuristics ?? []}
        disabled={method?.usesHeuristic === false}
        {...(method?.usesHeuristic === false && { help: 'This method does not use a heuristic, or tries them all.' })}
      />
      <OptionField
        store={store}
        field="distribute"
        choices={['default', 'on', 'off']}
        disabled={method?.usesDistribute === false}
      />
      <OptionField
        store={store}
        field="paper"
        value={state.paper && method?.published !== false}
        disabled={method?.published === false}
      />
      {furtherRows.map((row) => (
        <RowField
          key={row.name}
          row={row}
          label={capitalized(row.name.replaceAll('-', ' '))}
          help={`${capitalized(row.help)}.`}
          value={state.further[row.name] ?? row.default}
          onValue={(value, final) => setFurther(row.name, value, final)}
        />
      ))}
    </>
  );
}
