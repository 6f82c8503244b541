/** The settings for temporal interactions as a command. */
import { eventPresetOf } from '../data/eventPresets';
import { fileNameOf } from '../data/sources';
import { type OptionRow, rowsOf } from '../store/coreTables';
import type { State } from '../store/state';
import { optionWords } from './command';
import { quote } from './shellWords';
import { temporalOptions } from './temporalOptions';

function fileOf({ events }: State): string {
  if (events.kind === 'file') return events.name.startsWith('-') ? `./${events.name}` : events.name;
  if (events.kind === 'address') return fileNameOf(events.url) || 'EVENTS';
  return eventPresetOf(events)?.file ?? 'EVENTS';
}

/** Defaults are omitted. */
export function splitCommand(state: State): string {
  const optionOf = (row: OptionRow) => temporalOptions.find(({ name, programName = name }) => programName === row.name);
  const words = optionWords(rowsOf('split'), optionOf, state, []);
  return ['tuplepack', 'split', fileOf(state), ...words].map(quote).join(' ');
}
