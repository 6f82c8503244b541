import type { Batches } from 'tuplepack/temporal';

/** As the program writes them: batches count from 0, and hold the interactions from `begin` up to, not including, `end`. */
export function batchesCsv({ offsets, losses }: Batches): string {
  const lines = Array.from(losses, (loss, batch) => `${batch},${offsets[batch]},${offsets[batch + 1]},${loss}\n`);
  return `batch,begin,end,loss\n${lines.join('')}`;
}
