import { describe, expect, test } from "vitest";
import { testStage } from "../testing/run-rig.ts";
import { report, useRig } from "../testing/use-rig.ts";

const rig = useRig();

const later = (rest: object = {}) =>
  testStage("ICP1", {
    inputs: { index: { from: "PI1", glob: "*.json" } },
    ...rest,
    params: {},
    command: ["x"],
  });

describe("what comes after", () => {
  test("starts by itself once all that it needs is done, and reads what was published", async () => {
    rig().install(testStage("PI1"), later());
    const id = await rig().seedProcessing(["PI1", "ICP1"]);
    await rig().order(id, "PI1");
    await rig().settle();
    await rig().engine.finish(rig().onlyKey(), () => report());
    await rig().settle();
    const key = rig().onlyKey();
    const [task] = await rig().engine.tasksOf(key);
    expect(task!.inputs["index"]).toMatchObject([
      { path: "report.json", key: `${id}/PI1/.attempt-1/report.json`, size: 2 },
    ]);
    expect((await rig().job(id, "ICP1")).status).toBe("QUEUED");
  });

  test("waits for the QA of what it needs, and says so where it was ordered", async () => {
    rig().install(testStage("PI1", { requireQA: true }), later());
    const id = await rig().seedProcessing(["PI1", "ICP1"]);
    await rig().order(id, "PI1");
    await rig().settle();
    await rig().engine.finish(rig().onlyKey(), () => report());
    await rig().settle();
    expect(rig().engine.open).toEqual([]);
    expect((await rig().job(id, "ICP1")).status).toBe("NOT_COMMENCED");
    await rig().order(id, "ICP1");
    await rig().settle();
    expect(await rig().job(id, "ICP1")).toMatchObject({
      status: "PREQUEUE",
      reason: "Waits for the QA of PI1 label",
    });
    await rig().move(id, "PI1", "completeQA", { qa_user: "Casey Crew" });
    await rig().settle();
    expect((await rig().job(id, "ICP1")).status).toBe("QUEUED");
  });

  test("starts once it applies, where all that it needs was done before", async () => {
    rig().install(testStage("PI1"), later());
    const id = await rig().seedProcessing(["PI1", { name: "ICP1", status: "NOT_APPLICABLE" }]);
    await rig().order(id, "PI1");
    await rig().settle();
    await rig().engine.finish(rig().onlyKey(), () => report());
    await rig().settle();
    expect((await rig().job(id, "ICP1")).status).toBe("NOT_APPLICABLE");
    await rig().move(id, "ICP1", "apply");
    await rig().settle();
    expect((await rig().job(id, "ICP1")).status).toBe("QUEUED");
  });

  test("processing/G1 processings of which no run was made here do not go on by themselves", async () => {
    rig().install(testStage("PI1"), later());
    const id = await rig().seedProcessing([{ name: "PI1", status: "FAILED" }, "ICP1"]);
    await rig().move(id, "PI1", "markIgnored");
    await rig().settle();
    expect((await rig().job(id, "ICP1")).status).toBe("NOT_COMMENCED");
  });

  test("processing/G3 the outputs of a job that was set back are withdrawn, its attempt stays", async () => {
    const { id, key } = await rig().startRun();
    await rig().engine.finish(key, () => report());
    await rig().settle();
    await rig().move(id, "PI1", "reset");
    await rig().settle();
    expect(await rig().manifest(id, "PI1")).toBeUndefined();
    expect((await rig().job(id, "PI1")).output_path).toBeNull();
  });
});
