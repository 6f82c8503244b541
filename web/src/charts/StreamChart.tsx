import { useMemo } from 'preact/hooks';
import type { StreamedRow } from '../analyses';
import { streamText as text } from '../text/stream';
import { shareAxis, valuesAxis } from './axes';
import { harmonicMean } from './harmonicMean';
import { LineChart } from './LineChart';

interface Props {
  data: string;
  rows: StreamedRow[];
  /** efficiency of the offline plan and its upper bound, 0 … 1 */
  offline: number;
  most: number;
}

/** Efficiency of online packing against open packs or buffered items, compared with the offline plan. */
export function StreamChart({ data, rows, offline, most }: Props) {
  const { across, policies, lines } = useMemo(() => {
    const helds = [...new Set(rows.map(({ held }) => held))].sort((a, b) => a - b);
    const found = [...new Set(rows.map(({ policy }) => policy))].map((policy) => ({
      policy,
      shares: helds.map((held) => {
        const row = rows.find((one) => one.policy === policy && one.held === held);
        return row ? harmonicMean(row.efficiency) : null;
      }),
    }));
    const along = (share: number) => helds.map(() => share);
    return {
      across: helds,
      policies: found,
      lines: [
        ...found.map(({ policy, shares }) => ({ name: text.name(policy), values: shares })),
        ...(most > offline ? [{ name: text.bound, values: along(most), reference: true as const }] : []),
        { name: text.offline, values: along(offline), reference: true as const },
      ],
    };
  }, [rows, offline, most]);
  const axes = useMemo(() => {
    const lowest = Math.min(...policies.flatMap(({ shares }) => shares.filter((share) => share !== null)), offline);
    return {
      x: valuesAxis(text.acrossAxis, across),
      y: shareAxis(text.upAxis, Math.max(Math.floor(lowest * 20 - 0.2) / 20, 0)),
    };
  }, [across, policies, offline]);
  const summary = policies.map(({ policy, shares }) => text.line(policy, shares[0] ?? 0, shares.at(-1) ?? 0));
  return (
    <LineChart
      label={text.chartLabel(summary, offline)}
      title={text.chart(data)}
      {...axes}
      across={across}
      lines={lines}
      read={(place) =>
        text.read(
          across[place] ?? 0,
          policies.flatMap(({ policy, shares }) => {
            const share = shares[place];
            return typeof share === 'number' ? [[policy, share] as const] : [];
          }),
        )
      }
    />
  );
}
