import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { allowPrograms } from "../compute/testing/allow-programs.ts";
import { isRunning, type ProcessIdentity } from "./process-identity.ts";
import { launchesOf, Runners } from "./runners.ts";

allowPrograms();

const RUNNER = join(import.meta.dirname, "../../runner/main.ts");
/** Says who it is for each run that it has. */
const FAKE = `
import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
for await (const record of createInterface(process.stdin)) writeFileSync(record + "/pid", String(process.pid));`;
let folder: string;
let runners: Runners;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "swath-runners-"));
  await writeFile(join(folder, "runner.mjs"), FAKE);
  runners = new Runners(join(folder, "runner.mjs"), join(folder, "code"));
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

function record(name: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
}

/** The process that a run was given, by its own account. */
async function runnerOf(path: string): Promise<number> {
  // The file is there, and empty, before the number is.
  const pid = () => (existsSync(join(path, "pid")) ? Number(readFileSync(join(path, "pid"))) : 0);
  await expect.poll(pid, { timeout: 60_000 }).toBeGreaterThan(0);
  return pid();
}

test("each run has a runner of its own, whether one was ready or not", async () => {
  const [first, second, third] = [record("first"), record("second"), record("third")];
  const one = runners.launch(first)!;
  expect(await runnerOf(first)).toBe(one.pid);
  const waiting = runners.prepare()!;
  expect(runners.prepare()).toEqual(waiting);
  const two = runners.launch(second)!;
  expect(two).toEqual(waiting);
  const three = runners.launch(third)!;
  expect(await runnerOf(second)).toBe(two.pid);
  expect(await runnerOf(third)).toBe(three.pid);
  expect(new Set([one.pid, two.pid, three.pid]).size).toBe(3);
  expect([first, second, third].map(launchesOf)).toEqual([1, 1, 1]);
});

test("a run has the runner of one that has ended, but of none that was cancelled", async () => {
  const [first, second, third] = [record("first"), record("second"), record("third")];
  const one = runners.launch(first)!;
  await runnerOf(first);
  expect(runners.prepare(first)).toEqual(one);
  expect(runners.launch(second)).toEqual(one);
  expect(await runnerOf(second)).toBe(one.pid);
  runners.dismiss(second);
  expect(runners.prepare(second)).not.toEqual(one);
  await expect.poll(() => isRunning(one), { timeout: 60_000 }).toBe(false);
  expect(await (runners.launch(third), runnerOf(third))).not.toBe(one.pid);
});

test("a runner that cannot end its run leaves, so that another is started for it", async () => {
  const real = new Runners(RUNNER, join(folder, "code"));
  const one = real.launch(record("without-a-record"))!;
  await expect.poll(() => isRunning(one), { timeout: 60_000 }).toBe(false);
});

test("a runner gives way to other programs as far as it was told", async () => {
  const gentle = new Runners(RUNNER, join(folder, "code"), { nice: 3 });
  const { pid } = gentle.prepare()!;
  await expect.poll(() => getPriority(pid), { timeout: 60_000 }).toBe(3);
  process.kill(pid, "SIGKILL");
});

test("a runner ends where its run's folder is gone", async () => {
  const runner = spawn(process.execPath, [RUNNER, "--local"], {
    stdio: ["pipe", "ignore", "ignore"],
  });
  runner.stdin.end(`${join(folder, "gone")}\n`);
  expect(await once(runner, "exit")).toEqual([1, null]);
});

test("a run is given no runner that was killed while it waited", async () => {
  const { pid } = runners.prepare()!;
  process.kill(pid, "SIGKILL");
  await expect.poll(() => runners.prepare()!.pid, { timeout: 60_000 }).not.toBe(pid);
  const path = record("run");
  const launched = runners.launch(path)!;
  expect(launched.pid).not.toBe(pid);
  expect(await runnerOf(path)).toBe(launched.pid);
});

/** A server's process, with a runner that waits; it prints who that is. */
function server(): ChildProcess {
  const program = `
    import { Runners } from ${JSON.stringify(join(import.meta.dirname, "runners.ts"))};
    const runners = new Runners(${JSON.stringify(RUNNER)}, ${JSON.stringify(join(folder, "code"))});
    console.log(JSON.stringify(runners.prepare()));
    setInterval(() => {}, 1000);`;
  return spawn(process.execPath, ["--input-type=module", "-e", program]);
}

test("a runner that waits ends once the process that started it was killed", async () => {
  const killed = server();
  const [said] = (await once(killed.stdout!, "data")) as [Buffer];
  const waiting = JSON.parse(String(said)) as ProcessIdentity;
  expect(isRunning(waiting)).toBe(true);
  killed.kill("SIGKILL");
  await expect.poll(() => isRunning(waiting), { timeout: 60_000 }).toBe(false);
});

test.skipIf(process.platform === "win32")(
  "where the system starts no process none is launched, and the server goes on",
  async () => {
    const program = `
      import { closeSync, openSync } from "node:fs";
      import { setTimeout } from "node:timers/promises";
      import { launchesOf, Runners } from ${JSON.stringify(join(import.meta.dirname, "runners.ts"))};
      const runners = new Runners(${JSON.stringify(RUNNER)}, "");
      const held = [];
      try {
        for (;;) held.push(openSync("/dev/null"));
      } catch {}
      // What counts the launches can be opened; the pipe to a process cannot.
      closeSync(held.pop());
      const record = ${JSON.stringify(record("run"))};
      const started = [runners.launch(record), runners.prepare()];
      for (const file of held) closeSync(file);
      await setTimeout(1);
      console.log(JSON.stringify({ started, launches: launchesOf(record) }));`;
    const limited = 'ulimit -n 100; exec "$0" --input-type=module -e "$1"';
    const child = spawn("/bin/sh", ["-c", limited, process.execPath, program]);
    const said = await text(child.stdout);
    expect(JSON.parse(said)).toEqual({ started: [null, null], launches: 0 });
  },
);
