import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { systemClock } from "../platform/clock/clock.ts";
import { type ComputeRun, EngineUnreachable } from "../platform/compute/compute-engine.ts";
import { allProcesses, markOf } from "../platform/local-compute/marked-processes.ts";
import { statFields } from "../platform/local-compute/process-identity.ts";
import { SlurmEngine } from "../platform/slurm-compute/slurm-engine.ts";
import { openObjectStore } from "../platform/open-store.ts";
import { computeConformance } from "./conformance.ts";
import { ComputeSubject, type EngineUnderTest } from "./testing/compute-subject.ts";
import { BUCKET } from "./testing/run-of.ts";

const SLURM = join(import.meta.dirname, "../../../../tools/engines/slurm.sh");
const slurm = (...words: string[]) => promisify(execFile)("bash", [SLURM, ...words]);
const sh = (script: string): string[] => ["/bin/sh", "-c", script, "sh", "{out}", "{work}"];

function setting(name: string): string {
  const value = process.env[name];
  if (value !== undefined && value !== "") return value;
  throw new Error(`${name} is not set: the engine tests need a running Slurm (tools/engines)`);
}

const engine = (changed: { url?: string; tokenFile?: string; node?: string } = {}): SlurmEngine =>
  new SlurmEngine({
    url: setting("SLURM_REST_URL"),
    version: setting("SLURM_REST_VERSION"),
    user: setting("SLURM_USER"),
    tokenFile: setting("SLURM_TOKEN_FILE"),
    node: process.execPath,
    runner: join(import.meta.dirname, "main.ts"),
    // As on this machine: the suite's programs look at what a sandbox hides.
    sandbox: "off",
    maxMinutes: 1_440,
    settleSeconds: 0,
    ...changed,
  });

/** What the sweep does: a run that the engine does not know is submitted again, with its key. */
async function submitUntilTaken(subject: ComputeSubject, run: ComputeRun): Promise<void> {
  for (;;)
    try {
      if ((await subject.state(run)) !== undefined) return;
      await subject.engine.submit(run);
      return;
    } catch (error) {
      if (!(error instanceof EngineUnreachable)) throw error;
      await sleep(200);
    }
}

async function open(): Promise<EngineUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), "swath-slurm-runs-"));
  const store = { kind: "file", dataFolder: join(folder, "data"), publicUrl: "" } as const;
  return {
    engine: engine(),
    reopen: async () => engine(),
    folder,
    store,
    objects: await openObjectStore(store, systemClock),
    manyTasks: 1_000,
    killRunner: async ({ key }) => {
      const marked = (pid: number): boolean => markOf(pid)?.startsWith(`${key}/`) === true;
      // The parent of the program is the runner; numbers of processes begin anew, so none is surely first.
      const parents = allProcesses()
        .filter(marked)
        .map((pid) => Number(statFields(pid)?.[1]));
      const runner = parents.find((pid) => pid > 1 && !marked(pid));
      if (runner === undefined) throw new Error(`no runner among the parents ${parents.join()}`);
      process.kill(runner, "SIGKILL");
    },
    afterKilledRunner: "lost",
    close: () => rm(folder, { recursive: true, force: true, maxRetries: 10 }),
  };
}

computeConformance("the Slurm engine", open);

describe("a cluster", () => {
  test("that does not answer, or refuses us, is unreachable, and nothing is known of its jobs", async () => {
    await expect(engine({ url: "http://127.0.0.1:1" }).states(["a"])).rejects.toMatchObject({
      message: "slurmrestd does not answer GET ping",
    });
    const refused = engine({ tokenFile: "/dev/null" });
    await expect(refused.capacity()).rejects.toThrow(/Slurm|slurmrestd/);
  });

  test("whose nodes have no Node.js reports the tasks lost, with what the shell said", async () => {
    const under = await open();
    const subject = new ComputeSubject({ ...under, engine: engine({ node: "/no/such/node" }) });
    const run = await subject.submit({ command: sh("exit 0") });
    const { lost } = await subject.until(run, "ended");
    expect(lost.map(({ ending }) => ending)).toEqual(["nodeLost"]);
    expect(lost[0]?.reason).toMatch(/^its runner ended with exit code 127: .*No such file/);
    await under.close();
  });

  test("whose controller is killed right after a submission loses no run", async () => {
    const under = await open();
    const subject = new ComputeSubject(under);
    await under.objects.ensureBuckets([BUCKET]);
    const run = await subject.make({ command: sh("sleep 1; echo done > $1/done"), tasks: 4 });
    await under.engine.submit(run);
    await slurm("kill-controller");
    await expect(subject.state(run)).rejects.toThrow(/Slurm|slurmrestd/);
    await slurm("controller");
    await submitUntilTaken(subject, run);
    expect((await subject.until(run, "ended", { most: 100_000 })).lost).toEqual([]);
    expect((await subject.results(run)).map(({ ending }) => ending)).toEqual(
      Array.from({ length: 4 }, () => "succeeded"),
    );
    await under.close();
  }, 120_000);

  test("that loses a node executes its tasks again elsewhere", async () => {
    const under = await open();
    const subject = new ComputeSubject(under);
    await under.objects.ensureBuckets([BUCKET]);
    const run = await subject.make({
      command: sh("echo begun; sleep 5; echo done > $1/done"),
      tasks: 6,
    });
    await submitUntilTaken(subject, run);
    await subject.untilLog(run, "begun");
    await slurm("kill-node", "1");
    await sleep(1_000);
    const { lost } = await subject.until(run, "ended", { most: 150_000 });
    await slurm("node", "1");
    expect(lost).toEqual([]);
    expect((await subject.results(run)).map(({ ending }) => ending)).toEqual(
      Array.from({ length: 6 }, () => "succeeded"),
    );
    await under.close();
  }, 180_000);
});
