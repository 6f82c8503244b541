/** The options of temporal interactions. */
import { eventPresets } from '../data/eventPresets';
import type { DataSource } from '../store/state';
import { list, type Option, single } from './optionKinds';
import { OptionError } from './readers';
import { errorText } from './words';

/** A data set of ours by its name, or an address. */
function eventSource(value: string): DataSource {
  if (/^https?:/.test(value)) return { kind: 'address', url: value };
  const names: string[] = eventPresets.map((preset) => preset.name);
  if (!names.includes(value)) throw new OptionError(errorText.preset(value, names));
  return { kind: 'preset', name: value };
}

/** The file, what `tuplepack split` takes beside it, and how many neighbours are counted. */
export const temporalOptions: readonly Option[] = [
  {
    name: 'events',
    fields: ['events'],
    read: ([value = '']) => ({ events: eventSource(value) }),
    write: ({ events }) => (events.kind === 'preset' ? [events.name] : events.kind === 'address' ? [events.url] : []),
  },
  { ...list('event-columns', 'eventColumns'), programName: 'columns' },
  single('sort'),
  single('loss'),
  {
    ...single('likeBatchSize'),
    // one of the two bounds must be given
    command: ({ loss, likeBatchSize }) => (loss === null ? [String(likeBatchSize)] : []),
  },
  single('lossScore'),
  single('ties'),
  single('recent'),
];
