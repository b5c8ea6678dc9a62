import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const SECRETS = [
  /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bgh[pousr]_[A-Za-z0-9]{36}\b/,
  /\bxox[baprs]-[A-Za-z0-9-]{20,}/,
  /\beyJ[A-Za-z0-9_-]{20,}\.eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}/,
];

const tracked = (): string[] =>
  execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" }).split("\0").filter(existsSync);

test("no file of the repository holds a key or a token", () => {
  const found = tracked().filter((file) => {
    const text = readFileSync(file, "latin1");
    return SECRETS.some((secret) => secret.test(text));
  });
  expect(found).toEqual([]);
});

/** A test as the checklist cites it: its file, and its name within typographic quotes. */
const CITATION = /`([^`]+\.(?:test|spec)\.tsx?)` “([^”]+)”/g;

test("every test that the security checklist cites exists by that name", () => {
  const checklist = readFileSync("docs/security.md", "utf8");
  const cited = [...checklist.matchAll(CITATION)].map(([, file = "", name = ""]) => ({
    file,
    name,
  }));
  expect(cited.length).toBeGreaterThan(30);
  const missing = cited.filter(
    ({ file, name }) => !existsSync(file) || !readFileSync(file, "utf8").includes(name),
  );
  expect(missing).toEqual([]);
});

test("every row of the security checklist cites a test", () => {
  const rows = readFileSync("docs/security.md", "utf8")
    .split("\n")
    .filter((line) => /^\| V\d/.test(line));
  expect(rows.length).toBeGreaterThan(25);
  expect(rows.filter((row) => row.search(CITATION) < 0)).toEqual([]);
});
