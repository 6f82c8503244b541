/** What is wrong with an option, wherever it was written: in a link, an attribute or a command. */
import type { TuplepackError } from 'tuplepack';

const longest = 40;

/** Somebody's text in quotes, cut where it would fill the line. */
function shown(text: string): string {
  return `'${text.length > longest ? `${text.slice(0, longest)}…` : text}'`;
}

const list = (names: readonly string[]) => names.join(', ');
const counted = (count: number, noun: string) => (count === 1 ? `one ${noun}` : `${count} ${noun}s`);

export const errorText = {
  elsewhere: (option: string) => `${option} is an option of the program that this page does not have`,
  option: (name: string, what: string) => `${name}: ${what}`,
  place: ({ line, column, message }: Pick<TuplepackError, 'line' | 'column' | 'message'>) =>
    [line > 0 && `line ${line}`, column > 0 && `column ${column}`].filter(Boolean).join(', ') +
    (line > 0 || column > 0 ? ': ' : '') +
    message,

  notWhole: (text: string) => `${shown(text)} is not a whole number`,
  notNumber: (text: string) => `${shown(text)} is not a number`,
  tooLarge: (text: string) => `${shown(text)} is too large`,
  tooSmall: (text: string, least: number) => `${text} is less than ${least}`,
  notAbove: (text: string, least: number) => `${text} is not above ${least}`,
  noName: 'a name is missing',
  notOneOf: (text: string, names: readonly string[]) => `${shown(text)} is not one of ${list(names)}`,
  noComponent: (text: string, components: readonly string[]) =>
    `no component ${shown(text)}; there is ${list(components)}`,
  componentUnknown: (text: string) =>
    `${shown(text)} names a component before the data are read; use its number, from 1`,
  notAssignment: (text: string) => `${shown(text)} is not NAME=NUMBER`,
  notRange: (text: string) => `${shown(text)} is not FIRST:LAST:STEP`,
  backwards: (text: string) => `${shown(text)} ends before it begins`,
  noRange: (component: string) => `no range for ${component}; add ${component}=FIRST:LAST`,
  lengths: (count: number, components: readonly string[]) =>
    `${counted(count, 'number')} for ${counted(components.length, 'component')} (${list(components)})`,

  linkVersion: (version: string) => `this link is of version ${shown(version)}; this page reads version 1`,
  linkKey: (name: string) => `this page has no option ${shown(name)}`,
  linkTwice: (name: string) => `${name} is given twice`,
  linkSources: (names: readonly string[]) => `${list(names)} exclude each other`,
  linkEscape: (text: string) => `${shown(text)} is not properly percent-encoded`,
  linkData: 'the data in the link are damaged',
  linkDataSize: 'the data in the link are too large',
  preset: (name: string, names: readonly string[]) => `there is no data set ${shown(name)}; there is ${list(names)}`,

  quoteOpen: 'this quote is not closed',
  operator: (text: string) => `${shown(text)}: one command is expected, without pipes or redirections`,
  commandEmpty: 'a command is expected, such as tuplepack pack FILE --limits max',
  notTuplepack: (text: string) => `${shown(text)} is not tuplepack`,
  noCommand: (names: readonly string[]) => `a command is expected: ${list(names)}`,
  otherCommand: (text: string, names: readonly string[]) =>
    `${shown(text)} has no place on this page; ${list(names)} have`,
  noOption: (text: string, command: string) => `tuplepack ${command} has no option ${shown(text)}`,
  noValue: (option: string) => `${option} needs a value`,
  flagValue: (option: string) => `${option} takes no value`,
  optionTwice: (option: string) => `${option} is given twice`,
  secondFile: (text: string) => `${shown(text)} is one argument too many`,
  needs: (command: string, option: string) => `tuplepack ${command} needs ${option}`,
};
