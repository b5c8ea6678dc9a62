import { globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { expect, test } from "vitest";

const ROOT = new URL("..", import.meta.url).pathname;
const TEST = /\.test\.tsx?$|\/testing(\/|\.ts$)|\/conformance\.ts$/;
const SOURCES = globSync("{apps,packages}/*/src/**/*.{ts,tsx}", { cwd: ROOT }).filter(
  (path) => !TEST.test(path),
);
const IMPORT = /(?:\bfrom\s+|\bimport\(?\s*|\bnew URL\(\s*)"(\.{1,2}\/[^"?]+)/g;

const MOST_FOLDERS = 5;
/** Doors of a folder and entries of a program are named alike on purpose. */
const NAMED_ALIKE: ReadonlySet<string> = new Set(["index.ts", "main.ts"]);

function importsOf(path: string): string[] {
  const source = readFileSync(`${ROOT}${path}`, "utf8");
  return [...source.matchAll(IMPORT)].map(([, to = ""]) => posix.join(posix.dirname(path), to));
}

/** Files that lead back to themselves by imports of values or types, the first circle that is found. */
function circleIn(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const visit = (path: string, way: readonly string[]): string[] => {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
    if (done.has(path)) return [];
    for (const next of imports.get(path) ?? []) {
      const circle = visit(next, [...way, path]);
      if (circle.length > 0) return circle;
    }
    done.add(path);
    return [];
  };
  for (const path of imports.keys()) {
    const circle = visit(path, []);
    if (circle.length > 0) return circle;
  }
  return [];
}

test("no file lies more than five folders deep", () => {
  expect(SOURCES.filter((path) => path.split("/").length - 1 > MOST_FOLDERS)).toEqual([]);
});

test("each package names a file once", () => {
  const places = Map.groupBy(SOURCES, (path) => {
    const [kind, name] = path.split("/");
    return `${kind}/${name} ${posix.basename(path)}`;
  });
  const doubles = [...places.values()].filter(
    ([first = "", ...others]) => others.length > 0 && !NAMED_ALIKE.has(posix.basename(first)),
  );
  expect(doubles).toEqual([]);
});

test("no files import one another in a circle, types included", () => {
  const imports = new Map(SOURCES.map((path) => [path, importsOf(path)]));
  expect(circleIn(imports)).toEqual([]);
});

test("a circle is found by its files in order", () => {
  const imports = new Map([
    ["a", ["b"]],
    ["b", ["c", "d"]],
    ["c", []],
    ["d", ["b"]],
  ]);
  expect(circleIn(imports)).toEqual(["b", "d", "b"]);
});
