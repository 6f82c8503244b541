/** Undo and redo over values. */
import type { State } from './state';

export interface History {
  readonly past: readonly State[];
  readonly present: State;
  readonly future: readonly State[];
  /** during a drag: the next change replaces the present */
  readonly open: boolean;
}

/** Maximum number of undo steps. */
export const depth = 200;

export function begin(state: State): History {
  return { past: [], present: state, future: [], open: false };
}

export function sameValue(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

export function same(a: State, b: State): boolean {
  return (Object.keys(a) as (keyof State)[]).every((field) => sameValue(a[field], b[field]));
}

/**
 * `merge`: a change within a drag; undo returns to the start of the drag. `step`: a step of its own; ends a drag even if
 * nothing changes.
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
