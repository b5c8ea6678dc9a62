import { expect, test } from "vitest";
import { divideTasks } from "./divide-tasks.ts";
import { matching } from "./input-file.ts";

const file = (path: string, size = 10) => ({ path, bucket: "b", key: path, size, xxh128: null });
const resources = { cpus: 1, memoryMB: 100, minutes: 1, minutesPerGB: 60, outputMB: 1 };
const inputs = { points: [file("x/a.las", 1e9), file("y/a.las")], line: [file("trajectory.sbet")] };

test("once: one task reads everything, and its time grows with its inputs", () => {
  const [task, ...more] = divideTasks({ tasks: "once", resources }, inputs);
  expect(more).toEqual([]);
  expect(task).toMatchObject({ task: 0, name: "all", input: null, inputs });
  expect(task!.seconds).toBe(3_661);
});

test("each: a task reads its own file and the other inputs; equal names are distinguished", () => {
  const tasks = divideTasks({ tasks: { each: "points" }, resources }, inputs);
  expect(tasks.map(({ name, input, seconds }) => [name, input?.path, seconds])).toEqual([
    ["a.las", "x/a.las", 3_661],
    ["a.las-2", "y/a.las", 61],
  ]);
  expect(tasks[1]!.inputs).toEqual({ points: [inputs.points[1]], line: inputs.line });
});

test("each of several inputs: the first that has files is divided, and no task is given the others", () => {
  const both = { ...inputs, scans: [file("s.laz")] };
  const divided = (each: string[]) =>
    divideTasks({ tasks: { each }, resources }, both).map((task) => [
      task.input!.of,
      task.inputs["points"]!.length,
      task.inputs["scans"]!.length,
      task.inputs["line"]!.length,
    ]);
  expect(divided(["points", "scans"])).toEqual([
    ["points", 1, 0, 1],
    ["points", 1, 0, 1],
  ]);
  expect(divided(["none", "scans", "points"])).toEqual([["scans", 0, 1, 1]]);
  expect(divided(["none"])).toEqual([]);
});

test("listed: an entry narrows the inputs that the list names files of, and no others", () => {
  const list = [{ name: "0_0", files: ["y/a.las", "gone.las"], facts: {} }];
  const [task] = divideTasks(
    { tasks: { listed: "tiles" }, resources },
    { ...inputs, tiles: [file("tiles.json")] },
    list,
  );
  expect(task!.name).toBe("0_0");
  expect(task!.inputs).toEqual({
    points: [inputs.points[1]],
    line: inputs.line,
    tiles: [file("tiles.json")],
  });
});

test("listed: of a file in parts these are read, and count for the time", () => {
  const parts = { "x/a.las": [[0, 1e8, 7]] as [number, number, number][] };
  const list = [{ name: "0_0", files: ["x/a.las", "y/a.las"], facts: {}, parts }];
  const [task] = divideTasks({ tasks: "divided", resources }, { points: inputs.points }, list);
  expect(task!.inputs["points"]).toEqual([
    { ...inputs.points[0], parts: [[0, 1e8, 7]] },
    inputs.points[1],
  ]);
  expect(task!.seconds).toBe(421);
});

test("a pattern matches letters of either case, and folders only where it names them", () => {
  const files = ["A.LAS", "b.laz", "c/d.laz", "e.txt", ".f.laz"].map((path) => file(path));
  const found = (glob: string) => matching(files, glob).map(({ path }) => path);
  expect(found("*.la[sz]")).toEqual(["A.LAS", "b.laz", ".f.laz"]);
  expect(found("**/*.la[sz]")).toEqual(["A.LAS", "b.laz", "c/d.laz", ".f.laz"]);
});
