/** Light or dark: the user's choice, or that of what is around the playground. */
import { effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';

export const themes = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const darkSystem = window.matchMedia('(prefers-color-scheme: dark)');
const systemChoice = signal(darkSystem.matches);
darkSystem.addEventListener('change', ({ matches }) => {
  systemChoice.value = matches;
});
/** The system setting. */
export const systemIsDark: ReadonlySignal<boolean> = systemChoice;

export function themeNamed(name: string | null | undefined): Theme {
  return themes.find((theme) => theme === name) ?? 'auto';
}

const key = 'tuplepack-theme';

/** The theme of the whole page, kept for the next visit unless it is `given` for this one. */
export function pageTheme(given: string | null): Signal<Theme> {
  try {
    const theme = signal(themeNamed(given ?? localStorage.getItem(key)));
    if (given === null) effect(() => localStorage.setItem(key, theme.value));
    return theme;
  } catch {
    return signal(themeNamed(given)); // the browser has no storage for this page
  }
}
