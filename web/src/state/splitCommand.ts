/** The choices for temporal interactions as a command of the program. */
import { eventPresetOf } from '../data/eventPresets';
import { quote } from './shellWords';
import { initialState, type State } from './state';

function fileOf({ events }: State): string {
  if (events.kind === 'file') return events.name.startsWith('-') ? `./${events.name}` : events.name;
  if (events.kind === 'address')
    return (
      events.url
        .replace(/[?#].*/s, '')
        .split('/')
        .at(-1) || 'EVENTS'
    );
  return eventPresetOf(events)?.file ?? 'EVENTS';
}

/** Only what differs from the program's defaults. */
export function splitCommand(state: State): string {
  const { eventColumns, sort, loss, likeBatchSize, lossScore, ties } = state;
  const words = [
    ...(eventColumns.length > 0 ? ['--columns', eventColumns.join(',')] : []),
    ...(sort ? ['--sort'] : []),
    ...(loss === null ? ['--like-batch-size', String(likeBatchSize)] : ['--loss', String(loss)]),
    ...(lossScore === initialState.lossScore ? [] : ['--loss-score', lossScore]),
    ...(ties === initialState.ties ? [] : ['--ties', ties]),
  ];
  return ['tuplepack', 'split', fileOf(state), ...words].map(quote).join(' ');
}
