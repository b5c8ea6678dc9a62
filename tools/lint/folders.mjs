import { globSync, readFileSync } from "node:fs";
import { dirname, join, posix, resolve, sep } from "node:path";

/**
 * Folders that stand side by side import one another in one direction only, tests and types apart:
 * what two of them need stands below both.
 */
const SOURCES = "{apps,packages}/*/src/**/*.{ts,tsx}";
const TEST = /(\.test\.tsx?$|\/testing\/)/;
/** Imports and re-exports of values; a clause of types alone is left out. */
const IMPORTS =
  /^(?:import|export)\s+(?!type\b)(?:([\w*{][^;"']*?)\s+from\s+)?"(\.{1,2}\/[^"?]+)|\bimport\(\s*"(\.{1,2}\/[^"?]+)/gm;
const ONLY_TYPES = /^\{(?:\s*type\s[^,}]+,?)*\s*\}$/;

/** The two folders side by side that an import leads from and to; undefined where one holds the other. */
function siblings(from, to) {
  const [own, other] = [from, to].map((path) => posix.dirname(path).split("/"));
  const parts = own.findIndex((name, i) => name !== other[i]);
  if (parts < 0 || parts >= other.length) return undefined;
  return [own, other].map((names) => names.slice(0, parts + 1).join("/"));
}

function importsOf(source) {
  return [...source.matchAll(IMPORTS)].flatMap(([, clause, from, dynamic]) =>
    clause !== undefined && ONLY_TYPES.test(clause) ? [] : [from ?? dynamic],
  );
}

/** Each folder's siblings that its files import values of, in a tree of sources. */
function readFolders(root) {
  const folders = new Map();
  for (const found of globSync(SOURCES, { cwd: root })) {
    const path = found.split(sep).join("/");
    if (TEST.test(path)) continue;
    for (const specifier of importsOf(readFileSync(join(root, found), "utf8"))) {
      const edge = siblings(path, posix.join(posix.dirname(path), specifier));
      if (edge === undefined) continue;
      const [own, other] = edge;
      folders.set(own, (folders.get(own) ?? new Set()).add(other));
    }
  }
  return folders;
}

const trees = new Map();

/** Why a file may not import a value from another: their folders import each other; undefined where it may. */
export function folderFault(root, from, to) {
  const edge = TEST.test(from) ? undefined : siblings(from, to);
  if (edge === undefined) return undefined;
  const tree = resolve(root);
  if (!trees.has(tree)) trees.set(tree, readFolders(tree));
  const folders = trees.get(tree);
  const [own, other] = edge;
  const reached = new Set([other]);
  for (const folder of reached) for (const next of folders.get(folder) ?? []) reached.add(next);
  if (!reached.has(own)) return undefined;
  return `${own} and ${posix.relative(dirname(own), other)} import each other`;
}
