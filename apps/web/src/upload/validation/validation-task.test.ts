import { expect, test } from "vitest";
import { SAMPLE } from "../testing/sample-flight.ts";
import { PIECE, type ValidationEvents, type ValidationRequest } from "./validation-calls.ts";
import { ValidationTask } from "./validation-task.ts";

const REQUEST: ValidationRequest = {
  flightId: SAMPLE.flightId,
  sensorName: SAMPLE.sensorName,
  uploadType: "TerrainMapperLAZ",
  equipment: [],
  now: 0,
  projectIds: [],
  wheelsUp: undefined,
  wheelsDown: undefined,
  simultaneous: false,
  rgbn: false,
};

type Emitted = {
  [Name in keyof ValidationEvents]: { name: Name; data: ValidationEvents[Name] };
}[keyof ValidationEvents];

/** A task whose page answers with the files given. */
function startTask(files: Readonly<Record<string, File>>) {
  const events: Emitted[] = [];
  let time = 0;
  const paths = Object.keys(files);
  const task = new ValidationTask({
    now: () => (time += 1),
    emit: (name, data) => {
      const event = { name, data } as Emitted;
      events.push(event);
      if (event.name !== "filesNeeded") return;
      const given = event.data.map((index) => [index, files[paths[index]!]!] as const);
      task.addFiles(new Map(given));
    },
  });
  return { task, events, paths };
}

const all = <Name extends Emitted["name"]>(events: readonly Emitted[], name: Name) =>
  events.flatMap((event) => (event.name === name ? [event.data as ValidationEvents[Name]] : []));

test("requests only the files that it reads, each once", async () => {
  const { task, events } = startTask({
    "FL000123_045/b.laz": new File([new Uint8Array(400)], "b.laz"),
    "FL000123_045/notes.xyz": new File(["x"], "notes.xyz"),
    "FL000123_045/a.laz": new File([new Uint8Array(400)], "a.laz"),
  });
  task.add(["FL000123_045/b.laz"]);
  task.add(["FL000123_045/notes.xyz", "FL000123_045/a.laz"]);
  task.addSizes([400, 1, 400]);
  const result = await task.validate(REQUEST);
  expect(all(events, "filesNeeded")).toEqual([[2, 0]]);
  expect(all(events, "accepted").flat()).toMatchObject([
    { path: "FL000123_045/a.laz", index: 2 },
    { path: "FL000123_045/b.laz", index: 0 },
  ]);
  expect(all(events, "offending")).toEqual([
    {
      rule: "content-laz-header",
      files: ["FL000123_045/a.laz", "FL000123_045/b.laz"],
    },
    { rule: "no-rule", files: ["FL000123_045/notes.xyz"] },
  ]);
  expect(result).toMatchObject({ state: "blocked", stayingBehind: 1 });
  expect(result.rules.every((rule) => !("files" in rule))).toBe(true);
});

test("validates the names before it knows a size", () => {
  const { task } = startTask({});
  const paths = ["FL000123_046/a.laz", "FL000123_046/b.laz", "FL000123_046/notes.xyz"];
  task.add(paths);
  expect(task.validateNames(REQUEST)).toEqual({ valid: 2, problems: 1 });
});

test("sends long lists in pieces before the result", async () => {
  const { task, events } = startTask({});
  const count = 2 * PIECE + 1;
  const paths = Array.from({ length: count }, (_, i) => `FL000123_045/${i}.xyz`);
  task.add(paths);
  task.addSizes(paths.map(() => 1));
  await task.validate(REQUEST);
  const names = all(events, "offending").filter(({ rule }) => rule === "no-rule");
  expect(names.map(({ files }) => files.length)).toEqual([PIECE, PIECE, 1]);
});

test("why a file looks damaged is told beside its name", async () => {
  const zeros = new Uint8Array(9000).fill(1, 0, 10);
  const { task, events } = startTask({ "FL000123_045/a.laz": new File([zeros], "a.laz") });
  task.add(["FL000123_045/a.laz"]);
  task.addSizes([9000]);
  await task.validate({ ...REQUEST, uploadType: "TerrainMapperSOL" });
  expect(all(events, "offending")).toContainEqual(
    expect.objectContaining({ rule: "no-rule", reasons: undefined }),
  );
  const { task: sol, events: told } = startTask({ "FL000123_045/a.sol": new File([zeros], "a") });
  sol.add(["FL000123_045/a.sol"]);
  sol.addSizes([9000]);
  await sol.validate({ ...REQUEST, uploadType: "TerrainMapperSOL" });
  expect(all(told, "offending")).toContainEqual({
    rule: "content-zeros",
    files: ["FL000123_045/a.sol"],
    reasons: ["its last 4,096 bytes or more are zeros"],
  });
});

const gone = (): File =>
  ({ slice: () => ({ arrayBuffer: () => Promise.reject(new Error("gone")) }) }) as never;
const whole = (): File => new File([new Uint8Array(400)], "x.laz");

test("files that cannot be read any more are named and left out, and all others are validated", async () => {
  const { task, events } = startTask({
    "FL000123_045/a.laz": gone(),
    "FL000123_045/b.laz": whole(),
    "FL000123_045/c.laz": gone(),
    "FL000123_045/d.laz": whole(),
  });
  task.add(["a", "b", "c", "d"].map((name) => `FL000123_045/${name}.laz`));
  task.addSizes([400, 400, 400, 400]);
  const report = await task.validate(REQUEST);
  expect(report).toMatchObject({ notRead: 2 });
  expect(all(events, "offending")).toEqual([
    { rule: "content-laz-header", files: ["FL000123_045/b.laz", "FL000123_045/d.laz"] },
    {
      rule: "left-out-unreadable",
      files: ["FL000123_045/a.laz (Error: gone)", "FL000123_045/c.laz (Error: gone)"],
    },
  ]);
  expect(all(events, "accepted").flat()).toHaveLength(2);
});

test("the page of a report is made once there is a report", async () => {
  const { task } = startTask({});
  expect(() => task.page(0)).toThrow("not validated");
  task.add(["FL000123_045/<b>.xyz"]);
  task.addSizes([1]);
  await task.validate(REQUEST);
  const page = task.page(0);
  expect(page.type).toBe("text/html");
  expect(await page.text()).toContain("FL000123_045/&#60;b&#62;.xyz");
});

test("what is wanted of many files is requested and read together", async () => {
  const names = Array.from(
    { length: 40 },
    (_, i) => `FL000123_045/${String(i).padStart(2, "0")}.laz`,
  );
  const { task, events } = startTask(
    Object.fromEntries(names.map((name) => [name, new File([new Uint8Array(400)], name)])),
  );
  task.add(names);
  task.addSizes(names.map(() => 400));
  await task.validate(REQUEST);
  const requested = all(events, "filesNeeded");
  expect(requested.flat()).toEqual(names.map((_, index) => index));
  expect(requested.length).toBeLessThan(10);
});
