import { Tile } from '../../controls/Tile';
import type { RowCounts, SplitResult } from '../../store/temporal';
import { redundancyOf } from './TemporalTable';
import { temporalText as text } from './words';

/** Key figures of the batches. */
export function TemporalTiles({ split, rows }: { split: SplitResult; rows: RowCounts | null }) {
  const { bounded, fixed, fixedSize, threshold, statistics } = split;
  const count = bounded.losses.length;
  const mean = statistics.events / count;
  const theta = statistics.averageUpdateDistance;
  const lost = bounded.losses.reduce((sum, loss) => sum + loss, 0) / count;
  const fewer = 1 - count / fixed.losses.length;
  const redundancy = rows && { bounded: redundancyOf(rows.bounded), fixed: redundancyOf(rows.fixed) };
  return (
    <dl class="tiles">
      <Tile
        name={text.batches}
        value={text.whole(count)}
        help={text.fewer(fixed.losses.length, fixedSize, fewer)}
        good={fewer > 0}
      />
      <Tile name={text.meanSize} value={text.decimal(mean)} help={text.meanSizeHelp(bounded.largestBatch)} />
      <Tile name={text.epsilon} value={text.whole(threshold)} help={text.epsilonHelp(lost)} />
      <Tile name={text.stale} value={text.percent(bounded.stale)} help={text.staleHelp} />
      <Tile
        name={text.theta}
        value={theta > 0 ? text.decimal(theta) : '–'}
        help={theta > 0 ? text.thetaHelp(theta / mean) : text.thetaNone}
      />
      <Tile
        name={text.saved}
        value={redundancy ? text.percent(1 - 1 / redundancy.bounded) : '…'}
        help={redundancy ? text.savedHelp(redundancy.bounded, redundancy.fixed) : text.savedWaiting}
      />
    </dl>
  );
}
