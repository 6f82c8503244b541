/** The temporal interactions that come with the page. */
import { presetFiles } from 'virtual:tuplepack-presets';
import type { DataSource } from '../state/state';
import { temporalText as text } from '../text/temporal';

export interface EventPreset {
  /** as in a link */
  name: keyof typeof text.presets;
  /** what the program would read */
  file: string;
  /** where it is fetched from; a few lines need not be */
  text?: string;
}

export const eventPresets: readonly EventPreset[] = [
  { name: 'example', file: text.exampleName, text: text.example },
  { name: 'collegemsg', file: 'temporal_collegemsg.csv.gz' },
  { name: 'wikipedia', file: 'temporal_jodie_wikipedia.csv.gz' },
];

/** Those this build has: a single file carries none that are large. */
export const availableEventPresets = eventPresets.filter((preset) => preset.text ?? presetFiles[preset.file]);

export const eventPresetOf = (source: DataSource) =>
  eventPresets.find((preset) => source.kind === 'preset' && preset.name === source.name);

/** Where the bytes are: a data set of ours as a text, or as an address. */
export function locate(source: DataSource): DataSource {
  const preset = eventPresetOf(source);
  if (!preset) return source;
  if (preset.text !== undefined) return { kind: 'text', text: preset.text, name: preset.file };
  return { kind: 'address', url: presetFiles[preset.file]?.url ?? '' };
}

/** What the interactions are called. */
export function eventTitle(source: DataSource): string {
  const preset = eventPresetOf(source);
  if (preset) return text.presets[preset.name].title;
  if (source.kind === 'file') return source.name;
  return source.kind === 'address'
    ? source.url
        .replace(/[?#].*/s, '')
        .split('/')
        .at(-1) || source.url
    : '';
}
