import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runningOwner, takeOwnership } from "./process-identity.ts";

const MODULE = new URL("process-identity.ts", import.meta.url).href;
let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "swath-owner-"));
  path = join(folder, "owner.json");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A process that tries once, says whether it owns the file, and lives on until it is killed. */
async function contender() {
  const program = `
    import { takeOwnership } from ${JSON.stringify(MODULE)};
    console.log(takeOwnership(${JSON.stringify(path)}));
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program]);
  const [said] = (await once(child.stdout, "data")) as [Buffer];
  return { child, owns: String(said).trim() === "true" };
}

test("of several processes one owns the file, until it is killed", async () => {
  const first = await Promise.all([contender(), contender(), contender()]);
  expect(first.filter(({ owns }) => owns).length).toBe(1);
  const owner = first.find(({ owns }) => owns)!.child;
  expect(runningOwner(path)?.pid).toBe(owner.pid);
  owner.kill("SIGKILL");
  await once(owner, "exit");
  expect(runningOwner(path)).toBeUndefined();
  const second = await Promise.all([contender(), contender(), contender()]);
  expect(second.filter(({ owns }) => owns).length).toBe(1);
  for (const { child } of [...first, ...second]) child.kill("SIGKILL");
  expect((await readdir(folder)).length).toBe(1);
});

test("a process of the same number that began at another time is not the owner", async () => {
  expect(takeOwnership(path)).toBe(true);
  expect(takeOwnership(path)).toBe(false);
  const owner = JSON.parse(await readFile(path, "utf8")) as object;
  await writeFile(path, JSON.stringify({ ...owner, start: "1" }));
  expect(runningOwner(path)).toBeUndefined();
  expect(takeOwnership(path)).toBe(true);
});
