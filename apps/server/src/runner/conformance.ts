import { randomUUID } from "node:crypto";
import { chmod, mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { takeHasher } from "../platform/hashing/xxh128.ts";
import { ComputeSubject, type EngineUnderTest } from "./testing/compute-subject.ts";
import { endings } from "./testing/endings.ts";
import { faultyFiles } from "./testing/faulty-files.ts";
import { BUCKET } from "./testing/run-of.ts";

const sh = (script: string): string[] => [
  "/bin/sh",
  "-c",
  script,
  "sh",
  "{out}",
  "{work}",
  "{task}",
];

/** What every compute engine does, with the runner that it starts; declares the tests of one. */
export function computeConformance(name: string, open: () => Promise<EngineUnderTest>): void {
  describe(name, () => {
    let under: EngineUnderTest | undefined;
    let subject: ComputeSubject;
    const get = (): ComputeSubject => subject;

    beforeAll(async () => {
      under = await open();
      await under.objects.ensureBuckets([BUCKET]);
      subject = new ComputeSubject(under);
    });
    afterAll(() => under?.close());

    describe("a run", () => runs(get));
    describe("a task", () => tasks(get));
    describe("a task ends as", () => {
      endings(get);
      faultyFiles(get);
    });
    describe("what is killed", () => killings(get));

    test("says what it has", async () => {
      const { cpus, freeCpus, memoryBytes, nodes, scratchBytes } = await subject.engine.capacity();
      expect(cpus).toBeGreaterThan(0);
      expect(freeCpus).toBeLessThanOrEqual(cpus);
      expect(memoryBytes).toBeGreaterThan(0);
      const up = nodes.filter((node) => node.up);
      expect(up.length).toBeGreaterThan(0);
      expect(up.reduce((sum, node) => sum + node.cpus, 0)).toBe(cpus);
      expect(scratchBytes ?? 1).toBeGreaterThan(0);
    });

    test("says whether tasks find a program, or that a node alone sees it", async () => {
      const { engine } = subject;
      expect((await engine.hasProgram("sh")) ?? true).toBe(true);
      expect((await engine.hasProgram("/bin/sh")) ?? true).toBe(true);
      expect((await engine.hasProgram("swath-has-no-such-program")) ?? false).toBe(false);
    });
  });
}

function runs(get: () => ComputeSubject): void {
  test("of many tasks executes each once", async () => {
    const { manyTasks } = get().under;
    const folder = join(get().under.folder, `counted-${randomUUID()}`);
    const counted = join(folder, "executed");
    await mkdir(folder, { recursive: true });
    // In a sandbox a task may have an account of its own.
    await chmod(folder, 0o777);
    const script = `umask 0; echo "$3" >> ${counted}; echo "$3" > "$1/$3.txt"`;
    const sandbox = { write: [folder] };
    const run = await get().submit({ command: sh(script), tasks: manyTasks, sandbox });
    expect((await get().until(run, "ended", { most: 110_000 })).lost).toEqual([]);
    const results = await get().results(run);
    expect(results.map(({ task }) => task)).toEqual(Array.from({ length: manyTasks }, (_, i) => i));
    expect(results.every(({ ending }) => ending === "succeeded")).toBe(true);
    const executed = (await readFile(counted, "utf8")).trimEnd().split("\n");
    expect(executed.toSorted()).toEqual(results.map((result) => result.name).toSorted());
    expect(results.every(({ task, outputs }) => outputs[0]?.path === `task-${task}.txt`)).toBe(
      true,
    );
  }, 120_000);

  test("that is unknown has no state, and to cancel it is nothing", async () => {
    expect(await get().engine.states(["no-such-run"])).toEqual(new Map());
    await get().engine.cancel("no-such-run");
  });

  test("that is submitted twice is taken once", async () => {
    const run = await get().make({ command: sh("echo started; sleep 1"), tasks: 2 });
    const first = await get().engine.submit(run);
    expect(await get().engine.submit(run)).toBe(first);
    const again = await get().under.reopen();
    expect(await again.submit(run)).toBe(first);
    expect((await get().until(run, "ended")).lost).toEqual([]);
    expect((await get().results(run)).length).toBe(2);
    expect(await get().log(run)).toBe("started\n");
  });

  test("goes on without the server, and the next one finds it", async () => {
    const run = await get().submit({ command: sh("echo begun; sleep 1; echo done > $1/done") });
    await get().untilLog(run, "begun");
    const next = await get().under.reopen();
    expect((await get().until(run, "ended", { engine: next })).lost).toEqual([]);
    expect((await get().result(run)).ending).toBe("succeeded");
  });

  test.each([
    ["ends with all its processes", "setsid sleep 300 & trap '' TERM; echo begun; sleep 300"],
    ["has no task that failed by it", "echo begun; sleep 300"],
  ])(
    "that is cancelled %s",
    async (_, program) => {
      const script = `${program}; sleep 300`;
      const run = await get().submit({ command: sh(script), tasks: 40 });
      await get().untilLog(run, "begun");
      expect(get().processes(run).length).toBeGreaterThan(0);
      await get().engine.cancel(run.key);
      const { lost } = await get().until(run, "ended");
      const results = await get().results(run);
      expect(lost.length + results.length).toBe(40);
      expect([...lost, ...results].every(({ ending }) => ending === "cancelled")).toBe(true);
      expect(get().processes(run)).toEqual([]);
      await get().engine.cancel(run.key);
    },
    60_000,
  );
}

function tasks(get: () => ComputeSubject): void {
  test("reads its verified inputs and leaves its outputs aside", async () => {
    const { objects } = get().under;
    const content = Buffer.from("a trajectory");
    const hasher = await takeHasher();
    const xxh128 = hasher.update(content).digest();
    await objects.write(BUCKET, "in/a", [content], { size: content.length });
    const file = { path: "day/a.sbet", bucket: BUCKET, key: "in/a", size: content.length, xxh128 };
    const script = 'mkdir "$1/b"; cat "{input.gps}/day/a.sbet" > "$1/b/copy"; echo x > "$1/c.tmp"';
    const run = await get().submit({
      command: sh(script),
      inputs: { gps: [file] },
      tasks: 2,
      output: { globs: ["B/**"] },
    });
    await get().until(run, "ended");
    const { outputs, ending } = await get().result(run);
    expect(ending).toBe("succeeded");
    expect(outputs).toEqual([{ path: "b/copy", size: content.length, xxh128 }]);
    const stored = await objects.read(BUCKET, `${run.key}/.attempt-1/b/copy`);
    expect((await buffer(stored)).equals(content)).toBe(true);
    expect(await objects.head(BUCKET, `${run.key}/.attempt-1/c.tmp`)).toBeUndefined();
  });

  test("is given no secret, and a folder of its own", async () => {
    const run = await get().submit({ command: sh("env; pwd") });
    await get().until(run, "ended");
    const log = await get().log(run);
    const names = new Set(Array.from(log.matchAll(/^([A-Z_]+)=/gm), ([, name]) => name));
    expect(names).toEqual(
      new Set([
        "HOME",
        "LANG",
        "OMP_NUM_THREADS",
        "PATH",
        "PWD",
        "SWATH_TASK_EXECUTION",
        "TMPDIR",
        "TZ",
      ]),
    );
    expect(log).toContain(run.key);
  });

  test("leaves nothing on its machine but its run's files", async () => {
    const run = await get().submit({
      command: sh("mkdir -p $2/a/b; chmod 0 $2/a; setsid sleep 100 & sleep 0.3"),
    });
    await get().until(run, "ended");
    expect(get().processes(run)).toEqual([]);
    const known =
      /^(run\.json|store\.json|tasks\.ndjson|results-.*\.ndjson|log-0\.txt|claim-0|element-\d+|array-.*)$/;
    expect((await readdir(run.folder)).filter((name) => !known.test(name))).toEqual([]);
  });
}

function killings(get: () => ComputeSubject): void {
  test("as a runner is taken over or reported, with no process left behind", async () => {
    const run = await get().submit({
      command: sh("setsid sleep 300 & echo begun; sleep 2; sleep 1"),
    });
    await get().untilLog(run, "begun");
    await get().under.killRunner(run);
    const { lost } = await get().until(run, "ended");
    if (get().under.afterKilledRunner === "executedAgain") {
      expect(lost).toEqual([]);
      expect((await get().results(run)).map(({ ending }) => ending)).toEqual(["succeeded"]);
    } else {
      expect(lost.map(({ task, ending }) => ({ task, ending }))).toEqual([
        { task: 0, ending: "nodeLost" },
      ]);
    }
    await expect.poll(() => get().processes(run)).toEqual([]);
  }, 60_000);
}
