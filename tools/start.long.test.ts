import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const NOBODY = 65_534;
const LONG = 60_000;
const isRoot = process.getuid?.() === 0;
/** As people have them. */
const place = mkdtempSync(join(tmpdir(), "swath Ort mit ü-"));
const checkout = join(place, "checkout");

/** As much of a checkout as starts, with nothing installed and built. */
beforeAll(() => {
  chmodSync(place, 0o755);
  mkdirSync(checkout);
  for (const name of ["tools", "bin", "package.json", "package-lock.json"])
    cpSync(name, join(checkout, name), {
      recursive: true,
      filter: (path) => !path.includes("node_modules"),
    });
});
afterAll(() => rmSync(place, { recursive: true }));

const startAs = (uid?: number) =>
  spawnSync(process.execPath, [join(checkout, "tools/start.mjs")], {
    encoding: "utf8",
    ...(uid !== undefined && { uid, gid: uid }),
  });

test.skipIf(!isRoot)("another user than a checkout's owner is told who prepares it", () => {
  const { status, stderr } = startAs(NOBODY);
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /^Swath is not installed and built in .*ü.*, and nobody may not write there: .*\n$/,
  );
});

test("a signal ends npm with all that it started", { timeout: LONG }, async () => {
  const programs = join(place, "programs");
  mkdirSync(programs);
  const note = join(place, "started");
  writeFileSync(join(programs, "npm"), `#!/bin/sh\nsleep 600 &\necho $! > "${note}"\nwait\n`);
  chmodSync(join(programs, "npm"), 0o755);
  const child = spawn(process.execPath, [join(checkout, "tools/start.mjs")], {
    env: { ...process.env, PATH: `${programs}:${process.env["PATH"]}` },
    stdio: "ignore",
  });
  const ended = once(child, "exit");
  await expect.poll(() => existsSync(note) && readFileSync(note, "utf8")).toMatch(/^\d+\n$/);
  const sleeper = `/proc/${readFileSync(note, "utf8").trim()}`;
  child.kill("SIGTERM");
  expect(await ended).toEqual([143, null]);
  await expect
    .poll(() => existsSync(sleeper) && readFileSync(`${sleeper}/stat`, "utf8"))
    .not.toMatch(/\) [SR] /);
});

/** Runs a program from a folder of its own. */
const run = (file: string, ...words: string[]) =>
  spawnSync(file, words, { cwd: "/", encoding: "utf8" });

test("the launcher runs through links from any folder, and says what is not installed", () => {
  const link = join(place, "swath");
  symlinkSync(resolve("bin/swath"), join(place, "first"));
  symlinkSync("first", link);
  expect(run(link, "help").stdout).toContain("swath serve");
  expect(run(link, "client", "help").stdout).toContain("swath upload FOLDER");
  expect(run(link, "start", "now")).toMatchObject({ status: 2 });
  const bare = run(join(checkout, "bin/swath"), "help");
  expect(bare.status).toBe(1);
  expect(bare.stderr).toMatch(/^Swath is not installed in .*: run npm start there once.*\n$/);
});

test("a place that cannot be used is told in one line", { timeout: LONG }, () => {
  const { status, stderr } = spawnSync(resolve("bin/swath"), ["serve"], {
    encoding: "utf8",
    env: {
      PATH: process.env["PATH"],
      SWATH_DATA: "/dev/null/data",
      SWATH_LOG_FILE: "/dev/null/log",
    },
  });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^Swath cannot use \/dev\/null: a file stands in its place\. .*\n$/);
});
