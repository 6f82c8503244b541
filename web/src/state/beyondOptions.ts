/** Options of what the site has beyond a plan. The element's build puts embed/beyondOptions.ts in place of this file. */
import { wrongText } from '../text/wrong';
import { flag, fraction, type Option, whole } from './optionKinds';
import { componentNamed, Wrong } from './readers';

export const beyondOptions: readonly Option[] = [
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
      if (value === '') throw new Wrong(wrongText.noName);
      return { component: components[components.length > 0 ? componentNamed(value, components) : -1] ?? value };
    },
    write: ({ component }) => (component === '' ? [] : [component]),
  },
];
