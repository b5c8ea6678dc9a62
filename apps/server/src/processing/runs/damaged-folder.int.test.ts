import { readFile, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { testStage } from "../testing/run-rig.ts";
import { report, useRig } from "../testing/use-rig.ts";

const rig = useRig();

async function endedAfter(damage: (file: string) => Promise<void>) {
  const { id, key } = await rig().startRun(testStage("PI1", { tasks: { each: "points" } }));
  await rig().engine.finish(key, ({ name }) => ({ files: { [`${name}.json`]: "{}" } }));
  await damage(join(rig().deps.spool, key, "tasks.ndjson"));
  await rig().settle();
  return { id, job: await rig().job(id, "PI1") };
}

describe("a run whose list of tasks is damaged fails, and publishes nothing", () => {
  test.each([
    ["emptied", (file: string) => truncate(file, 0)],
    ["garbled", (file: string) => writeFile(file, "\0{")],
    ["removed", (file: string) => rm(file)],
    [
      "short of a line",
      async (file: string) => {
        const [first = ""] = (await readFile(file, "utf8")).split("\n");
        await writeFile(file, `${first}\n`);
      },
    ],
  ])("%s (processing/R8)", async (_, damage) => {
    const { id, job } = await endedAfter(damage);
    expect(job).toMatchObject({
      status: "FAILED",
      reason: "The file tasks.ndjson of its run is damaged",
    });
    expect(await rig().manifest(id, "PI1")).toBeUndefined();
  });
});

test("a run that cannot be collected because its list of inputs is damaged fails (processing/R8)", async () => {
  const collected = testStage("PI1", { collect: ["{node}", "{input.tasks}", "{out}"] });
  const { id, key } = await rig().startRun(collected);
  await rig().engine.finish(key, () => report());
  await writeFile(join(rig().deps.spool, key, "inputs.json"), "\0");
  await rig().settle();
  expect(await rig().job(id, "PI1")).toMatchObject({
    status: "FAILED",
    reason: "The file inputs.json of its run is damaged",
  });
});

test("a message with characters that PostgreSQL refuses is kept without them (processing/R11)", async () => {
  const { id, key } = await rig().startRun();
  const errors = [{ file: "a.laz", message: "no \0 such \ud800 line" }];
  await rig().engine.finish(key, () => ({ ending: "failed", exitCode: 1, errors }));
  await rig().settle();
  const job = await rig().job(id, "PI1");
  expect(job.status).toBe("FAILED");
  expect(job.failed_files[0]!.failure_message.join()).toContain("no \ufffd such \ufffd line");
});
