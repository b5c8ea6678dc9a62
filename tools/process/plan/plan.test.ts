import { describe, expect, test } from "vitest";
import { readPlanOptions } from "../read-options.ts";
import { planLines } from "./plan-lines.ts";
import { planPipeline } from "./plan-pipeline.ts";
import { areaOf, describedFiles, DESCRIBED, sharedBox } from "./planned-flight.ts";
import { printPlan } from "./print-plan.ts";
import { type StageCost, STAGE_COSTS } from "./stage-costs.ts";

const cost = (rest: Partial<StageCost>): StageCost => ({
  stage: "S",
  after: [],
  division: { by: "once" },
  taskSeconds: 0,
  secondsPerMillion: 3.6,
  readBytes: 10,
  writtenBytes: 5,
  memory: { base: 100, perMillion: 10, most: 1_000 },
  ...rest,
});

/** Two files of a million points on squares of 1 km beside each other. */
const TWO = [0, 1_000].map((minX) => ({
  points: 1e6,
  bytes: 3e7,
  box: { minX, minY: 0, maxX: minX + 1_000, maxY: 1_000 },
}));
const tiles = (collar: number, reads: "ranges" | "files") =>
  cost({ division: { by: "tile", side: 1_000, collar, reads } });

describe("a stage", () => {
  test.each([
    // [what, cost, tasks, hours, read, used, written, longest min, MB]
    ["once", cost({}), 1, 0.002, 2e7, 2e7, 1e7, 0.12, 120],
    [
      "a task for each file",
      cost({ division: { by: "file" } }),
      2,
      0.002,
      2e7,
      2e7,
      1e7,
      0.06,
      110,
    ],
    ["recorded bytes", cost({ readBytes: null }), 1, 0.002, 6e7, 6e7, 1e7, 0.12, 120],
    ["a start of each task", cost({ taskSeconds: 36 }), 1, 0.012, 2e7, 2e7, 1e7, 0.72, 120],
    ["tiles by files", tiles(100, "files"), 2, 0.004, 4e7, 2.2e7, 1e7, 0.12, 111],
  ] as const)("%s", (_, of, tasks, hours, bytesRead, bytesUsed, bytesWritten, minutes, memory) => {
    const [plan] = planPipeline(TWO, [of], 2).stages;
    expect(plan!.tasks).toBe(tasks);
    const figures = { hours, bytesRead, bytesUsed, bytesWritten, minutes, memory };
    for (const [name, value] of Object.entries(figures))
      expect(plan![name as keyof typeof figures], name).toBeCloseTo(value, 6);
  });

  test("reads of ranges as much around a tile as its collar and half a node are wide", () => {
    const [plan] = planPipeline(TWO, [tiles(100, "ranges")], 2).stages;
    const node = Math.sqrt(100_000) / 2;
    expect(plan!.bytesRead).toBeCloseTo(2 * 10 * 1e6 * (1.1 + node / 1_000), 0);
    expect(plan!.beyond).toEqual([]);
  });

  test.each([
    ["memory", cost({ memory: { base: 601, perMillion: 0, most: 700 } })],
    ["minutes", cost({ secondsPerMillion: 601 })],
    ["readOfUsed", tiles(0, "files")],
  ] as const)("beyond a limit says so: %s", (limit, of) => {
    const files =
      limit === "readOfUsed" ? [{ ...TWO[0]!, box: { ...TWO[0]!.box, maxX: 4_000 } }] : TWO;
    expect(planPipeline(files, [of], 2).stages[0]!.beyond).toEqual([limit]);
  });

  test("a join is one task more: its time, its bytes, its memory", () => {
    const join = { secondsPerMillion: 900, secondsPerTask: 60, bytesPerPoint: 1, memory: 300 };
    const { stages, criticalHours } = planPipeline(TWO, [cost({ join })], 2);
    expect(stages[0]).toMatchObject({
      joinMinutes: 31,
      memory: 300,
      bytesRead: 2.2e7,
      beyond: ["minutes"],
    });
    expect(criticalHours).toBeCloseTo(0.002 + 31 / 60, 6);
  });
});

test("the critical path is the longest way through the stages; on cores each stage waits for the one before", () => {
  const hour = { secondsPerMillion: 1_800 };
  const stages = [
    cost({ ...hour, stage: "A", division: { by: "file" } }),
    cost({ ...hour, stage: "B", after: ["A"], division: { by: "file" } }),
    cost({ ...hour, stage: "C", after: ["A"] }),
  ];
  const { hours, criticalHours, hoursOnCores } = planPipeline(TWO, stages, 1);
  expect([hours, criticalHours, hoursOnCores]).toEqual([3, 1.5, 3]);
  expect(planPipeline(TWO, stages, 2).hoursOnCores).toBe(2);
});

