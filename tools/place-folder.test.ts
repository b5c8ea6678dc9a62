import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { placeFolder } from "./place-folder.mjs";

let root: string;
let place: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "swath-place-"));
  place = join(root, "dist");
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function filled(name: string, files: readonly string[]): string {
  const folder = join(root, name);
  mkdirSync(folder);
  for (const file of files) writeFileSync(join(folder, file), name);
  return folder;
}

test("a folder takes its place whole, and nothing of the former one stays", () => {
  placeFolder(filled("first", ["index.html", "old.js"]), place);
  placeFolder(filled("second", ["index.html", "new.js"]), place);
  expect(readdirSync(place).toSorted()).toEqual(["index.html", "new.js"]);
  expect(readdirSync(root)).toEqual(["dist"]);
});

test("a folder that is not there is an error, and what stands stays", () => {
  placeFolder(filled("first", ["index.html"]), place);
  expect(() => placeFolder(join(root, "none"), place)).toThrow("ENOENT");
  expect(readdirSync(place)).toEqual(["index.html"]);
});

test("of processes that place theirs at once, each ends and the last one stands whole", async () => {
  const script = `
    import { mkdirSync, writeFileSync } from "node:fs";
    import { placeFolder } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, "place-folder.mjs")).href)};
    for (let count = 0; count < 200; count += 1) {
      const folder = ${JSON.stringify(root)} + "/mine-" + process.pid;
      mkdirSync(folder);
      for (const name of ["a", "b", "c"]) writeFileSync(folder + "/" + name, String(process.pid));
      placeFolder(folder, ${JSON.stringify(place)});
    }`;
  const run = promisify(execFile);
  await Promise.all(
    Array.from({ length: 4 }, async () =>
      run(process.execPath, ["--input-type=module", "--eval", script]),
    ),
  );
  expect(readdirSync(place).toSorted()).toEqual(["a", "b", "c"]);
  expect(readdirSync(root)).toEqual(["dist"]);
});
