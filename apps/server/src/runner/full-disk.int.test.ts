import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "../platform/clock/clock.ts";
import { openObjectStore } from "../platform/open-store.ts";
import { runElement } from "./run-element.ts";
import { ResultWriter } from "./task/write-result.ts";
import { resultsOf } from "./testing/results-of.ts";
import { BUCKET, MIB, type TestRun, writeRun } from "./testing/run-of.ts";

const sh = (script: string): string[] => ["/bin/sh", "-c", script, "sh", "{out}", "{work}"];
let folder: string;
const disk = (): string => join(folder, "disk");

const shell = (command: string): number | null =>
  spawnSync("/bin/sh", ["-c", command], { stdio: "ignore" }).status;

/** A disk of 16 MiB; only root may mount one. */
const mounts =
  process.platform === "linux" &&
  process.getuid?.() === 0 &&
  shell("unshare -m mount -t tmpfs tmpfs /tmp") === 0;

async function ended(run: Pick<TestRun, "command" | "inputs">, dataFolder = join(folder, "data")) {
  const store = { kind: "file", dataFolder, publicUrl: "" } as const;
  const objects = await openObjectStore(store, systemClock);
  await objects.ensureBuckets([BUCKET]);
  if (run.inputs !== undefined)
    await objects.write(BUCKET, "large", [Buffer.alloc(20 * MIB)], { size: 20 * MIB });
  const key = `test-${crypto.randomUUID()}`;
  const written = await writeRun({ ...run, key, folder, store });
  const scratch = disk();
  const signal = new AbortController().signal;
  await runElement({
    folder: written.folder,
    element: "0",
    tasks: [0],
    scratch,
    signal,
    storeSeconds: 0.2,
  });
  const [result] = await resultsOf(written);
  return result!;
}

describe.runIf(mounts)("on a small disk (root on Linux alone can make one)", () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "swath-full-"));
    await mkdir(disk());
    shell(`mount -t tmpfs -o size=16m tmpfs ${disk()}`);
  });
  afterAll(async () => {
    shell(`umount ${disk()}`);
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  });

  test("an input that does not fit is reported so", async () => {
    const file = { path: "a", bucket: BUCKET, key: "large", size: 20 * MIB, xxh128: null };
    const { ending, errors } = await ended({ command: sh("true"), inputs: { points: [file] } });
    expect(ending).toBe("outOfDisk");
    expect(errors).toEqual([{ file: "a", message: "no room left for it" }]);
  });

  test("a program that fills it is reported so, whatever it says itself", async () => {
    const { ending } = await ended({
      command: sh('dd if=/dev/zero of="$1/a" bs=1M 2>/dev/null; exit 7'),
    });
    expect(ending).toBe("outOfDisk");
  });

  test("a program that fills it and hangs is ended", async () => {
    const { ending } = await ended({ command: sh('cat /dev/zero > "$2/a" 2>/dev/null; sleep 60') });
    expect(ending).toBe("outOfDisk");
  });

  test("a result waits for room, and what there was of its line is written over", async () => {
    const outputs = Array.from({ length: 2_000 }, (_, i) => {
      return { path: `a-${i}`, size: i, xxh128: "0".repeat(32) };
    });
    const at = "2026-01-01T00:00:00.000Z";
    const times = { started: at, ended: at, cpuSeconds: 0, peakMemoryBytes: 0 };
    const facts = { ending: "succeeded", exitCode: 0, signal: null, node: "n" } as const;
    const result = { task: 0, name: "a", ...facts, ...times, errors: [], outputs, measures: [] };
    await writeFile(join(disk(), "a"), Buffer.alloc(16 * MIB - 65_536));
    const writer = new ResultWriter(disk());
    const written = writer.write(result, 10);
    const file = (await readdir(disk())).find((name) => name !== "a") ?? "";
    expect((await stat(join(disk(), file))).size).toBeGreaterThan(0);
    expect(await resultsOf({ folder: disk() })).toEqual([]);
    await rm(join(disk(), "a"));
    await written;
    await writer.write({ ...result, task: 1 }, 10);
    await writer.close();
    expect(await resultsOf({ folder: disk() })).toEqual([result, { ...result, task: 1 }]);
    await rm(join(disk(), file));
  });

  test("the disk is as empty as before", async () => {
    await writeFile(join(disk(), "a"), Buffer.alloc(15 * MIB));
    await rm(join(disk(), "a"));
  });
});
