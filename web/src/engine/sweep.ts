import type { Histogram, Range, Result, Sweep, SweepRequest } from 'tuplepack';
import type { OnPart } from './compare';
import type { Pool } from './pool';

/** Number of values in a range. */
const valuesIn = ({ first, last, step = 1 }: Range) => Math.floor((last - first) / step) + 1;

/** State of a cell that has not been reached, in addition to those of the core. */
export const unreached = 3;

function emptySweep(cells: number, components: number): Sweep {
  return {
    method: '',
    state: new Uint8Array(cells).fill(unreached),
    refined: new Uint8Array(cells),
    packs: new Float64Array(cells),
    efficiency: new Float64Array(cells * components).fill(Number.NaN),
    harmonicMean: new Float64Array(cells).fill(Number.NaN),
    best: null,
  };
}

/** Copies the cells of a part into the grid. Of equal cells the first is the best, in any order of arrival. */
function put(whole: Sweep, part: Sweep, firstCell: number, components: number): void {
  whole.method = part.method;
  whole.state.set(part.state, firstCell);
  whole.packs.set(part.packs, firstCell);
  whole.efficiency.set(part.efficiency, firstCell * components);
  whole.harmonicMean.set(part.harmonicMean, firstCell);
  if (part.best === null) return;
  const mean = (cell: number) => whole.harmonicMean[cell] ?? Number.NaN;
  const best = firstCell + part.best;
  const better = whole.best === null || mean(best) > mean(whole.best);
  if (better || (mean(best) === mean(whole.best ?? best) && best < (whole.best ?? best))) whole.best = best;
}

/** Cells per call: few, so that urgent calls do not wait long for a worker. */
const partCells = 32;

/** A part of a grid: neighbouring values of one component, and one value of each before it. */
interface Part {
  ranges: Range[];
  firstCell: number;
}

/** Splits row-major cells from `firstCell` on into parts of about `partCells`. */
function partsOf([first, ...others]: Range[], firstCell: number): Part[] {
  if (!first) return [];
  const rowCells = others.reduce((product, range) => product * valuesIn(range), 1);
  const step = first.step ?? 1;
  const values = valuesIn(first);
  const perPart = Math.max(1, Math.floor(partCells / rowCells));
  const parts: Part[] = [];
  for (let from = 0; from < values; from += perPart) {
    const to = Math.min(from + perPart, values) - 1;
    const some = { first: first.first + from * step, last: first.first + to * step, step };
    const begin = firstCell + from * rowCells;
    if (rowCells <= partCells) parts.push({ ranges: [some, ...others], firstCell: begin });
    else for (const part of partsOf(others, begin)) parts.push({ ...part, ranges: [some, ...part.ranges] });
  }
  return parts;
}

/** Packs at all limits of a grid in parts, distributed over the workers; then refines the cells that may be the best. */
export async function sweep(
  pool: Pool,
  histogram: Histogram,
  request: SweepRequest,
  signal: AbortSignal,
  onPart: OnPart<Sweep>,
): Promise<Result<Sweep>> {
  // Leave invalid ranges to the core: one call, one error message.
  const sizes = request.ranges.map(valuesIn);
  const cells = sizes.reduce((product, size) => product * size, 1);
  if (sizes.length === 0 || !(cells >= 1 && cells <= 2 ** 24) || sizes.some((size) => size < 1)) {
    return (await pool.run('sweep', [histogram, request], { signal })).returned;
  }
  const components = histogram.components.length;
  const whole = emptySweep(cells, components);
  let done = 0;
  const sweepPart = async ({ ranges, firstCell }: Part): Promise<Result<null>> => {
    const asked = { ...request, ranges, refine: false };
    const part = (await pool.run('sweep', [histogram, asked], { signal, background: true })).returned;
    if (part.error) return part;
    put(whole, part.value, firstCell, components);
    done += part.value.state.length;
    onPart({ ...whole }, done / cells);
    return { value: null };
  };
  const failed = (await Promise.all(partsOf(request.ranges, 0).map(sweepPart))).find((one) => one.error);
  if (failed?.error) return { error: failed.error };
  return (await pool.run('refineSweep', [histogram, request, whole], { signal, background: true })).returned;
}
