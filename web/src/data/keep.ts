/**
 * Keeps local data in the browser's database, so that they survive a reload of the tab; other tabs do not see them. Each has
 * a name, which an entry of the browser's history holds: the entry gets its own data back, and not those loaded last.
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
  tab: string;
  /** files, or text */
  source: readonly File[] | Extract<DataSource, { kind: 'text' }>;
}

const table = createStore('tuplepack', 'tabs');
const tabName = 'tuplepack-tab';
const latestName = 'tuplepack-latest';

/** Data of closed tabs are deleted after a day, in milliseconds; a tab keeps its latest ones. */
const longest = 24 * 3600 * 1000;
const mostInTab = 6;
/** Shorter texts are part of the URL. */
const shortest = 1000;

const keyOf = (tab: string, name: string) => `${tab} ${name}`;

async function deleteOld(own: string): Promise<void> {
  const all = (await entries<string, Kept>(table)).sort(([, a], [, b]) => b.at - a.at);
  const inTab = all.filter(([, { tab }]) => tab === own);
  const old = all.filter(([, { at }]) => !(Date.now() - at < longest));
  await delMany(
    [...inTab.slice(mostInTab), ...old].map(([key]) => key),
    table,
  );
}

/** Holds a name until the page is left. Returns false if another tab does. */
function hold(name: string): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(true); // pages without encryption have none
  return new Promise((tell) => {
    void navigator.locks.request(`${tabName} ${name}`, { ifAvailable: true }, (lock) => {
      tell(lock !== null);
      return lock && new Promise(() => {});
    });
  });
}

/** The name of the tab. A duplicated tab takes copies of the data, and a name of its own. */
async function findTab(): Promise<string> {
  const before = sessionStorage.getItem(tabName);
  if (before !== null && (await hold(before))) return before;
  const own = String(Math.random());
  await hold(own);
  sessionStorage.setItem(tabName, own);
  for (const [key, kept] of before === null ? [] : await entries<string, Kept>(table)) {
    if (kept.tab === before) await set(key.replace(before, own), { ...kept, tab: own, at: Date.now() }, table);
  }
  return own;
}

let tab: Promise<string> | null = null;

/** The same in every call of a page. */
function thisTab(): Promise<string> {
  tab ??= findTab();
  return tab;
}

const isKept = (source: DataSource) =>
  filesOf(source).length > 0 || (source.kind === 'text' && source.text.length >= shortest);

const names = new WeakMap<DataSource, string>();
const stored = new Set<string>();

/** The names of what `keepLocal` keeps of a state. */
function namesOf(state: Pick<State, Role>): Names {
  const local = roles.filter((role) => isKept(state[role]));
  for (const role of local) names.set(state[role], names.get(state[role]) ?? String(Math.random()));
  return Object.fromEntries(local.map((role) => [role, names.get(state[role])]));
}

/** Keeps the local data of a state. Does nothing where the page has no storage. */
async function keepLocal(state: Pick<State, Role>): Promise<void> {
  try {
    const found = namesOf(state);
    sessionStorage.setItem(latestName, JSON.stringify(found));
    for (const role of roles) {
      const name = found[role];
      if (name === undefined || stored.has(name)) continue;
      stored.add(name);
      const own = await thisTab();
      const source = state[role].kind === 'text' ? state[role] : filesOf(state[role]);
      await set(keyOf(own, name), { at: Date.now(), tab: own, source } satisfies Partial<Kept>, table);
      await deleteOld(own);
    }
  } catch {
    // The data are in memory; only a reload loses them.
  }
}

async function find(name: string): Promise<DataSource | null> {
  const kept = await get<Kept>(keyOf(await thisTab(), name), table);
  if (!kept) return null;
  const source = 'kind' in kept.source ? kept.source : openFiles(kept.source);
  names.set(source, name);
  stored.add(name);
  return source;
}

/** The state of a link, with the local data of these names where the link has none; default: the latest of the tab. */
async function withKept(state: State, given?: Names): Promise<State> {
  try {
    const wanted: Names = given ?? JSON.parse(sessionStorage.getItem(latestName) ?? '{}');
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
