import { MAX_LIST_PAGE, type ListPage } from "../platform/object-store/object-store.ts";
import type { ObjectStore } from "../platform/object-store/object-store.ts";
import type { Clock } from "../platform/clock/clock.ts";
import type { Folder } from "./continuation.ts";

/** A folder of more names is not read whole. */
export const MAX_NAMES = 10_000;
/** So long the further pages of a folder come from the listing that its first page was cut from. */
const KEPT_MS = 60_000;
const KEPT_FOLDERS = 8;

/** All that lies in a folder. */
export type Contents = Pick<ListPage, "folders" | "objects">;

interface Kept {
  readonly contents: Contents;
  readonly since: number;
}

/** Reads folders whole, where they are not too large for that. */
export class WholeFolders {
  readonly #store: ObjectStore;
  readonly #clock: Clock;
  readonly #kept = new Map<string, Kept>();

  constructor(store: ObjectStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Undefined of a folder with more than {@link MAX_NAMES}. */
  async read(folder: Folder): Promise<Contents | undefined> {
    const contents = await this.#readAll(folder);
    const id = idOf(folder);
    this.#kept.delete(id);
    if (contents === undefined) return undefined;
    // A folder of one page of the store is read as fast again.
    if (contents.folders.length + contents.objects.length <= MAX_LIST_PAGE) return contents;
    this.#kept.set(id, { contents, since: this.#clock().getTime() });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT_FOLDERS && oldest !== undefined) this.#kept.delete(oldest);
    return contents;
  }

  /** As `read`, but what was read a moment ago is not read again. */
  async readAgain(folder: Folder): Promise<Contents | undefined> {
    const kept = this.#kept.get(idOf(folder));
    const isFresh = kept !== undefined && this.#clock().getTime() - kept.since < KEPT_MS;
    return isFresh ? kept.contents : this.read(folder);
  }

  async #readAll({ bucket, prefix }: Folder): Promise<Contents | undefined> {
    const folders: string[] = [];
    const objects: ListPage["objects"][number][] = [];
    let token: string | undefined;
    do {
      const query = { prefix, limit: MAX_LIST_PAGE, maxNames: MAX_NAMES };
      const from = token === undefined ? {} : { token };
      const page = await this.#store.listFolder(bucket, { ...query, ...from });
      if (page === undefined) return undefined;
      folders.push(...page.folders);
      objects.push(...page.objects);
      token = page.nextToken;
      if (token !== undefined && folders.length + objects.length >= MAX_NAMES) return undefined;
    } while (token !== undefined);
    return { folders, objects };
  }
}

const idOf = ({ bucket, prefix }: Folder): string => `${bucket}/${prefix}`;
