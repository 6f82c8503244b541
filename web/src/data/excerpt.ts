/** The place of an error in a line of text. */

const longestBefore = 40;
const longestAfter = 60;

/** The position in the string of a 1-based column in bytes of UTF-8, as the core counts. */
function positionOf(line: string, column: number): number {
  const bytes = new TextEncoder().encode(line);
  return new TextDecoder().decode(bytes.subarray(0, Math.max(column - 1, 0))).length;
}

/** The line around an error, and the token that is wrong. */
export function excerpt(line: string, column: number): [before: string, wrong: string, after: string] {
  const begin = positionOf(line, column);
  const [wrong = ''] = /^("[^"]*"|[^\s,;]*)/.exec(line.slice(begin)) ?? [];
  return [
    line.slice(Math.max(begin - longestBefore, 0), begin),
    wrong,
    line.slice(begin + wrong.length).slice(0, longestAfter),
  ];
}
