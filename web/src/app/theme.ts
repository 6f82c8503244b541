/** Light or dark: the user's choice or the system setting. */
import { signal } from '@preact/signals';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const darkSystem = window.matchMedia('(prefers-color-scheme: dark)');
const systemIsDark = signal(darkSystem.matches);
darkSystem.addEventListener('change', ({ matches }) => {
  systemIsDark.value = matches;
});

export function resolveTheme(theme: Theme): 'light' | 'dark' {
  return theme === 'system' ? (systemIsDark.value ? 'dark' : 'light') : theme;
}

export function themeNamed(name: string | null | undefined): Theme {
  return themes.find((theme) => theme === name) ?? 'system';
}
