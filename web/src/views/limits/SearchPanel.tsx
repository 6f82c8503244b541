import './SearchPanel.css';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { Found } from 'tuplepack';
import { ProgressBar } from '../../controls/ProgressBar';
import type { Analyses, Goal } from '../../store/analyses';
import { limitsAsNumbers } from '../../store/requests';
import type { Store } from '../../store/store';
import { ParetoFront } from './ParetoFront';
import { SearchFields } from './SearchFields';
import { searchText as text } from './searchWords';
import { TargetResult } from './TargetResult';

const begin: Record<Goal, string> = { target: text.find, pareto: text.trace };

/** One search: start, cancel, result. */
function Search({
  analyses,
  goal,
  limit,
  help,
  children,
}: {
  analyses: Analyses;
  goal: Goal;
  /** seconds */
  limit: number;
  help?: string;
  children: (found: Found) => ComponentChildren;
}) {
  const explained = useId();
  const { value, error, running, progress, began, ended } = analyses.found[goal].value;
  return (
    <>
      <p class="search-begin">
        <button
          type="button"
          disabled={running}
          {...(help && { 'aria-describedby': explained })}
          onClick={() => analyses.search(goal)}
        >
          {begin[goal]}
        </button>
        {help && <small id={explained}>{help}</small>}
      </p>
      {running && (
        <ProgressBar
          name={text.running}
          text={text.runningAt(progress)}
          progress={progress}
          began={began}
          limit={limit}
          cancel={text.cancel}
          onCancel={() => analyses.cancel(goal)}
        />
      )}
      {error && <p role="alert">{error.message}</p>}
      {ended && <p role="status">{text.ended}</p>}
      {value && !running && !ended && children(value)}
    </>
  );
}

/** Searches for limits: the smallest that reach a target, and the Pareto front. */
export function SearchPanel({ store, analyses }: { store: Store; analyses: Analyses }) {
  const heading = useId();
  const loaded = store.loaded.value.value;
  if (!loaded) return null;

  const { components } = loaded.histogram;
  const chosen = {
    components,
    limits: limitsAsNumbers(store.state.value.limits, loaded.stats),
    onChoose: (limits: number[]) => store.update({ limits }),
  };
  return (
    <section class="search-panel" aria-labelledby={heading}>
      <header>
        <h2 id={heading}>{text.heading}</h2>
        <p>{text.help}</p>
      </header>
      <SearchFields store={store} components={components} />
      <Search analyses={analyses} goal="target" limit={store.state.value.timeLimit}>
        {(found) => <TargetResult found={found} target={store.state.value.target} {...chosen} />}
      </Search>
      <Search analyses={analyses} goal="pareto" limit={store.state.value.timeLimit} help={text.traceHelp}>
        {(found) => <ParetoFront data={loaded.title} found={found} {...chosen} />}
      </Search>
    </section>
  );
}
