import './ComparePanel.css';
import { useId, useState } from 'preact/hooks';
import type { MethodRow, Packed } from 'tuplepack';
import { UseButton } from '../../controls/buttons';
import { ProgressBar } from '../../controls/ProgressBar';
import { ScrollTable } from '../../controls/ScrollTable';
import type { ComparedRow } from '../../engine/compare';
import type { State } from '../../store/state';
import type { Store } from '../../store/store';
import { compareText as text } from './words';

interface Column {
  key: string;
  heading: string;
  /** names are left-aligned, numbers right-aligned */
  name?: true;
  sortBy: (row: ComparedRow) => string | number;
  show: (row: ComparedRow) => string;
}

function columnsOf(components: string[]): Column[] {
  const column = (
    key: string,
    heading: string,
    sortBy: Column['sortBy'],
    show: Column['show'],
    name?: true,
  ): Column => ({
    ...{ key, heading, sortBy, show },
    ...(name ? { name } : {}),
  });
  const packs = (row: ComparedRow) => row.metrics.packs;
  const whole = (of: (row: ComparedRow) => number) => (row: ComparedRow) => text.whole(of(row));
  const strategies = (row: ComparedRow) => row.metrics.strategies;
  const gap = (row: ComparedRow) => row.gap;
  return [
    column(
      'method',
      text.method,
      (row) => row.method,
      (row) => row.method,
      true,
    ),
    column(
      'heuristic',
      text.heuristic,
      (row) => row.heuristic,
      (row) => row.heuristic,
      true,
    ),
    column(
      'distribute',
      text.distribute,
      (row) => String(row.distribute),
      (row) => (row.distribute ? text.on : text.off),
      true,
    ),
    column('packs', text.packs, packs, whole(packs)),
    column('gap', text.gap, gap, whole(gap)),
    ...components.map((component, c) => {
      const efficiency = (row: ComparedRow) => row.metrics.efficiency[c] ?? 0;
      return column(`efficiency ${component}`, text.efficiency(component), efficiency, (row) =>
        text.percent(efficiency(row)),
      );
    }),
    column('strategies', text.strategies, strategies, whole(strategies)),
    column(
      'time',
      text.time,
      (row) => row.seconds,
      (row) => text.milliseconds(row.seconds),
    ),
  ];
}

function sorted(rows: ComparedRow[], column: Column | undefined, descending: boolean): ComparedRow[] {
  if (!column) return rows;
  const order = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);
  const sign = descending ? -1 : 1;
  return [...rows].sort((a, b) => sign * order(column.sortBy(a), column.sortBy(b)));
}

/** Whether a row has the current settings. The `default` of distribute is known from the plan. */
function isInUse(row: ComparedRow, state: State, method: MethodRow | undefined, packed: Packed | null): boolean {
  const sameOrder = (heuristic: string) => !(method?.usesHeuristic ?? true) || row.heuristic === heuristic;
  if (row.method !== state.method || !sameOrder(state.heuristic)) return false;
  if (!(method?.usesDistribute ?? true)) return true;
  if (state.distribute !== 'default') return row.distribute === (state.distribute === 'on');
  return packed?.method === row.method && sameOrder(packed.heuristic) && packed.distribute === row.distribute;
}

/** All methods and heuristics with the same limits; a click applies a row. */
export function ComparePanel({ store }: { store: Store }) {
  const heading = useId();
  const [sort, setSort] = useState({ key: 'packs', descending: false });
  const loaded = store.loaded.value.value;
  if (!loaded) return <p class="compare-empty">{text.empty}</p>;

  const { value, running, progress, began, ended, error } = store.compared.value;
  const columns = columnsOf(loaded.histogram.components);
  const rows = sorted(
    value ?? [],
    columns.find(({ key }) => key === sort.key),
    sort.descending,
  );
  const methods = store.tables.value?.methods ?? [];
  const use = (row: ComparedRow) =>
    store.update({ method: row.method, heuristic: row.heuristic, distribute: row.distribute ? 'on' : 'off' });
  return (
    <section class="compare-panel" aria-labelledby={heading}>
      <h2 id={heading}>{text.heading}</h2>
      <p>{text.help}</p>
      {error && <p role="alert">{error.message}</p>}
      {running && (
        <ProgressBar
          name={text.running(null)}
          text={text.running(progress)}
          progress={progress}
          began={began}
          cancel={text.cancel}
          onCancel={() => store.cancel('compared')}
        />
      )}
      {ended && <p role="status">{text.ended(progress)}</p>}
      <ScrollTable
        caption={text.caption}
        actions
        headings={columns.map(({ key, heading: name, name: names }) => ({
          name,
          names: names ?? false,
          sorted: sort.key !== key ? null : sort.descending ? 'descending' : 'ascending',
          onSort: () => setSort({ key, descending: sort.key === key && !sort.descending }),
        }))}
      >
        {rows.map((row) => {
          const method = methods.find(({ name }) => name === row.method);
          const inUse = isInUse(row, store.state.value, method, store.packed.value.value);
          return (
            <tr key={`${row.method} ${row.heuristic} ${row.distribute}`} aria-current={inUse}>
              {columns.map(({ key, show, name }) => (
                <td key={key} class={name ? 'scroll-table-name' : ''}>
                  {key === 'heuristic' && method?.usesHeuristic === false ? text.none : show(row)}
                </td>
              ))}
              <td>
                <UseButton
                  inUse={inUse}
                  label={text.useRow(row.method, row.heuristic, row.distribute)}
                  text={text}
                  onUse={() => use(row)}
                />
              </td>
            </tr>
          );
        })}
      </ScrollTable>
    </section>
  );
}
