import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { chown, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TaskResult } from "@swath/contract/processing";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "../platform/clock/clock.ts";
import { allProcesses } from "../platform/local-compute/marked-processes.ts";
import { findSandboxHere, type SandboxMode } from "../platform/compute/find-sandbox.ts";
import { allowPrograms } from "../platform/compute/testing/allow-programs.ts";
import { openObjectStore, type ObjectStoreOptions } from "../platform/open-store.ts";
import { resultsOf } from "./testing/results-of.ts";
import { BUCKET, MIB, type TestRun, writeRun } from "./testing/run-of.ts";

allowPrograms();

const MAIN = join(import.meta.dirname, "main.ts");
const OTHER_USER = 54_321;
const REACHED = "REACHED what it must not";
let folder: string;
let store: ObjectStoreOptions;
const servers: Server[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "swath-hostile-"));
  store = { kind: "file", dataFolder: join(folder, "data"), publicUrl: "" };
  await (await openObjectStore(store, systemClock)).ensureBuckets([BUCKET]);
  await writeFile(join(folder, "session.key"), "the key", { mode: 0o600 });
});
afterEach(async () => {
  for (const server of servers.splice(0)) server.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

async function listen(at: string | 0): Promise<string> {
  const server = createServer((socket) => socket.end()).listen(
    at === 0 ? { port: 0, host: "127.0.0.1" } : { path: at },
  );
  servers.push(server);
  await once(server, "listening");
  const address = server.address();
  return typeof address === "string" ? at.toString() : String(address?.port);
}

/** Gives all of the test's folder to another user, whose runner is not root. */
async function give(path: string, user: number): Promise<void> {
  for (const entry of await readdir(path, { withFileTypes: true, recursive: true }))
    await chown(join(entry.parentPath, entry.name), user, user);
  await chown(path, user, user);
}

type Attempt = Partial<Omit<TestRun, "key" | "folder" | "store">>;

async function start(mode: SandboxMode, attempt: Attempt, user: number | undefined) {
  const key = `hostile-${randomUUID()}`;
  const run = await writeRun({ command: [], ...attempt, key, folder, store });
  if (user !== undefined) await give(folder, user);
  const words = [MAIN, run.folder, "--element", "0", "--scratch", folder, "--sandbox", mode];
  const env = { ...process.env, SWATH_SESSION_SECRET: "not for programs" };
  const as = user === undefined ? {} : { uid: user, gid: user };
  return { run, runner: spawn(process.execPath, words, { stdio: "inherit", env, ...as }) };
}

type Ended = TaskResult & { log: string };

/** What becomes of a task in a sandbox, or without one. */
async function ended(mode: SandboxMode, attempt: Attempt, user?: number): Promise<Ended> {
  const { run, runner } = await start(mode, attempt, user);
  await once(runner, "exit");
  const [result] = await resultsOf(run);
  const log = await readFile(join(run.folder, "log-0.txt"), "utf8").catch(() => "");
  return { ...result!, log };
}

const shell = (script: string): Attempt => ({
  command: ["/bin/sh", "-c", script, "sh", "{out}", "{work}"],
});
const node = (script: string): Attempt => ({
  command: [
    process.execPath,
    "-e",
    `const done = () => console.log(${JSON.stringify(REACHED)});
    const fs = require("node:fs"); const net = require("node:net"); ${script}`,
  ],
});
/** To a socket's path, or to a port by its number: no name has to be found. */
const connects = (to: string) =>
  node(`const to = ${JSON.stringify(to)};
    net.connect(Number(to) > 0 ? { host: "127.0.0.1", port: Number(to) } : { path: to })
      .on("connect", done).on("error", (e) => console.log(e.code))`);

const ATTEMPTS: readonly (readonly [string, () => Promise<Attempt> | Attempt])[] = [
  [
    "it reads no key of the server",
    () => node(`fs.readFileSync(${JSON.stringify(join(folder, "session.key"))}); done()`),
  ],
  [
    "it reads no run's folder, with the words for the store",
    () => shell(`cat ${folder}/hostile-*/store.json > /dev/null && echo ${REACHED}`),
  ],
  [
    "it reads no environment of another process",
    () => shell(`grep -sq "SWATH_SESSION_SECRET=not for" /proc/[0-9]*/environ && echo ${REACHED}`),
  ],
  [
    "it sees no process but its own",
    () => shell(`cat /proc/[0-9]*/cmdline | tr "\\0" " " | grep -q "main[.]ts" && echo ${REACHED}`),
  ],
  ["it reaches no port of this machine", async () => connects(await listen(0))],
  ["it reaches no socket of this machine", async () => connects(await listen(join(folder, "s")))],
  ["it reaches no abstract socket", async () => connects(await listen(`\0swath-${process.pid}`))],
  [
    "it writes nothing outside its folders",
    () =>
      node(`const tries = (opens) => { try { opens(); done(); } catch {} };
        tries(() => fs.openSync(${JSON.stringify(join(folder, "session.key"))}, "r+"));
        for (const path of ["/usr/swath-hostile", "/swath-hostile"])
          tries(() => { fs.writeFileSync(path, ""); fs.rmSync(path); });
        tries(() => fs.openSync("/proc/sys/kernel/core_pattern", "r+"))`),
  ],
  [
    "it starts no more processes than it may",
    () => ({
      ...shell(`for i in $(seq 40); do sleep 3 & done; echo ${REACHED}`),
      sandbox: { processes: 32 },
    }),
  ],
  ["it gets no more memory than it may", () => node("const all = Buffer.allocUnsafe(3e9); done()")],
  [
    "it writes no larger file than it may",
    () => ({
      ...shell(`truncate -s 5M "$2/a" && echo ${REACHED}`),
      output: { maxBytes: MIB },
    }),
  ],
];

/** What a program has left after its runner was killed: it hides its mark, and leaves its session. */
async function survivors(mode: SandboxMode, user?: number): Promise<() => number[]> {
  const seconds = `300.${process.pid}${mode.length}`;
  const left = (): number[] => allProcesses().filter((pid) => says(pid, `sleep\0${seconds}`));
  const child = `env -i setsid sh -c '(/bin/sleep ${seconds} &)'; sleep 300`;
  const { runner } = await start(mode, shell(child), user);
  await expect.poll(left, { timeout: 20_000 }).toHaveLength(1);
  runner.kill("SIGKILL");
  await once(runner, "exit");
  const shells = (): number[] =>
    allProcesses().filter((pid) => says(pid, `sh -c '(/bin/sleep ${seconds}`));
  await expect.poll(shells, { timeout: 20_000 }).toEqual([]);
  return left;
}

const isRoot = process.getuid?.() === 0;
const lacks = "lacks" in findSandboxHere();
const USERS = [["the user of the tests", undefined] as const].concat(
  isRoot ? [["another user", OTHER_USER] as never] : [],
);

describe.skipIf(lacks).each(USERS)("a hostile program of a runner of %s", (_, user) => {
  test.each(ATTEMPTS)("%s, as it does without a sandbox", async (__, attempt) => {
    const made = await attempt();
    expect((await ended("off", made, user)).log).toContain(REACHED);
    const confined = await ended("required", made, user);
    expect(confined.log).not.toContain(REACHED);
    // It ran, and met the sandbox's walls: neither was it refused nor did its Node fail to start.
    expect(confined.exitCode).not.toBe(126);
    expect(confined.log).not.toContain("Aborted");
  });

  test("it has nothing of its runner's environment", async () => {
    const { log } = await ended(
      "required",
      shell("env; tr '\\0' '\\n' < /proc/self/environ"),
      user,
    );
    expect(log).toContain("PATH=");
    expect(log).not.toContain("SWATH_SESSION_SECRET");
  });

  test("it leaves no child, though nothing marks the child and the runner is killed", async () => {
    const without = (await survivors("off", user))();
    for (const pid of without) process.kill(pid, "SIGKILL");
    expect(without).toHaveLength(1);
    // Those of a sandbox are killed with its first process, one after the other.
    await expect.poll(await survivors("required", user)).toEqual([]);
  });

  test("it does its work: reads its inputs, writes its outputs, and says how it ended", async () => {
    const objects = await openObjectStore(store, systemClock);
    await objects.write(BUCKET, "a", [Buffer.from("input")], { size: 5 });
    const file = { path: "a", bucket: BUCKET, key: "a", size: 5, xxh128: null };
    const inputs = { points: [file] };
    const work = shell('cat "$1/../in/points/a" > "$1/b"; : > "$2/c"; : > /tmp/d');
    const done = await ended("required", { ...work, inputs }, user);
    expect(done).toMatchObject({ ending: "succeeded", outputs: [{ path: "b", size: 5 }] });
    const killed = await ended("required", shell("kill -9 $$"), user);
    expect(killed).toMatchObject({ ending: "signalled", signal: "SIGKILL" });
    expect((await ended("required", shell("exit 3"), user)).exitCode).toBe(3);
  });

  test("what its stage needs beyond is there: the network, and folders", async () => {
    const port = await listen(0);
    const { log } = await ended(
      "required",
      { ...connects(port), sandbox: { network: true } },
      user,
    );
    expect(log).toContain(REACHED);
    const reads = shell(`cat ${folder}/session.key; echo x > ${folder}/session.key`);
    const more = { ...reads, sandbox: { read: [`${folder}/session.key`] } };
    if (user !== undefined) expect((await ended("required", more, user)).log).toContain("the key");
    expect(await readFile(join(folder, "session.key"), "utf8")).toBe("the key");
    const missing = { ...shell("true"), sandbox: { read: ["/no/such"] } };
    const { errors } = await ended("required", missing, user);
    expect(errors[0]?.message).toContain("its stage needs /no/such, which is not on this machine");
  });
});

function says(pid: number, words: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "latin1").includes(words);
  } catch {
    return false;
  }
}