test("a described flight has its points on its area, line by line", () => {
  const files = describedFiles({ ...DESCRIBED, points: 8e8, files: 100 });
  expect(files).toHaveLength(100);
  expect(files.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(8e8, 0);
  expect(files[0]!.points / areaOf(files[0]!.box)).toBeCloseTo(8, 6);
  // Ten files of 2 km are a line of 20 km; the next line flies over 30 % of it.
  expect(files[10]!.box).toEqual({ minX: 0, minY: 350, maxX: 2_000, maxY: 850 });
  expect(areaOf(sharedBox(files[0]!.box, files[10]!.box))).toBe(2_000 * 150);
});

test("ten billion points: every stage has its row, and the sums stand below", () => {
  const files = describedFiles({ ...DESCRIBED, points: 1e10, files: 1_000 });
  const plan = planPipeline(files, STAGE_COSTS, 200);
  const lines = planLines(files, plan, 200);
  expect(lines[0]).toBe("10,000,000,000 points in 1,000 files, 300 GB");
  expect(lines.slice(2, -2).map((line) => line.split(" ")[0])).toEqual(
    STAGE_COSTS.map(({ stage }) => stage),
  );
  const tasks = plan.stages.reduce((sum, stage) => sum + stage.tasks, 0);
  expect(lines.at(-2)).toContain(`${tasks.toLocaleString("en-GB")} tasks, `);
  expect(lines.at(-1)).toContain(" on 200 cores; critical path ");
});

test.each([
  [["--plan", "--points", "1000000000"], { points: 1e9, files: 100, cores: 200 }],
  [["--plan", "--points", "1e10", "--files", "1000", "--cores", "8"], { files: 1_000, cores: 8 }],
  [["FL000101", "--plan", "--sensor", "SL1"], { flightId: "FL000101", sensorId: "SL1", points: 0 }],
])("words of a plan: %j", (words, options) => {
  expect(readPlanOptions(words)).toMatchObject(options);
});

test.each([
  [["FL000101"]],
  [["--plan"]],
  [["FL000101", "--plan", "--points", "5"]],
  [["--plan", "--points", "5", "--files", "0.5"]],
  [["--plan", "--points", "1e9", "--cores", "0"]],
  [["FL000101", "--plan", "--stage", "PI1"]],
])("no words of a plan: %j", (words) => {
  expect(readPlanOptions(words)).toBeUndefined();
});

describe("the plan of a flight", () => {
  const index = {
    version: 1,
    crs: { epsg: 28_356, geographic: false, horizontalUnit: 1, verticalUnit: 1 },
    files: [{ path: "a.laz", points: 5, bounds: { min: [0, 0, 0], max: [10, 10, 9] }, lines: [] }],
  };
  const latest = { published: true, attempt: 3 };
  const jobs = [
    { name: "LMS", latest },
    { name: "PI1_MineIP1", latest },
  ];
  async function planOf(ownJobs: readonly object[]) {
    const printed: string[] = [];
    const asked: unknown[] = [];
    const service = {
      runsOf: async () => [
        { processingId: "p", sensorId: "SL1", template: "LiDAR", jobs: ownJobs },
      ],
      outputsOf: async () => [{ path: "a.laz", size: 45 }],
      readOutput: async (...of: unknown[]) => (asked.push(of), index),
    };
    const code = await printPlan(
      async () => service as never,
      readPlanOptions(["FL000101", "--plan"])!,
      {
        print: (line) => printed.push(line),
        printError: (line) => printed.push(line),
      },
    );
    return { code, printed, asked };
  }

  test("is made by its index and the sizes of its files", async () => {
    const { code, printed, asked } = await planOf(jobs);
    expect(code).toBe(0);
    expect(asked).toEqual([["p", "PI1_MineIP1", 3, "index.json"]]);
    expect(printed.slice(0, 2)).toEqual(["SL1, LiDAR", "5 points in 1 file, 0.00 GB"]);
  });

  test("waits for its index", async () => {
    const { code, printed } = await planOf(jobs.slice(0, 1));
    expect(code).toBe(2);
    expect(printed.join()).toContain("No points of FL000101 are indexed yet");
  });
});
