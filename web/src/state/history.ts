/** Undo and redo over values. */
import type { State } from './state';

export interface History {
  readonly past: readonly State[];
  readonly present: State;
  readonly future: readonly State[];
  /** a drag is under way: the next change replaces the present */
  readonly open: boolean;
}

/** How many steps can be undone. */
export const depth = 200;

export function begin(state: State): History {
  return { past: [], present: state, future: [], open: false };
}

function sameValue(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

export function same(a: State, b: State): boolean {
  return (Object.keys(a) as (keyof State)[]).every((field) => sameValue(a[field], b[field]));
}

/**
 * `merge`: a change of a drag; undo returns to where the drag began. `step`: undo stops here; one that changes nothing
 * ends the drag.
 */
export function push(history: History, state: State, how: 'step' | 'merge'): History {
  const open = how === 'merge';
  if (same(history.present, state)) return history.open === open || open ? history : { ...history, open };
  const past = open && history.open ? history.past : [...history.past, history.present].slice(-depth);
  return { past, present: state, future: [], open };
}

export function undo(history: History): History {
  const [state] = history.past.slice(-1);
  if (!state) return history;
  return {
    past: history.past.slice(0, -1),
    present: state,
    future: [history.present, ...history.future],
    open: false,
  };
}

export function redo(history: History): History {
  const [state, ...future] = history.future;
  if (!state) return history;
  return { past: [...history.past, history.present], present: state, future, open: false };
}
