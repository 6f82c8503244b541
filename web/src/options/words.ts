/** Errors in options of a link, an attribute or a command. */
import type { TuplepackError } from 'tuplepack';

const longest = 40;

/** Quoted, and truncated if long. */
function shown(text: string): string {
  return `'${text.length > longest ? `${text.slice(0, longest)}…` : text}'`;
}

const list = (names: readonly string[]) => names.join(', ');
const counted = (count: number, noun: string) => (count === 1 ? `one ${noun}` : `${count} ${noun}s`);

export const errorText = {
  elsewhere: (option: string) => `${option} is not supported by this page, only by the command line`,
  option: (name: string, what: string) => `${name}: ${what}`,
  place: ({ line, column, message }: Pick<TuplepackError, 'line' | 'column' | 'message'>) =>
    [line > 0 && `line ${line}`, column > 0 && `column ${column}`].filter(Boolean).join(', ') +
    (line > 0 || column > 0 ? ': ' : '') +
    message,

  notWhole: (text: string) => `${shown(text)} is not a whole number`,
  notNumber: (text: string) => `${shown(text)} is not a number`,
  tooLarge: (text: string) => `${shown(text)} is too large`,
  tooSmall: (text: string, least: number) => `${text} is less than ${least}`,
  notAbove: (text: string, least: number) => `${text} is not greater than ${least}`,
  noName: 'the value is empty',
  notOneOf: (text: string, names: readonly string[]) => `${shown(text)} is not one of ${list(names)}`,
  noComponent: (text: string, components: readonly string[]) =>
    `unknown component ${shown(text)}; the components are ${list(components)}`,
  componentUnknown: (text: string) =>
    `component ${shown(text)} is not known before the data are loaded; use its number, from 1`,
  notAssignment: (text: string) => `${shown(text)} is not of the form NAME=NUMBER`,
  notRange: (text: string) => `${shown(text)} is not of the form FIRST:LAST:STEP`,
  backwards: (text: string) => `the end of ${shown(text)} is less than its start`,
  noRange: (component: string) => `no range for ${component}; add ${component}=FIRST:LAST`,
  lengths: (count: number, components: readonly string[]) =>
    `expected ${counted(components.length, 'number')} (${components.join(',')}), got ${count}`,

  linkVersion: (version: string) => `unsupported link version ${shown(version)}; this page supports version 1`,
  linkKey: (name: string) => `unknown option ${shown(name)}`,
  linkTwice: (name: string) => `${name} is given twice`,
  linkSources: (names: readonly string[]) => `${list(names)} are mutually exclusive`,
  linkEscape: (text: string) => `${shown(text)} is not valid percent-encoding`,
  linkData: 'the data in the link are corrupt',
  linkDataSize: 'the data in the link are too large',
  preset: (name: string, names: readonly string[]) => `unknown data set ${shown(name)}; choose one of ${list(names)}`,

  quoteOpen: 'unterminated quote',
  operator: (text: string) => `unexpected ${shown(text)}: enter a single command without pipes or redirections`,
  commandEmpty: 'enter a command, e.g. tuplepack pack FILE --limits max',
  notTuplepack: (text: string) => `${shown(text)} is not tuplepack`,
  noCommand: (names: readonly string[]) => `missing subcommand: one of ${list(names)}`,
  otherCommand: (text: string, names: readonly string[]) =>
    `subcommand ${shown(text)} is not supported by this page; use one of ${list(names)}`,
  noOption: (text: string, command: string) => `tuplepack ${command} has no option ${shown(text)}`,
  noValue: (option: string) => `${option} requires a value`,
  flagValue: (option: string) => `${option} takes no value`,
  optionTwice: (option: string) => `${option} is given twice`,
  secondFile: (text: string) => `unexpected argument ${shown(text)}`,
  needs: (command: string, option: string) => `tuplepack ${command} requires ${option}`,
};
