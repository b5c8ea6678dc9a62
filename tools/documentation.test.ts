import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const PAGES = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "docs/**/*.md",
  "{apps,lab,packages}/**/README.md",
];
/** A path from the root in code marks; those with a placeholder or made by a build are no places. */
const PLACE = /`((?:apps|packages|docs|lab|tools|e2e|migrations)\/[\w./-]+)`/g;
const MADE = /^apps\/web\/(dist|public)|^lab\/bench\/results|\/x\.spec\.ts$/;
const LINK = /\]\((?!https?:|mailto:|#)([^)#\s]+)/g;
const TERM = /^\| \*\*(.+?)\*\* +\| (.+?) +\| `(.+?)` +\|$/gm;

const pages = PAGES.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).filter(
  (page) => !page.includes("node_modules"),
);
const read = (page: string): string => readFileSync(join(ROOT, page), "utf8");
const found = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, path = ""]) => path);

test("every file and folder that the documentation names exists", () => {
  expect(pages.length).toBeGreaterThan(40);
  const gone: string[] = [];
  for (const page of pages) {
    const text = read(page);
    for (const path of found(text, PLACE))
      if (!MADE.test(path) && !existsSync(join(ROOT, path))) gone.push(`${page}: ${path}`);
    for (const path of found(text, LINK))
      if (!existsSync(join(ROOT, dirname(page), path))) gone.push(`${page}: (${path})`);
  }
  expect(gone).toEqual([]);
});

test("the glossary defines each term once", () => {
  const terms = found(read("docs/glossary.md"), TERM).flatMap((term) => term.split(", "));
  expect(terms.length).toBeGreaterThan(100);
  expect(terms.filter((term, i) => terms.indexOf(term) !== i)).toEqual([]);
});
