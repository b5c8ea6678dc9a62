import { useMemo } from "react";
import { tabStore } from "./browser-store.ts";
import { useIdentity } from "./session/session.ts";

/** What was typed into a form and not saved yet, kept over a reload and the way back to it. */
export interface SavedDraft {
  /** As it was kept, unread; undefined without one. */
  read(): unknown;
  keep(value: unknown): void;
  drop(): void;
}

/**
 * The draft of a form of this tab, by the person who typed it: nobody else who signs in here sees it.
 */
function savedDraft(subject: string, name: string): SavedDraft {
  const key = `draft:${subject}:${name}`;
  return {
    read: () => {
      try {
        return JSON.parse(tabStore.read(key) ?? "") as unknown;
      } catch {
        return undefined;
      }
    },
    keep: (value) => tabStore.write(key, JSON.stringify(value)),
    drop: () => tabStore.write(key, undefined),
  };
}

/** {@link savedDraft} of the person whose page this is. */
export function useSavedDraft(name: string): SavedDraft {
  const { subject } = useIdentity();
  return useMemo(() => savedDraft(subject, name), [subject, name]);
}

const DATABASE = "swath-work";
const STORE = "work";
/** Set while everything is to be forgotten: the page may be left before that is done. */
const FORGETTING = "swath-forget-work";

/** What one person works on in this browser, too large for a draft; by name. */
export interface PersistedWork {
  /** All that is kept below a name, as it was kept, unread. */
  readAll(name: string): Promise<ReadonlyMap<string, unknown>>;
  /** Rejects where the browser has no space. */
  keep(name: string, part: string, value: unknown): Promise<void>;
  drop(name: string, part: string): Promise<void>;
}

/** The subject of the person, what it is, and its part. */
type Key = readonly [subject: string, name: string, part: string];

/** Whether this page is being left for signing out: what it keeps from then on would stay behind. */
let forgotten = false;

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("not kept")));
  });

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.addEventListener("upgradeneeded", () => request.result.createObjectStore(STORE));
  const database = await settled(request);
  if (localStorage.getItem(FORGETTING) !== null) await clear(database);
  return database;
}

const done = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener("complete", () => resolve());
    transaction.addEventListener("abort", () => reject(transaction.error ?? new Error("not kept")));
  });

async function clear(database: IDBDatabase): Promise<void> {
  const transaction = database.transaction(STORE, "readwrite");
  transaction.objectStore(STORE).clear();
  await done(transaction);
  localStorage.removeItem(FORGETTING);
}

async function write(act: (store: IDBObjectStore) => void): Promise<void> {
  const database = await open();
  try {
    const transaction = database.transaction(STORE, "readwrite");
    act(transaction.objectStore(STORE));
    await done(transaction);
  } finally {
    database.close();
  }
}

/** All keys that begin so; arrays sort after every text. */
const below = (...start: string[]): IDBKeyRange => IDBKeyRange.bound(start, [...start, []]);

/** The work of one person: nobody else who signs in here reads it. */
export function persistedWork(subject: string): PersistedWork {
  const key = (name: string, part: string): string[] => [subject, name, part];
  return {
    readAll: async (name) => {
      const database = await open();
      try {
        const store = database.transaction(STORE).objectStore(STORE);
        const range = below(subject, name);
        const [keys, values] = await Promise.all([
          settled(store.getAllKeys(range)),
          settled(store.getAll(range)),
        ]);
        return new Map(keys.map((each, at) => [(each as unknown as Key)[2], values[at]]));
      } finally {
        database.close();
      }
    },
    keep: async (name, part, value) => {
      if (!forgotten) await write((store) => void store.put(value, key(name, part)));
    },
    drop: (name, part) => write((store) => void store.delete(key(name, part))),
  };
}

/** Forgets the work of everybody but one person: another one has signed in. */
export async function forgetWorkOfOthers(subject: string): Promise<void> {
  await write((store) => {
    store.delete(IDBKeyRange.upperBound([subject], true));
    store.delete(IDBKeyRange.lowerBound([subject, []], true));
  });
}

/** Forgets all work that is kept in this browser: its person signs out. */
export async function forgetWork(): Promise<void> {
  forgotten = true;
  localStorage.setItem(FORGETTING, "");
  (await open()).close();
}

/** {@link persistedWork} of the person whose page this is. */
export function usePersistedWork(): PersistedWork {
  const { subject } = useIdentity();
  return useMemo(() => persistedWork(subject), [subject]);
}
