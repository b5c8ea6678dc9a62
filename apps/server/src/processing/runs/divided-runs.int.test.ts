import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { testStage } from "../testing/run-rig.ts";
import { useRig } from "../testing/use-rig.ts";

const rig = useRig();

test("collects those outputs alone that it says, and publishes no parts", async () => {
  const { id, key } = await rig().startRun(
    testStage("ICP2", {
      tasks: { each: "points" },
      collect: ["{node}", "{input.tasks}", "{input.points}"],
      collected: ["*.sum.json"],
      outputs: [
        { glob: "*.sum.json", kind: "part" },
        { glob: "*.json", kind: "report" },
      ],
    }),
  );
  await rig().engine.finish(key, ({ name }) => ({
    files: { [`${name}.json`]: "{}", [`${name}.sum.json`]: "{}" },
  }));
  await rig().settle();
  const [task] = await rig().engine.tasksOf(rig().onlyKey());
  expect(task!.inputs["tasks"]!.map(({ path }) => path)).toEqual([
    "a.laz.sum.json",
    "b.laz.sum.json",
  ]);
  expect(task!.inputs["points"]).toHaveLength(2);
  await rig().engine.finish(rig().onlyKey(), () => ({ files: {} }));
  await rig().settle();
  expect((await rig().manifest(id, "ICP2"))!.files.map(({ path }) => path)).toEqual([
    "a.laz.json",
    "b.laz.json",
  ]);
});

test("tells the call that collects how many tasks failed", async () => {
  const collect = ["{node}", "--failed={failed}", "{input.tasks}"];
  const { key } = await rig().startRun(
    testStage("ICP2", { tasks: { each: "points" }, tolerance: 0.5, collect }),
  );
  await rig().engine.finish(key, ({ name }) =>
    name.startsWith("a")
      ? { ending: "failed", exitCode: 1, errors: [], files: {} }
      : { files: { "b.json": "{}" } },
  );
  await rig().settle();
  const { command } = await rig().engine.fileOf(rig().onlyKey());
  expect(command).toEqual(["/node", "--failed=1", "{input.tasks}"]);
});

test("a run that began before a stage could say what it collects collects all", async () => {
  const collect = ["{node}", "{input.tasks}"];
  const { id, key } = await rig().startRun(testStage("ICP2", { collect }));
  await sql`UPDATE processing_runs SET stage = stage - 'collected'`.execute(rig().db);
  await rig().engine.finish(key, () => ({ files: { "a.json": "{}" } }));
  await rig().settle();
  const [task] = await rig().engine.tasksOf(rig().onlyKey());
  expect(task!.inputs["tasks"]!.map(({ path }) => path)).toEqual(["a.json"]);
  expect((await rig().job(id, "ICP2")).status).toBe("RUNNING");
});

describe("processing/R12 of a stage that divides itself", () => {
  const divided = testStage("ICP2", {
    tasks: "divided",
    divide: ["{node}", "divide", "{out}"],
    command: ["{node}", "tile", "{input.points}", "{input.divided}"],
    collect: ["{node}", "collect", "{input.divided}", "{input.tasks}"],
    outputs: [
      { glob: "tasks.json", kind: "part" },
      { glob: "*.json", kind: "report" },
    ],
  });
  const list = JSON.stringify([
    { name: "0_0", files: ["a.laz"] },
    { name: "0_1", files: ["a.laz", "b.laz"] },
  ]);

  test("runs the tasks that its call listed, each with the files of its entry", async () => {
    const { id, key } = await rig().startRun(divided);
    const [first, ...more] = await rig().engine.tasksOf(key);
    expect([first!.name, first!.inputs, more]).toEqual(["divide", {}, []]);
    expect((await rig().engine.fileOf(key)).command).toEqual(["/node", "divide", "{out}"]);
    await rig().engine.finish(key, () => ({ files: { "tasks.json": list } }));
    await rig().settle();
    const tasks = await rig().engine.tasksOf(rig().onlyKey());
    const pathsOf = (inputs: (typeof tasks)[0]["inputs"]) =>
      Object.entries(inputs).map(([name, files]) => [name, files.map(({ path }) => path)]);
    expect(tasks.map(({ name, inputs }) => [name, pathsOf(inputs)])).toEqual([
      [
        "0_0",
        [
          ["points", ["a.laz"]],
          ["divided", ["tasks.json"]],
        ],
      ],
      [
        "0_1",
        [
          ["points", ["a.laz", "b.laz"]],
          ["divided", ["tasks.json"]],
        ],
      ],
    ]);
    await rig().engine.finish(rig().onlyKey(), ({ name }) => ({
      files: { [`${name}.json`]: "{}" },
    }));
    await rig().settle();
    const [collect] = await rig().engine.tasksOf(rig().onlyKey());
    expect(pathsOf(collect!.inputs)).toEqual([
      ["divided", ["tasks.json"]],
      ["tasks", ["0_0.json", "0_1.json"]],
    ]);
    await rig().engine.finish(rig().onlyKey(), () => ({ files: {} }));
    await rig().settle();
    expect(await rig().job(id, "ICP2")).toMatchObject({
      status: "COMPLETED",
      succeeded: 2,
      failed: 0,
    });
    expect((await rig().manifest(id, "ICP2"))!.files.map(({ path }) => path)).toEqual([
      "0_0.json",
      "0_1.json",
    ]);
  });

  test("fails as its call failed", async () => {
    const { id, key } = await rig().startRun(divided);
    const errors = [{ file: "instruction.json", message: "asks for a grid that is missing" }];
    await rig().engine.finish(key, () => ({ ending: "failed", exitCode: 1, errors }));
    await rig().settle();
    expect(await rig().job(id, "ICP2")).toMatchObject({
      status: "FAILED",
      failed_files: [
        {
          file_names: ["instruction.json"],
          failure_message: ["asks for a grid that is missing"],
        },
      ],
    });
  });

  test.each([
    ["[]", "There is nothing to do: no file for any task"],
    ["{}", "tasks.json is no list of tasks"],
    [undefined, "Its tasks were not listed: there is no tasks.json"],
  ])("fails by a list that is none: %s", async (written, reason) => {
    const { id, key } = await rig().startRun(divided);
    const files: Record<string, string> = written === undefined ? {} : { "tasks.json": written };
    await rig().engine.finish(key, () => ({ files }));
    await rig().settle();
    expect(await rig().job(id, "ICP2")).toMatchObject({ status: "FAILED", reason });
  });

  test("is divided again where the node of its call was lost, three times in all", async () => {
    const { id } = await rig().startRun(divided);
    for (let time = 0; time < 3; time += 1) {
      await rig().engine.finish(rig().onlyKey(), () => undefined);
      await rig().settle();
    }
    expect(await rig().job(id, "ICP2")).toMatchObject({
      status: "FAILED",
      reason: "1 of 1 tasks failed: 1 was lost with its node",
    });
  });
});
