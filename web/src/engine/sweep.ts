/** A sweep in parts, from coarse to fine. */
import type { Histogram, Range, Sweep, SweepRequest } from 'tuplepack';
import type { Pool, Reporter } from './pool';

/** Number of limits in a range. */
export function rangeSize({ first, last, step = 1 }: Range): number {
  return Math.floor((last - first) / step) + 1;
}

/** The limits of a cell. */
export function limitsOfCell(ranges: readonly Range[], cell: number): number[] {
  const limits: number[] = [];
  let rest = cell;
  for (const range of [...ranges].reverse()) {
    const size = rangeSize(range);
    limits.unshift(range.first + (rest % size) * (range.step ?? 1));
    rest = Math.floor(rest / size);
  }
  return limits;
}

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

/** Cells per call: few, so that urgent calls do not wait long for a worker. */
const partCells = 32;

/** The cells of one call: evenly spaced positions along every range. */
type Part = number[][];

/** Every `spacing`-th position along a range of `size` values. */
function positions(size: number, from: number, spacing: number): number[] {
  return Array.from({ length: Math.ceil((size - from) / spacing) }, (_, i) => from + i * spacing);
}

function split([along = [], ...others]: Part): Part[] {
  const rowCells = others.reduce((product, { length }) => product * length, 1);
  if (rowCells > partCells) return along.flatMap((at) => split(others).map((part) => [[at], ...part]));
  const most = Math.floor(partCells / rowCells);
  return positions(along.length, 0, most).map((from) => [along.slice(from, from + most), ...others]);
}

/** Distance of the cells that are packed first, along the two components of a map. */
export const coarseSpacing = 4;
/** The pass for the positions 0, 1, 2, 3 modulo `coarseSpacing`: first the coarse grid, then halfway between, then the rest. */
const passes = [0, 2, 1, 2];

function coarseToFine(sizes: number[]): Part[] {
  let grids: { pass: number; part: Part }[] = [{ pass: 0, part: [] }];
  for (const [component, size] of sizes.entries()) {
    const choices =
      component < 2
        ? passes.map((pass, from) => ({ pass, along: positions(size, from, coarseSpacing) }))
        : [{ pass: 0, along: positions(size, 0, 1) }];
    grids = grids.flatMap(({ pass, part }) =>
      choices.map((choice) => ({ pass: Math.max(pass, choice.pass), part: [...part, choice.along] })),
    );
  }
  return grids.sort((a, b) => a.pass - b.pass).flatMap(({ part }) => split(part));
}

/** The limits of a part. */
function rangesOf(part: Part, ranges: Range[]): Range[] {
  return ranges.map(({ first, step = 1 }, c) => {
    const [from = 0, next = from + 1] = part[c] ?? [];
    return { first: first + from * step, last: first + (part[c]?.at(-1) ?? from) * step, step: (next - from) * step };
  });
}

/** The cells of a part in the whole grid, ascending. */
function cellsOf(part: Part, sizes: number[]): number[] {
  return part.reduce((cells, along, c) => cells.flatMap((cell) => along.map((at) => cell * (sizes[c] ?? 1) + at)), [0]);
}

/** Copies a part into the grid. Of equal cells the first is the best, in any order of arrival. */
function put(whole: Sweep, part: Sweep, cells: number[], components: number): void {
  whole.method = part.method;
  for (const [i, cell] of cells.entries()) {
    whole.state[cell] = part.state[i] ?? unreached;
    whole.packs[cell] = part.packs[i] ?? 0;
    whole.harmonicMean[cell] = part.harmonicMean[i] ?? Number.NaN;
    whole.efficiency.set(part.efficiency.subarray(i * components, (i + 1) * components), cell * components);
  }
  const best = cells[part.best ?? -1];
  if (best === undefined) return;
  const mean = (cell: number) => whole.harmonicMean[cell] ?? Number.NaN;
  const rival = whole.best ?? best;
  if (mean(best) > mean(rival) || (mean(best) === mean(rival) && best <= rival)) whole.best = best;
}

/** Packs all cells. */
async function packAll(pool: Pool, histogram: Histogram, request: SweepRequest, { signal, report }: Reporter<Sweep>) {
  const sizes = request.ranges.map(rangeSize);
  const whole = emptySweep(
    sizes.reduce((product, size) => product * size, 1),
    sizes.length,
  );
  await pool.map(
    'sweep',
    coarseToFine(sizes),
    (part) => [histogram, { ...request, ranges: rangesOf(part, request.ranges), refine: false }],
    (packed, part) => put(whole, packed, cellsOf(part, sizes), sizes.length),
    { signal, report: (_, done) => report({ ...whole }, done) },
  );
  return whole;
}

/** Cells that the core packs before it prunes again, so that the same cells are packed. */
const round = 16;

/**
 * Bounds all cells, then packs those that promise most, until none can be better than the best so far. That one is the
 * same as of all cells.
 */
async function packPromising(pool: Pool, histogram: Histogram, request: SweepRequest, reporter: Reporter<Sweep>) {
  const { signal, report } = reporter;
  const how = { ...request, refine: false };
  const boundsOnly = { ...how, prune: true, atLeast: 2 }; // no efficiency is
  const whole = (await pool.run('sweep', [histogram, boundsOnly], { signal, background: true })).value;
  const bound = whole.harmonicMean.slice();
  const promise = (cell: number) => bound[cell] ?? 0;
  const order = [...whole.state.keys()].filter((cell) => whole.state[cell] !== 0);
  order.sort((a, b) => promise(b) - promise(a) || a - b);
  const alone = (cell: number) => limitsOfCell(request.ranges, cell).map((limit) => ({ first: limit, last: limit }));
  const best = () => (whole.best === null ? 0 : (whole.harmonicMean[whole.best] ?? 0));
  for (let begin = 0; begin < order.length && promise(order[begin] ?? 0) >= best(); begin += round) {
    await pool.map(
      'sweep',
      order.slice(begin, begin + round),
      (cell) => [histogram, { ...how, ranges: alone(cell) }],
      (packed, cell) => put(whole, packed, [cell], request.ranges.length),
      { signal, report: () => report({ ...whole }, null) },
    );
  }
  return whole;
}

/** With more sizes, or more components than a map shows, not all cells are packed. */
const mostSizes = 8000;

/** Packs at the limits of a grid, distributed over the workers; then refines the cells that may be the best. */
export async function sweep(
  pool: Pool,
  histogram: Histogram,
  request: SweepRequest,
  reporter: Reporter<Sweep>,
): Promise<Sweep> {
  // Leave invalid ranges to the core: one call, one error message.
  const sizes = request.ranges.map(rangeSize);
  const cells = sizes.reduce((product, size) => product * size, 1);
  const { signal } = reporter;
  if (sizes.length === 0 || !(cells >= 1 && cells <= 2 ** 20) || sizes.some((size) => size < 1)) {
    return (await pool.run('sweep', [histogram, request], { signal })).value;
  }
  const isLarge = sizes.length > 2 || histogram.counts.length > mostSizes;
  const whole = await (isLarge ? packPromising : packAll)(pool, histogram, request, reporter);
  return (await pool.run('refineSweep', [histogram, request, whole], { signal, background: true })).value;
}
