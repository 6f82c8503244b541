/**
 * Keeps local data in the browser's database, so that they survive a reload. They have random names, which the entries of the
 * browser's history hold: each entry gets its own data back, in a duplicated tab too, and other tabs see none.
 */
import { createStore, delMany, entries, get, set } from 'idb-keyval';
import { type DataSource, pick, type State } from '../state/state';
import { filesOf, openFiles } from './sources';

const roles = ['data', 'events'] as const;
type Role = (typeof roles)[number];

/** The names of the local data of a state. */
export type Names = Partial<Record<Role, string>>;

interface Kept {
  at: number;
  /** files, or text */
  source: readonly File[] | Extract<DataSource, { kind: 'text' }>;
}

const table = createStore('tuplepack-data', 'sources');
/** In this tab: for an entry of the history that is not one of ours. */
const latest = 'tuplepack-latest';

/** Data are deleted a day after they were last loaded, in milliseconds, or when there are many newer ones. */
const longest = 24 * 3600 * 1000;
const most = 20;
/** Not stored again when they are loaded: browsers copy files for that. */
const recent = 3600 * 1000;
/** Shorter texts are part of the URL. */
const shortest = 1000;

async function deleteOld(): Promise<void> {
  const all = (await entries<string, Kept>(table)).sort(([, a], [, b]) => b.at - a.at);
  const old = all.filter(([, { at }], place) => place >= most || Date.now() - at > longest);
  await delMany(
    old.map(([name]) => name),
    table,
  );
}

const isKept = (source: DataSource) =>
  filesOf(source).length > 0 || (source.kind === 'text' && source.text.length >= shortest);

const names = new WeakMap<DataSource, string>();
const stored = new Set<string>();

/** The names of what `keepLocal` keeps of a state. */
function namesOf(state: Pick<State, Role>): Names {
  const local = roles.filter((role) => isKept(state[role]));
  for (const role of local) names.set(state[role], names.get(state[role]) ?? `${Math.random()}${Math.random()}`);
  return Object.fromEntries(local.map((role) => [role, names.get(state[role])]));
}

/** Keeps the local data of a state. Does nothing where the page has no storage. */
async function keepLocal(state: Pick<State, Role>): Promise<void> {
  try {
    const found = namesOf(state);
    sessionStorage.setItem(latest, JSON.stringify(found));
    for (const role of roles) {
      const name = found[role];
      if (name === undefined || stored.has(name)) continue;
      const source = state[role].kind === 'text' ? state[role] : filesOf(state[role]);
      await set(name, { at: Date.now(), source } satisfies Kept, table);
      stored.add(name);
      await deleteOld();
    }
  } catch {
    // The data are in memory; only a reload loses them.
  }
}

async function find(name: string): Promise<DataSource | null> {
  const kept = await get<Kept>(name, table);
  if (!kept) return null;
  const source = 'kind' in kept.source ? kept.source : openFiles(kept.source);
  names.set(source, name);
  // what is older is stored again, from now on
  if (Date.now() - kept.at < recent) stored.add(name);
  return source;
}

/** The state of a link, with the local data of these names where the link has none; default: the latest of the tab. */
async function withKept(state: State, given?: Names): Promise<State> {
  try {
    const wanted: Names = given ?? JSON.parse(sessionStorage.getItem(latest) ?? '{}');
    const found = pick(state, ...roles);
    for (const role of roles) {
      const name = wanted[role];
      if (name !== undefined && state[role].kind === 'none') found[role] = (await find(name)) ?? state[role];
    }
    return { ...state, ...found };
  } catch {
    return state; // the browser has no storage for this page
  }
}

/** Where a page keeps local data. */
export const keeper = { keepLocal, namesOf, withKept };
export type Keeper = typeof keeper;
