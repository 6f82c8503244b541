import { useEffect, useState } from 'preact/hooks';
import { Field } from '../../controls/Field';
import { NumberField } from '../../controls/NumberField';
import { rangeOf, searches } from '../../state/coreTables';
import type { State } from '../../state/state';
import type { Store } from '../../store/store';
import { settingsText as text } from './words';

const distributes = ['default', 'on', 'off'] as const;

/** The method and its options, from the core's table. */
export function MethodFields({
  store,
  components,
  heuristicsOf,
}: {
  store: Store;
  components: string[];
  heuristicsOf: (components: string[]) => Promise<string[]>;
}) {
  const state = store.state.value;
  const [heuristics, setHeuristics] = useState<string[]>([]);
  const known = components.join('\n');
  useEffect(() => {
    heuristicsOf(known.split('\n')).then(setHeuristics, () => setHeuristics([]));
  }, [known, heuristicsOf]);
  const methods = store.tables.value?.methods ?? [];
  const method = methods.find((row) => row.name === state.method);
  const set = (change: Partial<State>) => store.update(change);
  const offered = heuristics.includes(state.heuristic) ? heuristics : [state.heuristic, ...heuristics];
  return (
    <>
      <Field label={text.method} help={method?.summary ?? text.methodHelp}>
        {(control) => (
          <select {...control} value={state.method} onChange={(event) => set({ method: event.currentTarget.value })}>
            {(method ? methods : [{ name: state.method }, ...methods]).map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      {searches(state.method) && (
        <NumberField
          label={text.timeLimit}
          help={text.timeLimitHelp}
          value={state.timeLimit}
          {...rangeOf('timeLimit')}
          onValue={(seconds, final) => seconds !== null && store.update({ timeLimit: seconds }, final)}
        />
      )}
      <Field label={text.heuristic} help={method && !method.usesHeuristic ? text.heuristicUnused : text.heuristicHelp}>
        {(control) => (
          <select
            {...control}
            value={state.heuristic}
            disabled={method ? !method.usesHeuristic : false}
            onChange={(event) => set({ heuristic: event.currentTarget.value })}
          >
            {offered.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={text.distribute} help={text.distributeHelp}>
        {(control) => (
          <select
            {...control}
            value={state.distribute}
            disabled={method ? !method.usesDistribute : false}
            onChange={(event) => set({ distribute: event.currentTarget.value as State['distribute'] })}
          >
            {distributes.map((name) => (
              <option key={name} value={name}>
                {text.distributeNames[name]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={text.paper} help={text.paperHelp}>
        {(control) => (
          <input
            {...control}
            type="checkbox"
            checked={state.paper && (method?.published ?? true)}
            disabled={method ? !method.published : false}
            onChange={(event) => set({ paper: event.currentTarget.checked })}
          />
        )}
      </Field>
    </>
  );
}
