import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TaskResult } from "@swath/contract/processing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { systemClock } from "../platform/clock/clock.ts";
import { allProcesses, markOf } from "../platform/local-compute/marked-processes.ts";
import { statFields } from "../platform/local-compute/process-identity.ts";
import { openObjectStore, type ObjectStoreOptions } from "../platform/open-store.ts";
import { resultsOf } from "./testing/results-of.ts";
import { BUCKET, MIB, type TestRun, writeRun } from "./testing/run-of.ts";
import { allowPrograms } from "../platform/compute/testing/allow-programs.ts";

allowPrograms();

const MAIN = join(import.meta.dirname, "main.ts");
/** Of this run of the tests: another one may go on beside it. */
const RUN = `limits-run-${randomBytes(4).toString("hex")}`;
let folder: string;
let store: ObjectStoreOptions;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "swath-limits-"));
  store = { kind: "file", dataFolder: join(folder, "data"), publicUrl: "" };
  await (await openObjectStore(store, systemClock)).ensureBuckets([BUCKET]);
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

/** What becomes of a run of one task whose program is a script, given `{out}` and `{work}`. */
async function ended(
  script: string,
  changed: Partial<TestRun> = {},
): Promise<TaskResult & { log: string }> {
  const command = ["/bin/sh", "-c", script, "sh", "{out}", "{work}"];
  const run = await writeRun({ key: RUN, folder, store, command, ...changed });
  const words = [MAIN, run.folder, "--element", "0", "--scratch", folder, "--sandbox", "off"];
  const env = { ...process.env, SWATH_SESSION_SECRET: "not for programs" };
  await once(spawn(process.execPath, words, { stdio: "inherit", env }), "exit");
  const [result] = await resultsOf(run);
  const log = await readFile(join(run.folder, "log-0.txt"), "utf8").catch(() => "");
  return { ...result!, log };
}

const reasonOf = ({ ending, errors }: TaskResult): string => `${ending}: ${errors[0]?.message}`;

test("a program that writes for ever is ended at its bound", async () => {
  const result = await ended('cat /dev/zero > "$1/a"; sleep 600');
  expect(reasonOf(result)).toBe("outputFault: the program wrote more than its 64 MB of output");
});

test("a program that fills its working folder is ended at its bound", async () => {
  const output = { maxBytes: 4 * MIB };
  const result = await ended('cat /dev/zero > "$2/a"; sleep 600', { output });
  expect(reasonOf(result)).toBe("outputFault: the program keeps more than its 16 MB to work with");
});

test("a program that writes more files than it may is ended at its bound", async () => {
  const script = 'cd "$1"; seq 1200 | xargs touch; sleep 600';
  const result = await ended(script, { output: { globs: ["*.tif"] } });
  expect(reasonOf(result)).toBe(
    "outputFault: the program wrote more than its 1,000 files of output",
  );
});

test("more outputs than a task may have are refused", async () => {
  const result = await ended('for i in $(seq 101); do : > "$1/$i"; done');
  expect(reasonOf(result)).toBe("outputFault: is one of more than 100 outputs");
});

test("an output of more bytes than a task may have is refused, however soon it is written", async () => {
  const result = await ended('truncate -s 1G "$1/a.las"');
  expect(reasonOf(result)).toBe("outputFault: makes more than 64 MB of outputs");
  expect(result.outputs).toEqual([]);
});

test("measures of 1 GB are refused unread", async () => {
  const result = await ended('truncate -s 1G "$1/measures.json"');
  expect(reasonOf(result)).toBe("outputFault: is no file of less than 1 MiB");
});

test("a link is no output, whatever it leads to", async () => {
  const result = await ended('echo a > "$1/a"; ln -s /etc/passwd "$1/b"');
  expect(reasonOf(result)).toBe("outputFault: is a symbolic link");
  expect(result.outputs).toEqual([]);
});

test("an output's name leads out of no folder", async () => {
  const result = await ended(String.raw`echo a > "$1/..\\..\\a"`);
  expect(reasonOf(result)).toContain("outputFault: its name holds");
});

test.each([
  ["removed", 'rm -rf "$2" "$1"', "ENOENT"],
  ["a link to itself", 'rm -rf "$2"; ln -s work "$2"', "ELOOP"],
])("a program whose working folder is %s is ended, its runner is not", async (_, script, code) => {
  const result = await ended(`${script}; sleep 600`);
  expect(reasonOf(result)).toBe(`outputFault: the program took its working folder away (${code})`);
});

test("a program's log ends at its bound", async () => {
  const { ending, log } = await ended("yes | head -c 3000000; echo last");
  expect(ending).toBe("succeeded");
  expect(log.length).toBeLessThan(MIB + 100);
  expect(log.endsWith("last\n")).toBe(true);
});

test("no secret of the runner's environment is in a program's", async () => {
  expect((await ended("env")).log).not.toContain("SECRET");
});

test("a program that takes longer than it may is ended, with its children", async () => {
  const script = "setsid sleep 300 & (trap '' TERM; sleep 300) & sleep 8";
  const result = await ended(script, { seconds: 1 });
  expect(reasonOf(result)).toBe("outOfTime: the program took longer than its 1 s");
  expect(allProcesses().filter((pid) => markOf(pid)?.startsWith(`${RUN}/`) === true)).toEqual([]);
});

test("a program whose children hold more memory than it may is ended", async () => {
  const grows = "const all = []; setInterval(() => all.push(Buffer.alloc(16777216, 1)), 20)";
  const script = `${process.execPath} -e '${grows}' & wait`;
  const result = await ended(script, { memoryBytes: 256 * MIB });
  expect(reasonOf(result)).toBe("outOfMemory: the program used more than its 256 MB of memory");
});

test("what a child in another session without its mark holds counts too", async () => {
  const grows = "const all = []; setInterval(() => all.push(Buffer.alloc(16777216, 1)), 20)";
  const script = `env -i /usr/bin/setsid ${process.execPath} -e '${grows}' & wait`;
  const result = await ended(script, { memoryBytes: 256 * MIB });
  expect(reasonOf(result)).toBe("outOfMemory: the program used more than its 256 MB of memory");
});

test("what a program leaves behind is ended, also in another session and without its mark", async () => {
  const result = await ended("env -i /usr/bin/setsid /bin/sleep 300 & echo $!; sleep 0.3", {});
  const pid = Number(result.log);
  expect(pid).toBeGreaterThan(1);
  const state = statFields(pid)?.[0];
  if (state !== undefined && state !== "Z") process.kill(pid, "SIGKILL");
  expect([undefined, "Z"]).toContain(state);
});
