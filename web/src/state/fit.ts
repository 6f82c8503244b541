/** A link is read before its data are. Once they are, the state is fitted to their components. */
import type { Result } from 'tuplepack';
import { wrongText } from '../text/wrong';
import { options } from './options';
import { type Components, Wrong } from './readers';
import { refuse } from './refuse';
import type { State } from './state';

/** Spreads what stands for every component, and refuses lists that are shorter or longer than the data are wide. */
export function fit(state: State, components: Components): Result<State> {
  let fitted = state;
  for (const option of options) {
    const texts = option.write(state);
    if (texts.length === 0) continue;
    try {
      fitted = { ...fitted, ...option.read(texts, components) };
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      return refuse('component_mismatch', wrongText.option(option.name, error.message));
    }
  }
  return { value: fitted };
}
