import { chooseColumns } from '../data/choose';
import type { FileColumn } from '../data/columns';
import { useFileColumns } from '../data/useFileColumns';
import { initialState, type State } from '../state/state';
import type { Store } from '../store';
import { dataText as text } from '../text/data';
import { CountColumn } from './CountColumn';
import { DataFormat } from './DataFormat';
import { SizeColumns } from './SizeColumns';

function isCount({ key }: FileColumn, { countColumn }: Pick<State, 'countColumn'>): boolean {
  return key.toLowerCase() === countColumn.toLowerCase();
}

/** The columns in use: those chosen, or all but the count. */
function usedColumns(columns: readonly FileColumn[], state: State): string[] {
  if (state.columns.length > 0) return state.columns;
  return columns.filter((column) => !isCount(column, state)).map((column) => column.key);
}

/** How the file is read: opened by itself where it has columns that are not used or cannot be. */
export function DataColumns({ store }: { store: Store }) {
  const columns = useFileColumns(store.raw);
  const state = store.state.value;
  const used = usedColumns(columns, state);
  const count = columns.find((column) => isCount(column, state));
  const choosable = columns.some((column) => column !== count && !(column.whole && used.includes(column.key)));

  const chooseSizes = (keys: string[]) => store.update(chooseColumns({ columns: keys }, state));
  const chooseCount = (key: string) => {
    // Without a count, a column that happens to have the usual name must not become one.
    const usual = columns.some((column) => isCount(column, initialState));
    const countColumn = key === '' && !usual ? initialState.countColumn : key;
    const sizes = state.columns.filter((other) => other !== key);
    store.update(chooseColumns({ columns: sizes, countColumn }, state));
  };
  return (
    <details class="data-columns" open={choosable}>
      <summary>{text.columns}</summary>
      {columns.length > 0 && (
        <>
          <SizeColumns columns={columns.filter((column) => column !== count)} used={used} onChange={chooseSizes} />
          <CountColumn columns={columns} chosen={count?.key ?? ''} onChange={chooseCount} />
        </>
      )}
      <DataFormat store={store} />
    </details>
  );
}
