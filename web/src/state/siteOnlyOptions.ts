/** Options of what the site has beyond a plan. The element's build puts embed/siteOnlyOptions.ts in place of this file. */
import { eventPresets } from '../data/eventPresets';
import { errorText } from '../text/errors';
import { flag, fraction, type Option, parts, text, whole } from './optionKinds';
import { componentNamed, OptionError, wholeNumber } from './readers';
import type { DataSource } from './state';

/** A data set of ours by its name, or an address. */
function eventSource(value: string): DataSource {
  if (/^https?:/.test(value)) return { kind: 'address', url: value };
  const names: string[] = eventPresets.map((preset) => preset.name);
  if (!names.includes(value)) throw new OptionError(errorText.preset(value, names));
  return { kind: 'preset', name: value };
}

const temporalOptions: readonly Option[] = [
  {
    name: 'events',
    fields: ['events'],
    read: ([value = '']) => ({ events: eventSource(value) }),
    write: ({ events }) => (events.kind === 'preset' ? [events.name] : events.kind === 'address' ? [events.url] : []),
  },
  {
    name: 'event-columns',
    fields: ['eventColumns'],
    read: (texts) => ({ eventColumns: parts(texts) }),
    write: ({ eventColumns }) => (eventColumns.length === 0 ? [] : [eventColumns.join(',')]),
  },
  flag('sort', 'sort'),
  {
    name: 'loss',
    fields: ['loss'],
    read: ([value = '']) => ({ loss: wholeNumber(value, 0) }),
    write: ({ loss }) => (loss === null ? [] : [String(loss)]),
  },
  whole('like-batch-size', 'likeBatchSize', 1),
  text('loss-score', 'lossScore'),
  text('ties', 'ties'),
  whole('recent', 'recent', 1),
];

export const siteOnlyOptions: readonly Option[] = [
  // a search has to be told what for, even where that is as in the beginning
  { ...fraction('target', 'target', 0, 1, false), command: ({ target }) => [String(target)] },
  flag('per-component', 'perComponent'),
  fraction('overhead', 'overhead', 0),
  whole('devices', 'devices', 1),
  whole('batch', 'batch', 1),
  fraction('beta1', 'beta1', 0, 1),
  fraction('beta2', 'beta2', 0, 1),
  {
    name: 'component',
    fields: ['component'],
    read: ([value = ''], components) => {
      if (value === '') throw new OptionError(errorText.noName);
      return { component: components[components.length > 0 ? componentNamed(value, components) : -1] ?? value };
    },
    write: ({ component }) => (component === '' ? [] : [component]),
  },
  ...temporalOptions,
];
