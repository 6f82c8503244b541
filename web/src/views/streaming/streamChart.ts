/** Efficiency of online packing against open packs or buffered items, compared with the offline plan. */

import { shareAxis, valuesAxis } from '../../charts/axes';
import type { Picture } from '../../charts/Chart';
import { alongPoints } from '../../charts/cursor';
import { line, lineLegend, rule } from '../../charts/datasets';
import { harmonicMean } from '../../charts/harmonicMean';
import { chartsText } from '../../charts/words';
import type { StreamedRow } from '../../engine/compare';
import { streamText as text } from './words';

/** `offline`: efficiency of the offline plan; `most`: its upper bound. */
export function streamChart(data: string, rows: StreamedRow[], offline: number, most: number): Picture {
  const held = [...new Set(rows.map((row) => row.held))].sort((a, b) => a - b);
  const lines = [...new Set(rows.map(({ policy }) => policy))].map((policy) => ({
    policy,
    shares: held.map((size) => {
      const row = rows.find((one) => one.policy === policy && one.held === size);
      return row ? harmonicMean(row.efficiency) : Number.NaN;
    }),
  }));
  const x = valuesAxis(text.acrossAxis, held);
  const level = (name: string, y: number, dash: number[]) =>
    rule(
      name,
      [x.min, x.max].map((end) => ({ x: Number(end), y })),
      'muted',
      dash,
    );
  const shares = lines.flatMap((one) => one.shares).filter((share) => !Number.isNaN(share));
  return {
    label: text.chartLabel(
      lines.map(({ policy, shares: s }) => text.line(policy, s[0] || 0, s.at(-1) || 0)),
      offline,
    ),
    title: text.chart(data),
    hint: chartsText.hint,
    cursor: alongPoints(held.length, { lines: lines.length }),
    data: {
      datasets: [
        ...lines.map(({ policy, shares: s }, series) =>
          line(
            series,
            text.name(policy),
            s.map((y, i) => ({ x: held[i] ?? 1, y })),
          ),
        ),
        ...(most > offline ? [level(text.bound, most, [2, 2])] : []),
        level(text.offline, offline, [14, 3]),
      ],
    },
    options: {
      scales: { x, y: shareAxis(text.upAxis, Math.min(...shares, offline)) },
      plugins: {
        legend: lineLegend,
        tooltip: {
          displayColors: true,
          callbacks: {
            title: ([at]) => text.heldAt(at?.parsed.x ?? 1),
            label: ({ dataset, parsed }) => `${dataset.label} ${text.percent(parsed.y ?? 0)}`,
          },
        },
      },
    },
  };
}
