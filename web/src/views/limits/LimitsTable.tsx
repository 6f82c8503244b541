import { useMemo, useState } from 'preact/hooks';
import { UseButton } from '../../controls/buttons';
import { ScrollTable } from '../../controls/ScrollTable';
import { limitsOfCell } from '../../store/ranges';
import type { SweepResult } from '../../store/store';
import { bestCells } from './sweepTable';
import { limitsText as text } from './words';

const rows = 10;

interface Column {
  name: string;
  value: (cell: number) => number;
  show: (value: number) => string;
}

function columnsOf(components: string[], { ranges, grid }: SweepResult): Column[] {
  const k = components.length;
  const limits = components.map((name, c) => ({
    name,
    value: (cell: number) => limitsOfCell(ranges, cell)[c] ?? 0,
    show: text.whole,
  }));
  const efficiencies = components.map((name, c) => ({
    name: text.efficiencyOf(name),
    value: (cell: number) => grid.efficiency[cell * k + c] ?? 0,
    show: text.percent,
  }));
  const packs = { name: text.packs, value: (cell: number) => grid.packs[cell] ?? 0, show: text.whole };
  const mean = { name: text.mean, value: (cell: number) => grid.harmonicMean[cell] ?? 0, show: text.percent };
  return [...limits, packs, ...efficiencies, ...(k > 1 ? [mean] : [])];
}

interface Props {
  components: string[];
  result: SweepResult;
  limits: number[];
  onChoose: (limits: number[]) => void;
}

/** The ten best cells, sortable by every column. */
export function LimitsTable({ components, result, limits, onChoose }: Props) {
  const columns = columnsOf(components, result);
  const [sort, setSort] = useState({ column: columns.length - 1, descending: true });
  const best = useMemo(() => bestCells(result.grid, rows), [result]);
  const by = columns[sort.column]?.value ?? (() => 0);
  const cells = [...best].sort((a, b) => (by(a) - by(b)) * (sort.descending ? -1 : 1));
  return (
    <ScrollTable
      caption={text.tableCaption}
      titled
      actions
      headings={columns.map(({ name }, column) => {
        const isSorted = sort.column === column;
        const next = { column, descending: isSorted ? !sort.descending : column >= components.length };
        const sorted = isSorted ? (sort.descending ? 'descending' : 'ascending') : null;
        return { name, sorted, onSort: () => setSort(next) };
      })}
    >
      {cells.map((cell) => {
        const at = limitsOfCell(result.ranges, cell);
        const inUse = at.every((limit, c) => limit === limits[c]);
        return (
          <tr key={cell} aria-current={inUse}>
            {columns.map(({ name, value, show }) => (
              <td key={name}>{show(value(cell))}</td>
            ))}
            <td>
              <UseButton inUse={inUse} label={text.useThese(components, at)} text={text} onUse={() => onChoose(at)} />
            </td>
          </tr>
        );
      })}
    </ScrollTable>
  );
}
