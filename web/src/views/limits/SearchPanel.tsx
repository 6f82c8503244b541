import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { Found } from 'tuplepack';
import { Button } from '../../controls/buttons';
import { NumberField } from '../../controls/Field';
import { Panel } from '../../controls/Panel';
import { Progress } from '../../controls/Progress';
import type { Goal } from '../../state/requests';
import type { Store } from '../../store/store';
import { OptionField } from '../OptionField';
import { ParetoFront } from './ParetoFront';
import { type LimitsChoice, TargetResult } from './TargetResult';

/** Target and time limit. */
function Fields({ store, components }: { store: Store; components: string[] }) {
  const { target } = store.state.value;
  return (
    <div class="panel-fields">
      <NumberField
        label="Target efficiency (%)"
        help={components.length > 1 ? 'Harmonic mean over the components.' : 'Share of the capacity filled with data.'}
        value={Number((100 * target).toFixed(6))}
        least={1}
        most={100}
        decimals
        onValue={(value, final) => value !== null && store.update({ target: Number((value / 100).toFixed(8)) }, final)}
      />
      {components.length > 1 && <OptionField store={store} field="perComponent" />}
      <OptionField store={store} field="timeLimit" />
    </div>
  );
}

const searches: Record<Goal, { begin: string; help?: string }> = {
  target: { begin: 'Find smallest limits' },
  pareto: { begin: 'Find Pareto front', help: 'All Pareto-optimal limits.' },
};

interface Props {
  store: Store;
  goal: Goal;
  children: (found: Found) => ComponentChildren;
}

/** One search: start, cancel, result. */
function Search({ store, goal, children }: Props) {
  const { begin, help } = searches[goal];
  const explained = useId();
  const found = store.found[goal].value;
  const { value, running, ended } = found;
  return (
    <>
      <p class="row panel-row">
        <Button disabled={running} {...(help && { 'aria-describedby': explained })} onClick={() => store.search(goal)}>
          {begin}
        </Button>
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

const help =
  'Considers all possible packings, not just those of one method. The cost is the sum of the limits. Larger limits eventually ' +
  'become more efficient, so look for the smallest ones that are good enough.';

/** Searches for limits: the smallest that reach a target, and the Pareto front. */
export function SearchPanel({ store, data, choice }: { store: Store; data: string; choice: LimitsChoice }) {
  return (
    <Panel heading="Search for limits" help={help}>
      <Fields store={store} components={choice.components} />
      <Search store={store} goal="target">
        {(found) => <TargetResult {...choice} found={found} target={store.state.value.target} />}
      </Search>
      <Search store={store} goal="pareto">
        {(found) => <ParetoFront {...choice} data={data} found={found} />}
      </Search>
    </Panel>
  );
}
