import { expect, test } from "vitest";
import { SAMPLE } from "../testing/sample-flight.ts";
import { type ValidationEvent, type ValidationRequest, PIECE } from "./validation-messages.ts";
import { ValidationTask } from "./validation-task.ts";

const REQUEST: ValidationRequest = {
  flightId: SAMPLE.flightId,
  sensorName: SAMPLE.sensorName,
  uploadType: "TerrainMapperLAZ",
  equipment: [],
  projectIds: [],
  wheelsUp: undefined,
  wheelsDown: undefined,
  simultaneous: false,
  rgbn: false,
};

/** A task whose page answers with the files given. */
function startTask(files: Readonly<Record<string, File>>) {
  const events: ValidationEvent[] = [];
  let time = 0;
  const paths = Object.keys(files);
  const task = new ValidationTask({
    now: () => (time += 1),
    send: (event) => {
      events.push(event);
      if (event.type !== "filesNeeded") return;
      const given = event.indexes.map((index) => [index, files[paths[index]!]!] as const);
      void task.handle({ type: "files", files: new Map(given) });
    },
  });
  return { task, events, paths };
}

const all = <T extends ValidationEvent["type"]>(events: readonly ValidationEvent[], type: T) =>
  events.filter((event): event is Extract<ValidationEvent, { type: T }> => event.type === type);

test("requests only the files that it reads, each once", async () => {
  const { task, events } = startTask({
    "FL000123_045/b.laz": new File([new Uint8Array(400)], "b.laz"),
    "FL000123_045/notes.xyz": new File(["x"], "notes.xyz"),
    "FL000123_045/a.laz": new File([new Uint8Array(400)], "a.laz"),
  });
  await task.handle({ type: "add", paths: ["FL000123_045/b.laz"] });
  await task.handle({ type: "add", paths: ["FL000123_045/notes.xyz", "FL000123_045/a.laz"] });
  await task.handle({ type: "addSizes", sizes: [400, 1, 400] });
  await task.handle({ type: "validate", request: REQUEST });
  expect(all(events, "filesNeeded")).toEqual([{ type: "filesNeeded", indexes: [2, 0] }]);
  expect(all(events, "accepted").flatMap(({ files }) => files)).toMatchObject([
    { path: "FL000123_045/a.laz", index: 2 },
    { path: "FL000123_045/b.laz", index: 0 },
  ]);
  expect(all(events, "offending")).toEqual([
    {
      type: "offending",
      rule: "content-laz-header",
      files: ["FL000123_045/a.laz", "FL000123_045/b.laz"],
    },
    { type: "offending", rule: "no-rule", files: ["FL000123_045/notes.xyz"] },
  ]);
  const [validated] = all(events, "validated");
  expect(validated?.outline).toMatchObject({ state: "blocked", stayingBehind: 1 });
  expect(validated?.outline.rules.every((rule) => !("files" in rule))).toBe(true);
});

test("reports the result of the names before it knows a size", async () => {
  const { task, events } = startTask({});
  const paths = ["FL000123_046/a.laz", "FL000123_046/b.laz", "FL000123_046/notes.xyz"];
  await task.handle({ type: "add", paths });
  await task.handle({ type: "validateNames", request: REQUEST });
  expect(events).toEqual([{ type: "namesValidated", valid: 2, problems: 1 }]);
});

test("sends long lists in pieces before the result", async () => {
  const { task, events } = startTask({});
  const count = 2 * PIECE + 1;
  const paths = Array.from({ length: count }, (_, i) => `FL000123_045/${i}.xyz`);
  await task.handle({ type: "add", paths });
  await task.handle({ type: "addSizes", sizes: paths.map(() => 1) });
  await task.handle({ type: "validate", request: REQUEST });
  const names = all(events, "offending").filter(({ rule }) => rule === "no-rule");
  expect(names.map(({ files }) => files.length)).toEqual([PIECE, PIECE, 1]);
  expect(events.at(-1)?.type).toBe("validated");
});

test("a file that cannot be read any more is named", async () => {
  const gone = { slice: () => ({ arrayBuffer: () => Promise.reject(new Error("gone")) }) };
  const { task, events } = startTask({ "FL000123_045/a.laz": gone as unknown as File });
  await task.handle({ type: "add", paths: ["FL000123_045/a.laz"] });
  await task.handle({ type: "addSizes", sizes: [400] });
  await task.handle({ type: "validate", request: REQUEST });
  expect(events.at(-1)).toEqual({ type: "unreadable", path: "FL000123_045/a.laz" });
});

test("the page of a report is made once there is a report", async () => {
  const { task, events } = startTask({});
  await expect(task.handle({ type: "page", checkedAt: 0 })).rejects.toThrow("not validated");
  await task.handle({ type: "add", paths: ["FL000123_045/<b>.xyz"] });
  await task.handle({ type: "addSizes", sizes: [1] });
  await task.handle({ type: "validate", request: REQUEST });
  await task.handle({ type: "page", checkedAt: 0 });
  const [made] = all(events, "page");
  expect(made?.page.type).toBe("text/html");
  expect(await made?.page.text()).toContain("FL000123_045/&#60;b&#62;.xyz");
});

test("what is wanted of many files is requested and read together", async () => {
  const names = Array.from(
    { length: 40 },
    (_, i) => `FL000123_045/${String(i).padStart(2, "0")}.laz`,
  );
  const { task, events } = startTask(
    Object.fromEntries(names.map((name) => [name, new File([new Uint8Array(400)], name)])),
  );
  await task.handle({ type: "add", paths: names });
  await task.handle({ type: "addSizes", sizes: names.map(() => 400) });
  await task.handle({ type: "validate", request: REQUEST });
  const requested = all(events, "filesNeeded").map(({ indexes }) => indexes);
  expect(requested.flat()).toEqual(names.map((_, index) => index));
  expect(requested.length).toBeLessThan(10);
});
