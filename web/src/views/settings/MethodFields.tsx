import { SelectField } from '../../controls/Field';
import { useCalculated } from '../../controls/useCalculated';
import { furtherRows, searches } from '../../engine/coreTables';
import type { Pool } from '../../engine/pool';
import type { FurtherValue } from '../../state/state';
import type { Store } from '../../store/store';
import { OptionField, RowField } from '../OptionField';

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * The method and its options, from the core's tables. Those without a field of the state are labelled by their names and
 * explained by their help.
 */
export function MethodFields({ store, components, pool }: { store: Store; components: string[]; pool: Pool }) {
  const state = store.state.value;
  const known = components.join('\n');
  const heuristics = useCalculated(
    async (signal) => (await pool.run('heuristics', [known.split('\n')], { signal })).value,
    [known, pool],
  );
  const methods = store.tables.value?.methods ?? [];
  const method = methods.find((row) => row.name === state.method);
  const withChosen = (names: string[], chosen: string) => (names.includes(chosen) ? names : [chosen, ...names]);
  const setFurther = (name: string, value: FurtherValue | null, final = true) => {
    const { [name]: _, ...others } = state.further;
    store.update({ further: value === null ? others : { ...others, [name]: value } }, final);
  };
  return (
    <>
      <SelectField
        label="Method"
        help={method?.summary ?? 'The packing algorithm.'}
        value={state.method}
        names={withChosen(
          methods.map(({ name }) => name),
          state.method,
        )}
        onValue={(name) => store.update({ method: name })}
      />
      {searches(state.method) && (
        <OptionField store={store} field="timeLimit" help="Stop then and return the best plan and bound so far." />
      )}
      <SelectField
        label="Heuristic"
        help={
          method?.usesHeuristic === false
            ? 'This method does not use a heuristic, or tries them all.'
            : 'How items are ordered by size; the largest are packed first.'
        }
        value={state.heuristic}
        names={withChosen(heuristics ?? [], state.heuristic)}
        disabled={method?.usesHeuristic === false}
        onValue={(heuristic) => store.update({ heuristic })}
      />
      <SelectField
        label="Distribute"
        help="Place several items of the same size at once."
        value={state.distribute}
        names={['default', 'on', 'off']}
        titles={{ default: 'default of the method' }}
        disabled={method?.usesDistribute === false}
        onValue={(distribute) => store.update({ distribute })}
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
