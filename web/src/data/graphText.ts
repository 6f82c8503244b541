/** Text with the edges of a graph where sizes are read, told from tables like by the program. */
import type { FilePart } from '../engine/calls';
import { Refused } from '../engine/refused';
import { characters, lineCount } from './bytes';

/** Whether lines of neighbours follow a line of counts, and every edge is in those of both its nodes. */
function isMetis(text: string): boolean {
  const rows = text
    .replace(/^%.*\n/gm, '')
    .trimStart()
    .split('\n')
    .map((line) => line.split(/\s+/).filter(Boolean).map(Number));
  const [[, edges = 0, form = 0, weights = 1] = [], ...others] = rows;
  const skipped = Math.floor(form / 100) + (form % 100 > 9 ? weights : 0);
  const lists = others.map((row) => row.slice(skipped).filter((_, at) => !(form % 2 && at % 2)));
  const sets = lists.map((list) => new Set(list));
  const isMutual = (to: number, from: number) => to !== from && sets[to - 1]?.has(from);
  return lists.flat().length === 2 * edges && lists.every((list, at) => list.every((to) => isMutual(to, at + 1)));
}

/** Throws Refused for a graph of METIS and a network of KONECT. */
export function refuseGraph({ name, bytes }: FilePart): void {
  const head = characters(bytes, 0, 4096);
  const isKonect = /^% *(sym|asym|bip) +\w+(ed|ive|ic)\s/.test(head);
  const nodes = Number(/^(?:%.*\n)*\s*(\d+)\s+\d/.exec(head)?.[1]);
  // as many lines as nodes, and some of comments
  const lines = nodes > 1 ? (lineCount(bytes) - (head.match(/^%.*\n/gm)?.length ?? 0)) / nodes : 0;
  if (!isKonect && !(lines >= 1 && lines < 9 && isMetis(new TextDecoder().decode(bytes)))) return;
  const graph = `${name && `${name}: `}this is a ${isKonect ? 'network of KONECT' : 'graph of METIS'}`;
  throw new Refused(`${graph}: \`chunk\` reads its edges, the format csv its lines`);
}
