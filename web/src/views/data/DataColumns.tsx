import { useId } from 'preact/hooks';
import { SelectField } from '../../controls/Field';
import { type ColumnChoice, type FileColumn, rememberColumns } from '../../data/fileColumn';
import { choicesOf } from '../../engine/coreTables';
import { initialState, type State } from '../../state/state';
import { chooseColumns } from '../../store/choose';
import type { Store } from '../../store/store';
import { dataPanelText as text } from './words';

interface SizeColumnsProps {
  columns: readonly FileColumn[];
  used: readonly string[];
  onChange: (used: string[]) => void;
}

/** Selects the size columns, at least one. */
function SizeColumns({ columns, used, onChange }: SizeColumnsProps) {
  const id = useId();
  const toggle = (key: string, on: boolean) => onChange(on ? [...used, key] : used.filter((other) => other !== key));
  return (
    <fieldset aria-describedby={id}>
      <legend>{text.columnsSizes}</legend>
      <small id={id}>{text.columnsHelp}</small>
      {columns.map(({ key, label, whole, lists }) => (
        <label key={key}>
          <input
            type="checkbox"
            checked={used.includes(key)}
            disabled={used.length === 1 && used.includes(key)}
            onChange={(event) => toggle(key, event.currentTarget.checked)}
          />
          <span>{label}</span>
          {!whole && <small>{lists ? text.columnLists : text.columnNotWhole}</small>}
        </label>
      ))}
    </fieldset>
  );
}

function isCount({ key, count }: FileColumn, { countColumn }: State): boolean {
  const chosen = countColumn.toLowerCase();
  return chosen === initialState.countColumn ? count : key.toLowerCase() === chosen;
}

/** The size columns: those selected, or all but the count and lists. */
function usedColumns(columns: readonly FileColumn[], state: State): string[] {
  if (state.columns.length > 0) return state.columns;
  if (state.lengthsOf.length > 0) return state.lengthsOf;
  return columns.filter((column) => !column.lists && !isCount(column, state)).map((column) => column.key);
}

/**
 * Whether the user may want to choose: the file has columns that are unused, not integers, or possibly the
 * count.
 */
export function hasChoice(columns: readonly FileColumn[], state: State): boolean {
  const used = usedColumns(columns, state);
  const count = columns.find((column) => isCount(column, state));
  const isUnused = (column: FileColumn) => column !== count && !(column.whole && used.includes(column.key));
  return columns.some((column) => isUnused(column) || column.possibleCount);
}

/** Parsing options; initially open if there is something to choose. */
export function DataColumns({ store }: { store: Store }) {
  const columns = store.columns.value;
  const state = store.state.value;
  const used = usedColumns(columns, state);
  const count = columns.find((column) => isCount(column, state));
  const doubtful = used.length === columns.length ? columns.find((column) => column.possibleCount) : undefined;

  const choose = (chosen: Partial<ColumnChoice>) => {
    const { columns: sizes, countColumn, lengthsOf } = state;
    rememberColumns(columns, { columns: sizes, countColumn, lengthsOf, ...chosen });
    store.update(chooseColumns(chosen, state));
  };
  const chooseSizes = (keys: string[]) => {
    const lists = columns.filter((column) => column.lists && keys.includes(column.key));
    choose({ columns: keys, lengthsOf: lists.map((column) => column.key) });
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
    <details class="data-columns" open={hasChoice(columns, state)}>
      <summary>{text.columns}</summary>
      {columns.length > 0 && (
        <>
          <SizeColumns columns={columns.filter((column) => column !== count)} used={used} onChange={chooseSizes} />
          <SelectField
            label={text.count}
            help={text.countHelp}
            value={count?.key ?? ''}
            names={['', ...columns.map(({ key }) => key)]}
            titles={{ '': text.countNone, ...Object.fromEntries(columns.map(({ key, label }) => [key, label])) }}
            onValue={chooseCount}
          />
          {doubtful && (
            <p>
              {text.possibleCount(used.length)}{' '}
              <button type="button" onClick={() => chooseCount(doubtful.key)}>
                {text.isCount}
              </button>
            </p>
          )}
        </>
      )}
      <SelectField
        label={text.format}
        help={text.formatHelp}
        value={state.format}
        names={choicesOf('format')}
        titles={text.formats}
        onValue={(format) => store.update({ format })}
      />
    </details>
  );
}
