import { tabStore } from "../../platform/browser-store.ts";

const KEY = "swath.last-list";

/** A list as its address says: its path, and its page and filters. */
export interface ListAddress {
  readonly path: string;
  readonly search: Readonly<Record<string, unknown>>;
}

const LISTS: ReadonlySet<string> = new Set([
  "/overview",
  "/post",
  "/ip",
  "/ip/failures",
  "/ip/params",
  "/ip/imagery-params",
  "/ip/instructions",
  "/iptm",
]);

const isReloaded = (): boolean => {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming && entry.type !== "navigate";
};

/**
 * Keeps in this tab which list was open last: pages of single records lead to what is before and after
 * in it. Who comes by a link came from none; a reload forgets nothing.
 */
export function keepLastList(onAddress: (tell: (address: ListAddress) => void) => void): void {
  if (!isReloaded()) tabStore.write(KEY, undefined);
  onAddress(({ path, search }) => {
    if (LISTS.has(path)) tabStore.write(KEY, JSON.stringify({ path, search }));
  });
}

/** The list that was open last in this tab; undefined without one. */
export function lastList(): ListAddress | undefined {
  try {
    const kept: unknown = JSON.parse(tabStore.read(KEY) ?? "null");
    if (typeof kept !== "object" || kept === null) return undefined;
    const { path, search } = kept as Partial<ListAddress>;
    if (typeof path !== "string" || typeof search !== "object" || search === null) return undefined;
    return { path, search };
  } catch {
    return undefined;
  }
}
