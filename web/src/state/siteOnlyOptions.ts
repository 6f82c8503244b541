/** Options of what the site has beyond a plan. The element's build puts embed/siteOnlyOptions.ts in place of this file. */
import { eventPresets } from '../data/eventPresets';
import { errorText } from '../text/errors';
import { list, type Option, single } from './optionKinds';
import { componentNamed, OptionError } from './readers';
import type { DataSource } from './state';

/** A data set of ours by its name, or an address. */
function eventSource(value: string): DataSource {
  if (/^https?:/.test(value)) return { kind: 'address', url: value };
  const names: string[] = eventPresets.map((preset) => preset.name);
  if (!names.includes(value)) throw new OptionError(errorText.preset(value, names));
  return { kind: 'preset', name: value };
}

/** What `tuplepack split` takes, beside its file, and how many neighbours are counted. */
export const temporalOptions: readonly Option[] = [
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

export const siteOnlyOptions: readonly Option[] = [
  // a search must be given a target, even the initial one
  { ...single('target'), command: ({ target }) => [String(target)] },
  single('perComponent'),
  single('overhead'),
  single('devices'),
  single('batch'),
  single('beta1'),
  single('beta2'),
  {
    name: 'component',
    fields: ['component'],
    read: ([value = ''], components) => {
      if (value === '') throw new OptionError(errorText.noName);
      return { component: components[components.length > 0 ? componentNamed(value, components) : -1] ?? value };
    },
    write: ({ component }) => (component === '' ? [] : [component]),
  },
  {
    name: 'events',
    fields: ['events'],
    read: ([value = '']) => ({ events: eventSource(value) }),
    write: ({ events }) => (events.kind === 'preset' ? [events.name] : events.kind === 'address' ? [events.url] : []),
  },
  ...temporalOptions,
];
