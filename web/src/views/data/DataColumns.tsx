import { useId } from 'preact/hooks';
import { Button } from '../../controls/buttons';
import { SelectField } from '../../controls/Field';
import { type ColumnChoice, rememberColumns } from '../../data/chosenColumns';
import { isCount, namedCount, usedColumns } from '../../data/columns';
import { choiceOf, questionOf, titleOf } from '../../data/readings';
import type { FileColumn } from '../../engine/columns';
import { initialState, type State } from '../../state/state';
import { chooseColumns } from '../../store/choose';
import type { Store } from '../../store/store';
import { OptionField } from '../OptionField';

interface Props {
  columns: readonly FileColumn[];
  used: readonly string[];
  onChange: (used: string[]) => void;
}

/** Selects the size columns, at least one. */
function SizeColumns({ columns, used, onChange }: Props) {
  const id = useId();
  const toggle = (key: string, on: boolean) => onChange(on ? [...used, key] : used.filter((other) => other !== key));
  return (
    <fieldset aria-describedby={id}>
      <legend>Size columns</legend>
      <small id={id}>Each column is a component with its own limit. Select at least one.</small>
      {columns.map(({ key, label, whole, lists }) => (
        <label key={key}>
          <input
            type="checkbox"
            checked={used.includes(key)}
            disabled={used.length === 1 && used.includes(key)}
            onChange={(event) => toggle(key, event.currentTarget.checked)}
          />
          <span>{label}</span>
          {!whole && <small>{lists ? 'length of each list' : 'not integers'}</small>}
        </label>
      ))}
    </fieldset>
  );
}

/** Whether the user may want to choose: the file has columns that are unused, not integers, or possibly the count. */
function hasChoice(columns: readonly FileColumn[], state: State): boolean {
  const used = usedColumns(columns, state);
  const count = columns.find((column) => isCount(column, state));
  const isUnused = (column: FileColumn) => column !== count && !(column.whole && used.includes(column.key));
  return columns.some((column) => isUnused(column) || column.possibleCount);
}

/** Chooses columns, also of such files later. */
function chooseAlways(store: Store, chosen: Partial<ColumnChoice>): void {
  const state = store.state.value;
  const { columns, countColumn, lengthsOf } = state;
  rememberColumns(store.contents.value.columns, { columns, countColumn, lengthsOf, ...chosen });
  store.update(chooseColumns(chosen, state));
}

/** The answers to the question that the data pose, if they do. */
export function Readings({ store }: { store: Store }) {
  const { error } = store.loaded.value;
  const { columns } = store.contents.value;
  return (
    error &&
    questionOf(error).readings.map((reading) => (
      <Button key={titleOf(reading)} onClick={() => chooseAlways(store, choiceOf(reading, columns))}>
        {titleOf(reading)}
      </Button>
    ))
  );
}

/** Parsing options; initially open if there is something to choose. */
export function DataColumns({ store }: { store: Store }) {
  const { columns } = store.contents.value;
  const state = store.state.value;
  const used = usedColumns(columns, state);
  const count = columns.find((column) => isCount(column, state));
  const isRead = store.loaded.value.error === null && used.length === columns.length;
  const doubtful = isRead ? columns.find((column) => column.possibleCount) : undefined;
  const choose = (chosen: Partial<ColumnChoice>) => chooseAlways(store, chosen);
  const chooseSizes = (keys: string[]) => {
    const lists = columns.filter((column) => column.lists && keys.includes(column.key));
    choose({ columns: keys, lengthsOf: lists.map((column) => column.key), ...namedCount(columns, state) });
  };
  const chooseCount = (key: string) => {
    // Without a count column, a column with the default name must not become one.
    const usual = columns.some((column) => column.count);
    const countColumn = key === '' && !usual ? initialState.countColumn : key;
    const others = (keys: string[]) => keys.filter((other) => other !== key);
    const [sizes, lengthsOf] = [others(state.columns), others(state.lengthsOf)];
    choose({ columns: sizes, countColumn, lengthsOf });
  };
  return (
    <details class="stack data-columns" open={hasChoice(columns, state)}>
      <summary>Columns and format</summary>
      {columns.length > 0 && (
        <>
          <SizeColumns columns={columns.filter((column) => column !== count)} used={used} onChange={chooseSizes} />
          <SelectField
            label="Count"
            help="The column with the number of items of each size."
            value={count?.key ?? ''}
            names={['', ...columns.map(({ key }) => key)]}
            titles={{
              '': 'none: one item per row',
              ...Object.fromEntries(columns.map(({ key, label }) => [key, label])),
            }}
            onValue={chooseCount}
          />
          {doubtful && (
            <p>
              Each row is read as {used.length} sizes.{' '}
              <Button onClick={() => chooseCount(doubtful.key)}>The last number is a count</Button>
            </p>
          )}
        </>
      )}
      <OptionField store={store} field="format" />
    </details>
  );
}
