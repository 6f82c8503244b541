import { useState } from 'preact/hooks';

const moves: Record<string, (places: number) => number> = {
  ArrowLeft: () => -1,
  ArrowRight: () => 1,
  PageUp: () => -10,
  PageDown: () => 10,
  Home: (places) => -places,
  End: (places) => places,
};

/** The cursor of a chart, moved by pointer or arrow keys; moves by key are announced. */
export function useChartCursor(places: number) {
  const [marked, setMarked] = useState<number | null>(null);
  const [spoken, setSpoken] = useState(false);
  const shown = marked !== null && marked < places ? marked : null;
  const mark = (place: number | null, byKey: boolean) => {
    setMarked(place);
    setSpoken(byKey);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key]?.(places);
    if (move === undefined) return;
    event.preventDefault();
    mark(Math.min(Math.max((shown ?? (move > 0 ? -1 : places)) + move, 0), places - 1), true);
  };
  return { shown, spoken, point: (place: number | null) => mark(place, false), onKeyDown };
}
