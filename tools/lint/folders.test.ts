import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { folderFault } from "./folders.mjs";

const trees: string[] = [];
afterEach(() => trees.splice(0).forEach((tree) => rmSync(tree, { recursive: true })));

const SRC = "apps/web/src/upload";

/** A tree of sources below the upload area. */
function plant(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), "swath-folders-"));
  trees.push(root);
  for (const [path, text] of Object.entries(files)) {
    const file = join(root, SRC, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return root;
}

const fault = (root: string, from: string, to: string) =>
  folderFault(root, `${SRC}/${from}`, `${SRC}/${to}`);

test("folders side by side may not import each other, nor in a circle of three", () => {
  const two = plant({
    "a/one.ts": 'import { two } from "../b/two.ts";',
    "b/two.ts": 'import {\n  one,\n} from "../a/one.ts";',
  });
  expect(fault(two, "a/one.ts", "b/two.ts")).toBe(`${SRC}/a and b import each other`);
  const three = plant({
    "a/one.ts": 'export * from "../b/two.ts";',
    "b/two.ts": 'const three = await import("../c/three.ts");',
    "c/three.ts": 'import { one } from "../a/one.ts";',
  });
  expect(fault(three, "c/three.ts", "a/one.ts")).toBe(`${SRC}/c and a import each other`);
});

test("one direction, types, tests, and a folder within another are free", () => {
  const root = plant({
    "a/one.ts": 'import { two } from "../b/two.ts";',
    "a/inner/more.ts": 'import { one } from "../one.ts";',
    "b/two.ts": 'import type { One } from "../a/one.ts";\nimport { type Two } from "../a/one.ts";',
    "b/two.test.ts": 'import { one } from "../a/one.ts";',
  });
  expect(fault(root, "a/one.ts", "b/two.ts")).toBeUndefined();
  expect(fault(root, "b/two.test.ts", "a/one.ts")).toBeUndefined();
  expect(fault(root, "a/one.ts", "a/inner/more.ts")).toBeUndefined();
  expect(fault(root, "a/one.ts", "root.ts")).toBeUndefined();
});
