import type { BigIntStats } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { AppError } from "@swath/contract/errors";
import type { Clock } from "../clock/clock.ts";
import {
  type FolderQuery,
  type ListPage,
  type ListQuery,
  MAX_LIST_PAGE,
  type StoredObject,
} from "../object-store/object-store.ts";
import { toStored } from "./facts.ts";
import { type Found, holdsMoreThan, isFolder, walkBucket } from "./file-walk.ts";
import { type Root, statFileNow } from "./placement.ts";
import { requireStore } from "./store-error.ts";

/** Objects that are looked at before others get their turn. */
const STATS_AT_ONCE = 100;
const PAUSED_WALKS = 8;
/** What a walk read of a folder longer ago than this may no longer hold. */
const FRESH_MS = 5_000;

interface PausedWalk {
  readonly walk: AsyncGenerator<Found>;
  /** Found already: the first of the next page. */
  readonly next: Found;
  readonly since: number;
}

/** Lists the objects of buckets, page by page. */
export class FileList {
  readonly #root: Root;
  readonly #clock: Clock;
  /** Walks that stopped at the end of a page: the next page goes on with them, and reads no folder again. */
  readonly #paused = new Map<string, PausedWalk>();

  constructor(root: Root, clock: Clock) {
    this.#root = root;
    this.#clock = clock;
  }

  async page(bucket: string, query: ListQuery): Promise<ListPage> {
    const limit = Math.min(Math.max(1, query.limit ?? MAX_LIST_PAGE), MAX_LIST_PAGE);
    const { walk, next } = this.#resume(bucket, query);
    const page: Found[] = next === undefined ? [] : [next];
    let nextToken: string | undefined;
    for (let step = await walk.next(); step.done !== true; step = await walk.next()) {
      if (page.length === limit) {
        nextToken = writeToken(page.at(-1)!.key);
        const since = this.#clock().getTime();
        this.#pause(walkId(bucket, query, nextToken), { walk, next: step.value, since });
        break;
      }
      page.push(step.value);
    }
    const folders = page.filter(({ key }) => isFolder(key)).map(({ key }) => key);
    const objects = page.filter(({ key }) => !isFolder(key));
    if (page.length === 0) await requireStore(this.#root);
    return { objects: await describe(this.#root, objects), folders, nextToken };
  }

  /** A page of a folder; undefined of one that would have to be read beyond the query's limit of names. */
  async folder(bucket: string, query: FolderQuery): Promise<ListPage | undefined> {
    const { prefix, maxNames } = query;
    if (await holdsMoreThan(this.#root, bucket, { prefix, names: maxNames })) return undefined;
    return this.page(bucket, { ...query, delimiter: "/" });
  }

  #resume(bucket: string, query: ListQuery): Pick<PausedWalk, "walk"> & { next?: Found } {
    const { prefix, token, delimiter } = query;
    const after = token === undefined ? "" : readToken(token);
    const id = walkId(bucket, query, token);
    const paused = this.#paused.get(id);
    this.#paused.delete(id);
    if (paused !== undefined && this.#clock().getTime() - paused.since < FRESH_MS) return paused;
    return {
      walk: walkBucket(this.#root, bucket, { prefix, delimited: delimiter === "/", after }),
    };
  }

  #pause(id: string, paused: PausedWalk): void {
    this.#paused.set(id, paused);
    const [oldest] = this.#paused.keys();
    if (this.#paused.size > PAUSED_WALKS && oldest !== undefined) this.#paused.delete(oldest);
  }
}

const walkId = (bucket: string, { prefix, delimiter }: ListQuery, token?: string): string =>
  JSON.stringify([bucket, prefix, delimiter, token]);

async function describe(root: Root, page: readonly Found[]): Promise<StoredObject[]> {
  const stats: (BigIntStats | undefined)[] = [];
  for (const [i, { path }] of page.entries()) {
    // Asking the kernel takes microseconds; a detour by another thread for each takes longer.
    stats.push(statFileNow(path));
    if (i % STATS_AT_ONCE === STATS_AT_ONCE - 1) await setImmediate();
  }
  const held = stats.filter((stat) => stat !== undefined);
  const found = await root.facts.find(held);
  const facts = new Map(held.map((stat, i) => [stat, found[i]]));
  return page.flatMap(({ key }, i) => {
    const stat = stats[i];
    return stat === undefined ? [] : [toStored(key, stat, facts.get(stat))];
  });
}

const writeToken = (key: string): string => Buffer.from(key).toString("base64url");
function readToken(token: string): string {
  const key = Buffer.from(token, "base64url").toString();
  if (key === "" || writeToken(key) !== token)
    throw new AppError("INVALID_REQUEST", "not a token of this listing");
  return key;
}
