import type { ExampleName } from './examples';

const names: Readonly<Record<ExampleName, string>> = {
  molhiv: 'Molecules',
  wikipedia: 'Sentences',
  python_ast: 'Programs',
  azure_llm: 'LLM requests',
};

/** The line of data above the result. */
export const dataBarText = {
  examples: 'Examples',
  names,
  change: 'Change data',
  close: 'Close',
};
