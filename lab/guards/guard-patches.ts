import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { citationsIn, type Citation } from "./citations.ts";

/** A patch that takes one guard out, and the test that must fail then. */
export interface GuardPatch extends Citation {
  /** Path within the repository: `<folder of the test>/guards/<name>.patch`. */
  readonly path: string;
}

/**
 * Reads a patch: the line `Test: name.test.ts “the test”` stands above the diff, and names a file of
 * the folder that `guards` lies in.
 */
function readGuardPatch(path: string, root: string): GuardPatch {
  const text = readFileSync(join(root, path), "utf8");
  const header = /^Test: ([^ ]+) “([^”]+)”$/m.exec(text);
  if (header === null || header.index > text.indexOf("diff --git"))
    throw new Error(`${path} names no test above its diff`);
  const [, file = "", title = ""] = header;
  return { path, file: join(dirname(dirname(path)), file).replaceAll("\\", "/"), title };
}

/** Every patch of the repository. */
export function guardPatches(root: string): GuardPatch[] {
  const words = [
    "ls-files",
    "-z",
    "--cached",
    "--others",
    "--exclude-standard",
    "*/guards/*.patch",
  ];
  const listed = execFileSync("git", words, { cwd: root, encoding: "utf8" });
  const paths = [...new Set(listed.split("\0").filter((path) => path !== ""))];
  return paths.toSorted().map((path) => readGuardPatch(path, root));
}

const same = (a: Citation, b: Citation): boolean => a.file === b.file && a.title === b.title;

/** Tests of the checklist without a patch, and patches for tests that it does not cite. */
export function unpaired(checklist: string, patches: readonly GuardPatch[]) {
  const cited = citationsIn(checklist);
  return {
    unproven: cited.filter((one) => !patches.some((patch) => same(patch, one))),
    uncited: patches.filter((patch) => !cited.some((one) => same(patch, one))),
  };
}
