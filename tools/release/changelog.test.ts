import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { changesOf, withRelease } from "./changelog.ts";

const commits = [
  "uploads: a lease outlives a sleep",
  "lint: a rule",
  "map: tiles of *one* host",
  "Merge of two",
  "uploads: names are whole",
].map((subject) => ({ subject }));
const released = { version: "3.4.0", day: "2026-12-01", commits };

test("a release's changes stand by area, oldest first, without what nobody sees", () => {
  expect(changesOf(released)).toBe(`## 3.4.0 (2026-12-01)

### map

- tiles of \\*one\\* host

### uploads

- names are whole
- a lease outlives a sleep

### other

- Merge of two

And 1 of tests and tools.
`);
});

test("a release stands before those before it, and once, however often it is written", () => {
  const before = withRelease("", { ...released, version: "3.3.3", commits: [] });
  const once = withRelease(before, released);
  expect(once.match(/^## .*$/gm)).toEqual(["## 3.4.0 (2026-12-01)", "## 3.3.3 (2026-12-01)"]);
  expect(withRelease(once, released)).toBe(once);
});

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };

test("the newest version has its changes, and its upgrade note", () => {
  const changelog = readFileSync("CHANGELOG.md", "utf8");
  expect(/^## (\S+)/m.exec(changelog)?.[1]).toBe(version);
  expect(existsSync(`docs/operations/upgrade-notes/${version}.md`)).toBe(true);
});
