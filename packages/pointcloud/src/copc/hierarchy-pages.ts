import {
  entryBytes,
  ENTRY_BYTES,
  type HierarchyEntry,
  type NodeKey,
  type PagePlace,
} from "./copc-records.ts";

/** Levels of a page: of ground, which has four cubes in each, some thousand entries. */
const PAGE_LEVELS = 6;
/** A hierarchy of so many entries is one page. */
const ONE_PAGE = 4_096;

const nameOf = ({ level, x, y, z }: NodeKey): string => `${level}-${x}-${y}-${z}`;

const ROOT = nameOf({ level: 0, x: 0, y: 0, z: 0 });

/** The key so many levels above. */
const above = ({ level, x, y, z }: NodeKey, levels: number): NodeKey => ({
  level: level - levels,
  x: x >> levels,
  y: y >> levels,
  z: z >> levels,
});

/**
 * The pages of a hierarchy, one behind the other, which begin at a place of the file: the root's first,
 * each of some levels, with an entry for each page below.
 */
export function hierarchyPages(
  entries: readonly HierarchyEntry[],
  start: number,
): { readonly bytes: Uint8Array; readonly root: PagePlace } {
  const pages = new Map<string, HierarchyEntry[]>();
  const isOne = entries.length <= ONE_PAGE;
  for (const entry of entries) {
    const within = isOne ? entry.key.level : entry.key.level % PAGE_LEVELS;
    const page = nameOf(above(entry.key, within));
    const own = pages.get(page) ?? [];
    if (own.push(entry) === 1) pages.set(page, own);
  }
  return placed(pages, start);
}

function placed(pages: ReadonlyMap<string, HierarchyEntry[]>, start: number) {
  const places = new Map<string, PagePlace>();
  const children = new Map<string, NodeKey[]>();
  for (const [name, [first]] of pages) {
    const { key } = first!;
    if (key.level === 0) continue;
    const parent = nameOf(above(key, PAGE_LEVELS));
    children.set(parent, [...(children.get(parent) ?? []), key]);
    places.set(name, { at: 0, bytes: 0 });
  }
  let at = start;
  for (const [name, own] of pages) {
    const bytes = (own.length + (children.get(name)?.length ?? 0)) * ENTRY_BYTES;
    places.set(name, { at, bytes });
    at += bytes;
  }
  const bytes = new Uint8Array(at - start);
  for (const [name, own] of pages) {
    const below = (children.get(name) ?? []).map((key): HierarchyEntry => {
      const place = places.get(nameOf(key))!;
      return { key, at: place.at, bytes: place.bytes, points: undefined };
    });
    bytes.set(entryBytes([...own, ...below]), places.get(name)!.at - start);
  }
  return { bytes, root: places.get(ROOT) ?? { at: start, bytes: 0 } };
}
