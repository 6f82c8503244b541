import type { MethodRow, Packed } from 'tuplepack';
import { type Column, DataTable, numberColumn } from '../../controls/DataTable';
import { percent, whole } from '../../controls/format';
import { Panel } from '../../controls/Panel';
import { Progress } from '../../controls/Progress';
import type { ComparedRow } from '../../engine/compare';
import type { State } from '../../state/state';
import type { Store } from '../../store/store';

type MethodOf = (row: ComparedRow) => MethodRow | undefined;

function columnsOf(components: string[], methodOf: MethodOf): Column<ComparedRow>[] {
  return [
    { name: 'method', names: true, value: (row) => row.method, show: (row) => row.method },
    {
      name: 'heuristic',
      names: true,
      value: (row) => row.heuristic,
      show: (row) => (methodOf(row)?.usesHeuristic === false ? '–' : row.heuristic),
    },
    {
      name: 'distribute',
      names: true,
      value: (row) => String(row.distribute),
      show: (row) => (row.distribute ? 'on' : 'off'),
    },
    numberColumn('packs', whole, (row) => row.metrics.packs),
    numberColumn('gap', whole, (row) => row.gap),
    ...components.map((name, c) =>
      numberColumn(`eff. ${name}`, percent, (row: ComparedRow) => row.metrics.efficiency[c] ?? 0),
    ),
    numberColumn('strategies', whole, (row) => row.metrics.strategies),
    numberColumn(
      'time',
      (seconds) => `${(seconds * 1000).toFixed(2)} ms`,
      (row) => row.seconds,
    ),
  ];
}

const packsColumn = 3;

/** Whether a row has the current settings. The `default` of distribute is known from the plan. */
function isInUse(row: ComparedRow, state: State, method: MethodRow | undefined, packed: Packed | null): boolean {
  const sameOrder = (heuristic: string) => !(method?.usesHeuristic ?? true) || row.heuristic === heuristic;
  if (row.method !== state.method || !sameOrder(state.heuristic)) return false;
  if (!(method?.usesDistribute ?? true)) return true;
  if (state.distribute !== 'default') return row.distribute === (state.distribute === 'on');
  return packed?.method === row.method && sameOrder(packed.heuristic) && packed.distribute === row.distribute;
}

const help =
  'Every method and heuristic with the same limits (cf. Krell et al. 2022, Table 2). Click “Use” to apply a row.';

/** All methods and heuristics with the same limits; a click applies a row. */
export function ComparePanel({ store }: { store: Store }) {
  const loaded = store.loaded.value.value;
  if (!loaded) return <p class="panel-empty">Load data to compare all methods.</p>;

  const compared = store.compared.value;
  const methodOf: MethodOf = (row) => store.tables.value?.methods.find(({ name }) => name === row.method);
  return (
    <Panel heading="All methods and heuristics" help={help}>
      <Progress
        work={compared}
        text="Packing with every method"
        ended={
          compared.progress === null
            ? 'Cancelled before the first result; the rows are from the previous run.'
            : `Cancelled at ${percent(compared.progress)}: the list is incomplete.`
        }
        onCancel={() => store.cancel('compared')}
      />
      <DataTable
        caption="Methods and heuristics with their results"
        columns={columnsOf(loaded.histogram.components, methodOf)}
        rows={compared.value ?? []}
        rowKey={({ method, heuristic, distribute }) => `${method} ${heuristic} ${distribute}`}
        sortedBy={packsColumn}
        use={{
          label: ({ method, heuristic, distribute }) =>
            `Use ${method} by ${heuristic}${distribute ? ', distributed' : ''}`,
          inUse: (row) => isInUse(row, store.state.value, methodOf(row), store.packed.value.value),
          onUse: ({ method, heuristic, distribute }) =>
            store.update({ method, heuristic, distribute: distribute ? 'on' : 'off' }),
        }}
      />
    </Panel>
  );
}
