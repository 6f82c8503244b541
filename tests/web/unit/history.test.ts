import { expect, test } from 'vitest';
import { begin, depth, type History, push, redo, undo } from '../../../web/src/state/history';
import { initialState, type State } from '../../../web/src/state/state';

const at = (depth: number): State => ({ ...initialState, depth });
const steps = (...depths: number[]) => depths.reduce((history, d) => push(history, at(d), 'step'), begin(at(0)));
const shown = (history: History) => history.present.depth;

test('steps are undone and redone in order', () => {
  const history = steps(1, 2);
  expect(shown(undo(history))).toBe(1);
  expect(shown(undo(undo(history)))).toBe(0);
  expect(shown(redo(undo(undo(history))))).toBe(1);
  expect(redo(redo(undo(undo(history))))).toEqual(history);
});

test('undo and redo do nothing at the ends', () => {
  const history = begin(at(0));
  expect(undo(history)).toBe(history);
  expect(redo(history)).toBe(history);
});

test('a drag is one step', () => {
  let history = steps(1);
  for (const d of [2, 3, 4]) history = push(history, at(d), 'merge');
  history = push(history, at(4), 'step');
  expect(shown(undo(history))).toBe(1);
  expect(shown(undo(push(history, at(9), 'merge')))).toBe(4);
});

test('a step during an unfinished drag is a step of its own', () => {
  const history = push(push(begin(at(0)), at(1), 'merge'), at(2), 'step');
  expect(shown(undo(history))).toBe(1);
  expect(shown(undo(undo(history)))).toBe(0);
});

test('an unchanged state is not a step', () => {
  const history = steps(1);
  expect(push(history, at(1), 'step')).toBe(history);
});

test('a change after undo clears redo', () => {
  const history = push(undo(steps(1, 2)), at(5), 'step');
  expect(redo(history)).toBe(history);
  expect(shown(undo(history))).toBe(1);
});

test('the number of steps is limited', () => {
  const history = steps(...Array.from({ length: depth + 50 }, (_, i) => i + 1));
  expect(history.past.length).toBe(depth);
  expect(history.past[0]?.depth).toBe(50);
});
