import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readStages } from "./read-stages.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "swath-stages-"));
});
afterEach(() => rm(folder, { recursive: true }));

const stage = (name: string, rest: object = {}) => ({
  name,
  label: name,
  version: 1,
  inputs: {},
  tasks: "once",
  command: ["program"],
  outputs: [{ glob: "*", kind: "other" }],
  ...rest,
});
const template = (name: string, stages: string[]) => ({
  name,
  version: 1,
  uploads: ["LiDAR"],
  area: "ip",
  stages,
});
const write = (name: string, value: unknown) =>
  writeFile(join(folder, name), typeof value === "string" ? value : JSON.stringify(value));

async function faults(): Promise<string[]> {
  const read = await readStages([folder]);
  return read.ok
    ? []
    : read.faults.map(({ file, message }) => `${file.split("/").at(-1)}: ${message}`);
}

test("stages and templates are known by name, a stage with the hash of its file", async () => {
  await write("PI1.stage.json", stage("PI1"));
  await write("LiDAR.template.json", template("LiDAR", ["PI1"]));
  const read = await readStages([folder]);
  if (!read.ok) throw new Error("faulty");
  expect([...read.catalogue.templates.keys()]).toEqual(["LiDAR"]);
  expect(read.catalogue.stages.get("PI1")!.sha256).toMatch(/^[0-9a-f]{64}$/);
});

test("a company's file takes the place of one of the same name", async () => {
  const own = await mkdtemp(join(tmpdir(), "swath-own-"));
  await write("PI1.stage.json", stage("PI1"));
  await writeFile(join(own, "PI1.stage.json"), JSON.stringify(stage("PI1", { label: "Ours" })));
  const read = await readStages([folder, own]);
  expect(read.ok && read.catalogue.stages.get("PI1")!.file.label).toBe("Ours");
  await rm(own, { recursive: true });
});

test("every fault of every file is named", async () => {
  await write("A.stage.json", "{");
  await write("B.stage.json", stage("C"));
  await write("D.stage.json", stage("D", { tolerance: 2, tasks: { each: "points" } }));
  await write("E.template.json", { name: "E" });
  const named = await faults();
  expect(named.filter((line) => line.startsWith("A.stage.json: is no JSON"))).toHaveLength(1);
  expect(named).toContain("B.stage.json: its name is C");
  expect(named.some((line) => line.startsWith("D.stage.json: tolerance: "))).toBe(true);
  expect(named.filter((line) => line.startsWith("E.template.json: "))).toHaveLength(4);
});

test("what names a stage that there is none of, or waits for itself, is at fault", async () => {
  await write("A.stage.json", stage("A", { needs: ["B", "Z"] }));
  await write("B.stage.json", stage("B", { inputs: { x: { from: "A" } } }));
  await write("T.template.json", template("T", ["A", "A", "Y"]));
  expect(await faults()).toEqual([
    "A.stage.json: there is no stage Z",
    "A.stage.json: waits for itself: A ← B ← A",
    "B.stage.json: waits for itself: B ← A ← B",
    "T.template.json: there is no stage Y",
    "T.template.json: names A twice",
  ]);
});

test("a folder that is not there is a fault, not an empty one", async () => {
  const none = join(folder, "none");
  expect(await readStages([folder, none])).toEqual({
    ok: false,
    faults: [{ file: none, message: "there is no such folder" }],
  });
});
