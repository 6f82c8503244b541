/** The bundled temporal interactions. */
import { presetFiles } from 'virtual:tuplepack-presets';
import type { DataSource } from '../store/state';
import { eventPresetText as text } from './presetWords';
import { fileNameOf } from './sources';

export interface EventPreset {
  /** as in a link */
  name: keyof typeof text.presets;
  /** file name for the command line */
  file: string;
  /** the content, if it is not fetched */
  text?: string;
}

export const eventPresets: readonly EventPreset[] = [
  { name: 'example', file: text.exampleName, text: text.example },
  { name: 'collegemsg', file: 'temporal_collegemsg.csv.gz' },
  { name: 'wikipedia', file: 'temporal_jodie_wikipedia.csv.gz' },
];

/** Those that this build includes: single-file builds have no large ones. */
export const availableEventPresets = eventPresets.filter((preset) => preset.text ?? presetFiles[preset.file]);

export const eventPresetOf = (source: DataSource) =>
  eventPresets.find((preset) => source.kind === 'preset' && preset.name === source.name);

/** Resolves a preset to its text or URL. */
export function locate(source: DataSource): DataSource {
  const preset = eventPresetOf(source);
  if (!preset) return source;
  if (preset.text !== undefined) return { kind: 'text', text: preset.text, name: preset.file };
  return { kind: 'address', url: presetFiles[preset.file]?.url ?? '' };
}

/** The title of the interactions. */
export function eventTitle(source: DataSource): string {
  const preset = eventPresetOf(source);
  if (preset) return text.presets[preset.name].title;
  if (source.kind === 'file') return source.name;
  return source.kind === 'address' ? fileNameOf(source.url) || source.url : '';
}
