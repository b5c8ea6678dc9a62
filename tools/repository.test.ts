import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checklistRows, citationsIn } from "../lab/guards/citations.ts";
import { edited, readGuards, unpaired } from "../lab/guards/guard-table.ts";

const SECRETS = [
  /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bgh[pousr]_[A-Za-z0-9]{36}\b/,
  /\bxox[baprs]-[A-Za-z0-9-]{20,}/,
  /\beyJ[A-Za-z0-9_-]{20,}\.eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}/,
];

const tracked = (): string[] =>
  execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" })
    .split("\0")
    .filter((file) => existsSync(file));

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

test("every test of the security checklist names the guard that it proves", () => {
  const { unproven, uncited } = unpaired(checklist, readGuards("."));
  expect(unproven).toEqual([]);
  expect(uncited).toEqual([]);
});

test("every guard is found once where the table says it stands", () => {
  const edits = readGuards(".").flatMap((guard) => guard.edits);
  expect(edits.length).toBeGreaterThan(200);
  const missing = edits.filter((edit) => {
    const text = existsSync(edit.file) ? readFileSync(edit.file, "utf8") : "";
    return edited(text, edit) === undefined;
  });
  expect(missing).toEqual([]);
});

test("an edit finds its text however it is broken into lines, and not where it stands twice", () => {
  const edit = { file: "a.ts", take: "if (isOwn(a, b)) return;", put: "" };
  expect(edited("x;\nif (\n  isOwn(a, b)\n) return;\ny;", edit)).toBe("x;\n\ny;");
  expect(edited(`${edit.take} f(); ${edit.take}`, edit)).toBeUndefined();
  expect(edited(`${edit.take} f(); ${edit.take}`, { ...edit, after: "f()" })).toBe(
    `${edit.take} f(); `,
  );
  expect(edited("nothing of it", edit)).toBeUndefined();
});
