import { useMemo } from 'preact/hooks';
import type { Found } from 'tuplepack';
import { Chart } from '../../charts/Chart';
import { UseButton } from '../../controls/buttons';
import { ScrollTable } from '../../controls/ScrollTable';
import { paretoChart } from './paretoChart';
import { searchText as text } from './searchWords';

interface Props {
  data: string;
  found: Found;
  components: string[];
  limits: number[];
  onChoose: (limits: number[]) => void;
}

function FrontTable({ found: { points }, components, limits, onChoose }: Props) {
  const efficiencies = components.length > 1 ? components.map(text.efficiencyOf) : [];
  const names = [...components, text.cost, text.packs, text.bound, ...efficiencies, text.mean];
  return (
    <details>
      <summary>{text.table}</summary>
      <ScrollTable caption={text.tableCaption} actions headings={names.map((name) => ({ name }))}>
        {points.map((point) => {
          const inUse = point.limits.every((limit, c) => limit === limits[c]);
          const wholes = [...point.limits, point.cost, point.packs, point.bound].map(text.whole);
          const shares = [...(efficiencies.length > 0 ? point.efficiency : []), point.harmonicMean].map(text.percent);
          return (
            <tr key={point.limits.join()} aria-current={inUse}>
              {[...wholes, ...shares].map((value, c) => (
                <td key={names[c]}>{value}</td>
              ))}
              <td>
                <UseButton
                  inUse={inUse}
                  label={text.useThese(components, point.limits)}
                  text={text}
                  onUse={() => onChoose(point.limits)}
                />
              </td>
            </tr>
          );
        })}
      </ScrollTable>
    </details>
  );
}

function FrontChart({ data, found: { points }, components, limits, onChoose }: Props) {
  const picture = useMemo(() => paretoChart(data, components, points, limits), [data, points, limits.join()]);
  const choose = (place: number) => {
    const point = points[place];
    if (point) onChoose(point.limits);
    return point !== undefined;
  };
  return <Chart {...picture} size="middle" onChoose={choose} />;
}

/** The Pareto front of cost and efficiency, as a chart and as a table. */
export function ParetoFront(props: Props) {
  const { points, open } = props.found;
  return (
    <>
      <p role="status">
        {text.front(points.length)}{' '}
        <span class={open === 0 ? 'search-proven' : ''}>{open === 0 ? text.frontProven : text.frontOpen(open)}</span>
      </p>
      {points.length > 0 && (
        <>
          <FrontChart {...props} />
          <FrontTable {...props} />
        </>
      )}
    </>
  );
}
