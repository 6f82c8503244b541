/** Links are parsed before the data are loaded; then the state is fitted to their components. */
import type { Result } from 'tuplepack';
import { errorResult } from '../store/errorResult';
import type { State } from '../store/state';
import { options } from './options';
import { type Components, OptionError } from './readers';
import { errorText } from './words';

/** Expands values for all components, and rejects lists with the wrong number of components. */
export function fit(state: State, components: Components): Result<State> {
  let fitted = state;
  for (const option of options) {
    const texts = option.write(state);
    if (texts.length === 0) continue;
    try {
      fitted = { ...fitted, ...option.read(texts, components) };
    } catch (error) {
      if (!(error instanceof OptionError)) throw error;
      return errorResult('component_mismatch', errorText.option(option.name, error.message));
    }
  }
  return { value: fitted };
}
