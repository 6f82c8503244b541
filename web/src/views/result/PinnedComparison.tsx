import type { PackedMetrics } from 'tuplepack';
import { ScrollTable } from '../../controls/ScrollTable';
import type { Store } from '../../store/store';
import { resultText as text } from './words';

const headings = [text.measure, text.a, text.b, text.difference].map((name, c) => ({ name, names: c === 0 }));

interface Row {
  name: string;
  a: string;
  b: string;
  difference: string;
}

function rowsOf(a: PackedMetrics, b: PackedMetrics, components: string[], limits: [number[], number[]]): Row[] {
  const wholes = (name: string, of: (packed: PackedMetrics) => number): Row => ({
    ...{ name, a: text.whole(of(a)), b: text.whole(of(b)) },
    difference: text.signed(of(b) - of(a)),
  });
  const listed = (values: number[]) => values.map(text.whole).join(' × ');
  return [
    { name: text.limits, a: listed(limits[0]), b: listed(limits[1]), difference: '' },
    {
      name: text.method,
      a: text.madeBy(a.method, a.heuristic, a.distribute),
      b: text.madeBy(b.method, b.heuristic, b.distribute),
      difference: '',
    },
    wholes(text.packsName, (packed) => packed.metrics.packs),
    ...components.map((component, c) => {
      const [before, now] = [a.metrics.efficiency[c] ?? 0, b.metrics.efficiency[c] ?? 0];
      const difference = text.points(now - before);
      return { name: text.efficiency(component), a: text.percent(before), b: text.percent(now), difference };
    }),
    wholes(text.bound, (packed) => packed.bound.packs),
    wholes(text.gapName, (packed) => packed.gap),
  ];
}

/** The pinned result next to the current one. */
export function PinnedComparison({ store, packed }: { store: Store; packed: PackedMetrics & { limits: number[] } }) {
  const pinned = store.pinned.value;
  const components = store.loaded.value.value?.histogram.components ?? [];
  if (!pinned || pinned.packed.metrics.efficiency.length !== components.length) return null;
  return (
    <div class="result-pinned">
      <ScrollTable caption={text.comparison} titled headings={headings}>
        {rowsOf(pinned.packed, packed, components, [pinned.limits, packed.limits]).map((row) => (
          <tr key={row.name}>
            <th scope="row">{row.name}</th>
            <td>{row.a}</td>
            <td>{row.b}</td>
            <td>{row.difference}</td>
          </tr>
        ))}
      </ScrollTable>
      <button type="button" onClick={() => store.unpin()}>
        {text.unpin}
      </button>
    </div>
  );
}
