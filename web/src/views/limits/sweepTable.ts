/** Summaries of a sweep for tables. */
import type { Sweep } from 'tuplepack';

const packed = 2;

/** How many cells are infeasible, pruned, packed, not reached. */
export function cellsPerState(grid: Sweep): number[] {
  const cells = [0, 0, 0, 0];
  for (const state of grid.state) cells[state] = (cells[state] ?? 0) + 1;
  return cells;
}

/** The `most` best packed cells, best first; ties by position. */
export function bestCells(grid: Sweep, most: number): number[] {
  const best: number[] = [];
  const mean = (cell: number) => grid.harmonicMean[cell] as number;
  for (let cell = 0; cell < grid.state.length; ++cell) {
    if (grid.state[cell] !== packed) continue;
    if (best.length === most && mean(cell) <= mean(best[most - 1] as number)) continue;
    const at = best.findIndex((other) => mean(other) < mean(cell));
    best.splice(at === -1 ? best.length : at, 0, cell);
    best.length = Math.min(best.length, most);
  }
  return best;
}
