import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../platform/postgres/testing.ts";
import { runCommand } from "./command-line.ts";

test("a command exports into a new folder, and refuses one that is there", async () => {
  const { url, drop } = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), "swath-export-"));
  onTestFinished(async () => {
    await drop();
    await rm(folder, { recursive: true });
  });
  const run = async (...words: string[]) => {
    const lines: string[] = [];
    const print = (line: string): void => void lines.push(line);
    const environment = { DATABASE_URL: url, SWATH_DATA: join(folder, "data") };
    const stopped = new Promise<never>(() => undefined);
    const code = await runCommand(words, { environment, print, printError: print, stopped });
    return { code, lines };
  };
  const to = join(folder, "export");
  const first = await run("export", to, "--plain");
  expect(first.lines[0]).toMatch(
    /^Exported to .*: \d+ rows of \d+ tables, and a list of 1 objects/,
  );
  expect(first.code).toBe(0);
  expect((await readdir(to)).toSorted()).toEqual([
    "export.json",
    "objects.jsonl",
    "places.jsonl",
    "tables",
  ]);
  const text = String(await readFile(join(to, "tables", "store_buckets.jsonl")));
  expect(text.trim().split("\n")).toHaveLength(9);
  const again = await run("export", to);
  expect(again).toMatchObject({ code: 1, lines: [expect.stringContaining("exists already")] });
  const nowhere = await run("export", join(folder, "no", "where"));
  expect(nowhere.lines).toEqual([expect.stringContaining("does not exist: make it first")]);
});
