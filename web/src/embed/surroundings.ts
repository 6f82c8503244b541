/** Whether the page around an element is dark, now and after every change. */
import type { Signal } from '@preact/signals';
import { systemIsDark } from '../app/theme';
import { backgroundOf, bytesOf } from '../charts/theme';

/** How generators of documentation write the reader's choice. */
const names = ['data-theme', 'data-bs-theme', 'data-color-mode', 'data-md-color-scheme'];
const marks = (...values: string[]) => names.flatMap((name) => values.map((value) => `[${name}="${value}"]`)).join();
const darkMarks = `${marks('dark', 'slate')}, .dark`;
const lightMarks = marks('light', 'default');

/** What the browser draws where an element has no background: dark in a dark color scheme. */
function canvasColour(element: HTMLElement): string {
  const probe = document.createElement('i');
  probe.style.color = 'Canvas';
  element.shadowRoot?.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Of a colour in any notation. */
function isDark(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = bytesOf(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 128;
}

function isDarkAround(element: HTMLElement): boolean {
  const marked = element.closest(`${darkMarks}, ${lightMarks}`);
  if (marked) return marked.matches(darkMarks);
  return isDark(backgroundOf(element) ?? canvasColour(element));
}

/** Tells whether it is dark around an element in the page, until the function that is returned is called. */
export function followSurroundings(element: HTMLElement, dark: Signal<boolean>): () => void {
  const look = () => {
    dark.value = isDarkAround(element);
  };
  const changes = new MutationObserver(look);
  for (let at: Element | null = element; at; at = at.parentElement) changes.observe(at, { attributes: true });
  document.addEventListener('transitionend', look);
  const stop = systemIsDark.subscribe(look);
  return () => {
    changes.disconnect();
    document.removeEventListener('transitionend', look);
    stop();
  };
}
