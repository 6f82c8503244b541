import type { BatchedItems, RecordedFeature, RecordedSet, Records } from 'tuplepack/graphs';
import { type Column, DataTable, numberColumn } from '../../controls/DataTable';
import { bytes, counted, percent, whole } from '../../controls/format';
import type { Store } from '../../store/store';

const decimal = (value: number) => value.toFixed(1);

const setColumns: readonly Column<RecordedSet>[] = [
  { name: 'set', names: true, show: ({ of, name }) => `${of} ${name}` },
  numberColumn('total', whole, ({ total }) => total, true),
  numberColumn('mean', decimal, ({ mean }) => mean, true),
  numberColumn('largest', whole, ({ largest }) => largest, true),
  numberColumn('padding to the largest', percent, ({ mean, largest }) => 1 - mean / Math.max(largest, 1), true),
];

const featureColumns: readonly Column<RecordedFeature>[] = [
  { name: 'feature', names: true, show: ({ name }) => name, value: ({ name }) => name },
  { name: 'values of', names: true, show: ({ kinds }) => kinds.join(', '), value: ({ kinds }) => kinds.join() },
  numberColumn('records', whole, ({ records }) => records, true),
  numberColumn('mean', decimal, ({ values, records }) => values / records, true),
  numberColumn('most', whole, ({ most }) => most, true),
];

/** How many records are bad, and what is wrong with the first. */
function BadRecords({ metrics, bad }: Records) {
  return (
    <div class="bad" role="alert">
      <p>
        {counted(metrics.bad, 'bad record')} {metrics.bad === 1 ? 'is' : 'are'} left out.
      </p>
      <ul>
        {bad.map(({ file, message }) => (
          <li key={file + message}>{file === '' ? message : `${file}: ${message}`}</li>
        ))}
        {bad.length < metrics.bad && <li>and {whole(metrics.bad - bad.length)} more</li>}
      </ul>
    </div>
  );
}

type Batches = Pick<BatchedItems, 'batches' | 'dropped' | 'efficiency'> & { policy: string };

/** What TensorFlow GNN's batches take, beside the packs. */
function BatchPolicies({ store }: { store: Store }) {
  const batched = store.batched.value.value;
  const plan = store.packed.value.value;
  const components = store.loaded.value.value?.histogram.components ?? [];
  if (!batched || plan?.limits.length !== components.length) return null;
  const { packs, efficiency } = plan.metrics;
  const rows: Batches[] = [...batched, { policy: 'packs', batches: packs, dropped: 0, efficiency }];
  return (
    <DataTable
      caption="Randomly batched vs. packed"
      titled
      columns={[
        { name: 'policy', names: true, show: ({ policy }) => policy },
        { name: 'batches', show: ({ batches }) => whole(batches) },
        { name: 'graphs dropped', show: ({ dropped }) => whole(dropped) },
        ...components.map((component, c) => ({
          name: `padding of ${component}`,
          show: (row: Batches) => percent(1 - (row.efficiency[c] ?? 0)),
        })),
      ]}
      rows={rows}
    />
  );
}

/** What is in TFRecords of graphs. */
export function RecordsContents({ store, records }: { store: Store; records: Records }) {
  const { files, metrics, sets, features } = records;
  const several = metrics.mostComponents > 1;
  return (
    <>
      {metrics.bad > 0 && <BadRecords {...records} />}
      {metrics.records > 0 && (
        <details class="stack stack-close contents" open>
          <summary>
            {counted(metrics.records, 'graph')} in {counted(files.length, 'file')}, {bytes(metrics.bytes)}
          </summary>
          {several && (
            <p>
              {counted(metrics.components, 'component')}, at most {whole(metrics.mostComponents)} in a graph
            </p>
          )}
          {sets.length > 0 && <DataTable caption="Sets of the graphs" columns={setColumns} rows={sets} />}
          {features.length > 0 && (
            <DataTable caption="Features of the graphs" titled columns={featureColumns} rows={features} />
          )}
          <BatchPolicies store={store} />
        </details>
      )}
    </>
  );
}
