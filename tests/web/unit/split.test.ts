import { expect, test } from 'vitest';
import { batchesCsv } from '../../../web/src/data/csv';
import { splitCommand } from '../../../web/src/options/command';
import { initialState, type State } from '../../../web/src/state/state';

const command = (change: Partial<State>) => splitCommand({ ...initialState, ...change });

test('settings as a command', () => {
  expect(command({})).toBe('tuplepack split EVENTS --like-batch-size 200');
  expect(command({ events: { kind: 'preset', name: 'wikipedia' }, likeBatchSize: 600 })).toBe(
    'tuplepack split temporal_jodie_wikipedia.csv.gz --like-batch-size 600',
  );
  expect(
    command({
      events: { kind: 'file', name: '-my file.csv' },
      eventColumns: ['u', 'v', 't'],
      sort: true,
      loss: 0,
      lossScore: 'eq8',
      ties: 'keep',
    }),
  ).toBe("tuplepack split './-my file.csv' --columns u,v,t --sort --loss 0 --loss-score eq8 --ties keep");
  expect(command({ events: { kind: 'address', url: 'https://a.org/b/met.csv?c#d' } })).toContain(' met.csv ');
});

test('batches in the format of the program', () => {
  const batches = { offsets: new Int32Array([0, 3, 4]), losses: new Float64Array([2, 0]) };
  expect(batchesCsv({ ...batches, largestBatch: 3, largestLoss: 2, stale: 0.25 })).toBe(
    'batch,begin,end,loss\n0,0,3,2\n1,3,4,0\n',
  );
});
