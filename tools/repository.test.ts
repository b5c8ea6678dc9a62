import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checklistRows, citationsIn } from "../lab/guards/citations.ts";
import { guardPatches, unpaired } from "../lab/guards/guard-patches.ts";

const SECRETS = [
  /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bgh[pousr]_[A-Za-z0-9]{36}\b/,
  /\bxox[baprs]-[A-Za-z0-9-]{20,}/,
  /\beyJ[A-Za-z0-9_-]{20,}\.eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}/,
];

/** Plants one, to show that it is found. */
const PLANTED = "lab/guards/keys-are-found.patch";
const tracked = (): string[] =>
  execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" })
    .split("\0")
    .filter((file) => file !== PLANTED && existsSync(file));

test("no file of the repository holds a key or a token", () => {
  const found = tracked().filter((file) => {
    const text = readFileSync(file, "latin1");
    return SECRETS.some((secret) => secret.test(text));
  });
  expect(found).toEqual([]);
});

const checklist = readFileSync("docs/security.md", "utf8");

test("every test that the security checklist cites exists by that name", () => {
  const cited = citationsIn(checklist);
  expect(cited.length).toBeGreaterThan(30);
  const missing = cited.filter(
    ({ file, title }) => !existsSync(file) || !readFileSync(file, "utf8").includes(title),
  );
  expect(missing).toEqual([]);
});

test("every row of the security checklist cites a test", () => {
  const rows = checklistRows(checklist);
  expect(rows.length).toBeGreaterThan(25);
  expect(rows.filter((row) => citationsIn(row).length === 0)).toEqual([]);
});

test("every test of the security checklist has a patch that takes its guard out", () => {
  const { unproven, uncited } = unpaired(checklist, guardPatches("."));
  expect(unproven).toEqual([]);
  expect(uncited).toEqual([]);
});

const fit = (...paths: string[]): boolean =>
  spawnSync("git", ["apply", "--check", "-C1", "--recount", ...paths]).status === 0;

test("the patches that take guards out still fit what they change", () => {
  const paths = guardPatches(".").map(({ path }) => path);
  // All in one process; each alone only where some do not fit.
  const unfit = fit(...paths) ? [] : paths.filter((path) => !fit(path));
  expect(unfit).toEqual([]);
});
