/** Keeps local data in the browser's database, so that they survive a reload of the tab. Other tabs do not see them. */
import type { DataSource, State } from '../state/state';
import { filesOf, openFiles } from './sources';

type Role = 'data' | 'events';
const roles: readonly Role[] = ['data', 'events'];

interface Kept {
  at: number;
  /** files, or text */
  sources: Partial<Record<Role, readonly File[] | Extract<DataSource, { kind: 'text' }>>>;
}

const database = 'tuplepack';
const table = 'tabs';
const tabName = 'tuplepack-tab';

/** Data of closed tabs are deleted after a day, in milliseconds. */
const longest = 24 * 3600 * 1000;
/** Shorter texts are part of the URL. */
const shortest = 1000;

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Runs a request in the table. Rejects where the browser has no storage for this page. */
async function inTable<T>(mode: IDBTransactionMode, act: (table: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(database, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(table);
  const opened = await settled(opening);
  try {
    return await settled(act(opened.transaction(table, mode).objectStore(table)));
  } finally {
    opened.close();
  }
}

async function deleteOld(): Promise<void> {
  const names = await inTable('readonly', (kept) => kept.getAllKeys());
  for (const name of names) {
    const { at } = await inTable<Kept>('readonly', (kept) => kept.get(name));
    if (Date.now() - at > longest) await inTable('readwrite', (kept) => kept.delete(name));
  }
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

async function takeName(): Promise<string> {
  const name = String(Math.random());
  await hold(name);
  sessionStorage.setItem(tabName, name);
  return name;
}

/** The name of the tab's data; null: none are kept. A duplicated tab takes a copy of the data, and a name of its own. */
async function findName(): Promise<string | null> {
  const name = sessionStorage.getItem(tabName);
  if (name === null || (await hold(name))) return name;
  const kept = await inTable<Kept | undefined>('readonly', (all) => all.get(name));
  const own = await takeName();
  if (kept) await inTable('readwrite', (all) => all.put({ ...kept, at: Date.now() } satisfies Kept, own));
  return own;
}

let named: Promise<string | null> | null = null;

/** The same in every call of a page. */
function nameOfTab(): Promise<string | null> {
  named ??= findName();
  return named;
}

const isKept = (source: DataSource) =>
  filesOf(source).length > 0 || (source.kind === 'text' && source.text.length >= shortest);

/** Keeps the local data of a state in place of those before. Does nothing where the page has no storage. */
async function keepLocal(state: Pick<State, Role>): Promise<void> {
  try {
    const tab = await nameOfTab();
    const local = roles.filter((role) => isKept(state[role]));
    if (local.length === 0) {
      if (tab !== null) await inTable('readwrite', (kept) => kept.delete(tab));
      return;
    }
    const name = tab ?? (await takeName());
    named = Promise.resolve(name);
    const sources = Object.fromEntries(
      local.map((role) => [role, state[role].kind === 'text' ? state[role] : filesOf(state[role])]),
    );
    await inTable('readwrite', (kept) => kept.put({ at: Date.now(), sources } satisfies Kept, name));
    if (tab === null) await deleteOld();
  } catch {
    // The data are in memory; only a reload loses them.
  }
}

/** The state of a link, with the local data that this tab had, where the link has none. */
async function withKept(state: State): Promise<State> {
  try {
    const tab = await nameOfTab();
    const missing = roles.filter((role) => state[role].kind === 'none');
    if (tab === null || missing.length === 0) return state;
    const kept = await inTable<Kept | undefined>('readonly', (all) => all.get(tab));
    const found = missing.flatMap((role): [Role, DataSource][] => {
      const source = kept?.sources[role];
      if (!source) return [];
      return [[role, 'kind' in source ? source : openFiles(source)]];
    });
    return { ...state, ...Object.fromEntries(found) };
  } catch {
    return state;
  }
}

/** Where a page keeps local data. */
export const keeper = { keepLocal, withKept };
export type Keeper = typeof keeper;
