import { expect, test } from "vitest";
import type { ComputeRun } from "../compute/compute-engine.ts";
import { arrayJob, elementsOf } from "./array-job.ts";

const run = (changed: Partial<ComputeRun> = {}): ComputeRun => ({
  key: "swath-1-1",
  label: "MiningAI3 FL000101",
  folder: "/runs/it's here",
  tasks: 1_000,
  cpus: 2,
  memoryBytes: 1_024 * 1_048_576,
  seconds: 60,
  feature: null,
  ...changed,
});
const options = {
  version: "v0.0.38",
  node: "/usr/bin/node",
  runner: "/s/main.ts",
  maxMinutes: 600,
};

test.each([
  ["two for each task that can run at once", run(), 10, 20],
  ["no fewer than eight, where nodes may come", run(), 1, 8],
  ["no more than there are tasks", run({ tasks: 3 }), 100, 3],
  ["no more than Slurm takes", run({ tasks: 100_000 }), 5_000, 1_000],
  ["as many as their time limit makes necessary", run({ seconds: 3_600 }), 1, 101],
])("an array has elements: %s", (_, given, slots, elements) => {
  expect(elementsOf(given, slots, options.maxMinutes)).toBe(elements);
});

test("a job carries the run's key, its limits, and words that no shell reads", () => {
  const { script, job } = arrayJob(run({ feature: "gpu" }), 20, options) as {
    script: string;
    job: Record<string, unknown>;
  };
  expect(script).toContain(
    String.raw`exec '/usr/bin/node' '/s/main.ts' '/runs/it'\''s here' --element`,
  );
  expect(script).toContain(" --sandbox auto\n");
  expect(job).toMatchObject({
    name: "swath-1-1",
    comment: "swath-1-1 1000 MiningAI3 FL000101",
    array: "0-19",
    cpus_per_task: 2,
    memory_per_node: 1_024 + 192,
    time_limit: 51 + 5,
    requeue: true,
    constraints: "gpu",
    environment: { PATH: "/usr/local/bin:/usr/bin:/bin", NODE_COMPILE_CACHE: "/runs/.code" },
  });
});

test("later versions are given their own form of numbers and of the environment", () => {
  const { job } = arrayJob(run(), 20, { ...options, version: "v0.0.40" }) as { job: object };
  expect(job).toMatchObject({
    time_limit: { set: true, number: 56 },
    environment: ["PATH=/usr/local/bin:/usr/bin:/bin", "NODE_COMPILE_CACHE=/runs/.code"],
  });
});
