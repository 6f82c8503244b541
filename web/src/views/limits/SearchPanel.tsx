import './limits.css';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { Found } from 'tuplepack';
import { CheckField, NumberField } from '../../controls/Field';
import { Panel } from '../../controls/Panel';
import { Progress } from '../../controls/Progress';
import { rangeOf } from '../../engine/coreTables';
import { type Goal, limitsAsNumbers } from '../../state/requests';
import type { Store } from '../../store/store';
import { ParetoFront } from './ParetoFront';
import { TargetResult } from './TargetResult';
import { searchText as text } from './words';

/** Target and time limit. */
function Fields({ store, components }: { store: Store; components: string[] }) {
  const { target, perComponent, timeLimit } = store.state.value;
  return (
    <div class="panel-fields">
      <NumberField
        label="Target efficiency (percent)"
        help={text.targetHelp(components.length)}
        value={Number((100 * target).toFixed(6))}
        least={1}
        most={100}
        decimals
        onValue={(value, final) => value !== null && store.update({ target: Number((value / 100).toFixed(8)) }, final)}
      />
      {components.length > 1 && (
        <CheckField
          label="Every component must reach the target"
          help="Instead of their harmonic mean."
          checked={perComponent}
          onChecked={(checked) => store.update({ perComponent: checked })}
        />
      )}
      <NumberField
        label="Time limit (seconds)"
        help="Stop then and return the best result so far."
        value={timeLimit}
        {...rangeOf('timeLimit')}
        onValue={(seconds, final) => seconds !== null && store.update({ timeLimit: seconds }, final)}
      />
    </div>
  );
}

const begin: Record<Goal, string> = { target: 'Find smallest limits', pareto: 'Find Pareto front' };

/** One search: start, cancel, result. */
function Search({
  store,
  goal,
  help,
  children,
}: {
  store: Store;
  goal: Goal;
  help?: string;
  children: (found: Found) => ComponentChildren;
}) {
  const explained = useId();
  const found = store.found[goal].value;
  const { value, running, ended } = found;
  return (
    <>
      <p class="panel-row">
        <button
          type="button"
          disabled={running}
          {...(help && { 'aria-describedby': explained })}
          onClick={() => store.search(goal)}
        >
          {begin[goal]}
        </button>
        {help && <small id={explained}>{help}</small>}
      </p>
      <Progress
        work={found}
        text="Searching"
        limit={store.state.value.timeLimit}
        cancel="Cancel search"
        ended="Search cancelled."
        onCancel={() => store.cancel(goal)}
      />
      {value && !running && !ended && children(value)}
    </>
  );
}

/** Searches for limits: the smallest that reach a target, and the Pareto front. */
export function SearchPanel({ store }: { store: Store }) {
  const loaded = store.loaded.value.value;
  if (!loaded) return null;

  const { components } = loaded.histogram;
  const chosen = {
    components,
    limits: limitsAsNumbers(store.state.value.limits, loaded.stats),
    onChoose: (limits: number[]) => store.update({ limits }),
  };
  return (
    <Panel heading="Search for limits" help={text.help}>
      <Fields store={store} components={components} />
      <Search store={store} goal="target">
        {(found) => <TargetResult found={found} target={store.state.value.target} {...chosen} />}
      </Search>
      <Search store={store} goal="pareto" help="All Pareto-optimal limits.">
        {(found) => <ParetoFront data={loaded.title} found={found} {...chosen} />}
      </Search>
    </Panel>
  );
}
