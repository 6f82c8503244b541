import type { Signal } from '@preact/signals';
import type { TuplepackError } from 'tuplepack';
import { Button } from '../controls/buttons';
import { FilePicker } from '../controls/Field';
import { examplePreset } from '../data/presets';
import { questionOf } from '../data/readings';
import { placed } from '../engine/refused';
import { chooseEvents, choosePreset } from '../store/choose';
import type { Store } from '../store/store';
import type { TemporalStore } from '../store/temporal';
import { Readings } from '../views/data/DataColumns';

interface Props {
  /** why there is none */
  message: string;
  store: Store;
  /** the error in the attributes; null: the page shows it elsewhere */
  problem: Signal<string> | null;
  /** of temporal interactions; default: of packing */
  temporal?: TemporalStore | null;
}

/** Why there is no result: an error in the attributes, or in data whose panel is hidden; empty if there is one. */
export function refusalOf(problem: Props['problem'], error: TuplepackError | null): string {
  return problem?.value ? `Invalid attribute: ${problem.value}` : error ? placed(questionOf(error).error) : '';
}

/** Stands in place of the result: why there is none, with what can be done where the data panel is hidden. */
export function NoResult({ message, store, problem, temporal = null }: Props) {
  const clear = () => {
    if (problem) problem.value = '';
  };
  const open = (files: File[]) => {
    clear();
    (temporal ?? store).open(files);
  };
  const showExample = () => {
    clear();
    store.update(temporal ? chooseEvents({ kind: 'preset', name: 'example' }) : choosePreset(examplePreset));
  };
  return (
    <div class="stack no-result" role="alert">
      <p>{message}</p>
      <div class="row">
        {!problem?.value && !temporal && <Readings store={store} />}
        {!problem?.value && !temporal && store.state.value.data.kind === 'address' && (
          <Button onClick={store.reload}>Try again</Button>
        )}
        <FilePicker label="Open a file" onFiles={open} />
        <Button onClick={showExample}>Show an example</Button>
      </div>
    </div>
  );
}
