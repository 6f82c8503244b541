/** Colours and fonts of the page, for drawing on a canvas. */
export interface Theme {
  background: string;
  surface: string;
  line: string;
  text: string;
  muted: string;
  accent: string;
  good: string;
  warn: string;
  bad: string;
  series: string[];
  /** of small text, in pixels; follows the user's settings */
  fontSize: number;
  /** CSS font of small text */
  font: string;
}

/** Each goes through a computed `color`, so that `light-dark()`, `color-mix()` and `var()` arrive as plain colours. */
export function readTheme(element: HTMLElement): Theme {
  const computed = getComputedStyle(element);
  const { color, fontSize } = element.style;
  const colour = (name: string): string => {
    element.style.color = `var(--${name})`;
    return computed.color;
  };
  element.style.fontSize = '0.75rem';
  const theme: Theme = {
    background: colour('background'),
    surface: colour('surface'),
    line: colour('line'),
    text: colour('text'),
    muted: colour('muted'),
    accent: colour('accent'),
    good: colour('good'),
    warn: colour('warn'),
    bad: colour('bad'),
    series: [1, 2, 3, 4, 5, 6].map((n) => colour(`series-${n}`)),
    fontSize: Number.parseFloat(computed.fontSize),
    font: `${computed.fontSize} ${computed.fontFamily}`,
  };
  element.style.color = color;
  element.style.fontSize = fontSize;
  return theme;
}

/** Calls `changed` when the system or page theme changes. Returns a function that stops this. */
export function observeTheme(element: HTMLElement, changed: () => void): () => void {
  const preference = matchMedia('(prefers-color-scheme: dark)');
  preference.addEventListener('change', changed);
  const observer = new MutationObserver(changed);
  const root = element.closest('.tuplepack');
  if (root) observer.observe(root, { attributes: true, attributeFilter: ['data-theme'] });
  return () => {
    preference.removeEventListener('change', changed);
    observer.disconnect();
  };
}
