import { readdirSync, readFileSync } from "node:fs";
import { matchesGlob } from "node:path";
import { productPath, productSchema, VECTOR_FORMATS } from "@swath/contract/instructions";
import { stageFileSchema, templateFileSchema } from "@swath/contract/processing";
import { describe, expect, test } from "vitest";
import { PROGRAMS } from "./programs/index.ts";
import { callProgram } from "./testing/call-program.ts";

const FOLDER = new URL("../templates/", import.meta.url);
const names = readdirSync(FOLDER);
const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, FOLDER), "utf8"));
const named = (kind: string): string[] =>
  names.filter((name) => name.endsWith(kind)).map((name) => name.slice(0, -kind.length));
const STAGES = named(".stage.json");
const TEMPLATES = named(".template.json");

/** The stages that one reads of or names. */
function sources(of: string): string[] {
  const { inputs, needs } = stageFileSchema.parse(read(`${of}.stage.json`));
  return [...needs, ...Object.values(inputs).map(({ from }) => from)].filter((from) =>
    /^[A-Z]/.test(from),
  );
}

describe("stage files", () => {
  test.each(STAGES)("%s has the shape of one, its name and a program that there is", (name) => {
    const stage = stageFileSchema.parse(read(`${name}.stage.json`));
    expect(stage.name).toBe(name);
    for (const [node, main, program] of [stage.command, stage.collect ?? stage.command]) {
      expect([node, main]).toEqual(["{node}", "{stages}/main.ts"]);
      expect([...PROGRAMS.keys()]).toContain(program);
    }
  });

  test.each(STAGES)("%s reads of stages that there are, none of them by a cycle", (name) => {
    const walk = (of: string, way: readonly string[]): void => {
      expect(STAGES).toContain(of);
      expect(way).not.toContain(of);
      for (const source of sources(of)) walk(source, [...way, of]);
    };
    walk(name, []);
  });

  test.each(STAGES)("%s names no output twice", (name) => {
    const { outputs } = stageFileSchema.parse(read(`${name}.stage.json`));
    const globs = outputs.map(({ glob }) => glob);
    expect(new Set(globs).size).toBe(globs.length);
  });
});

test.each(STAGES)("a result of %s may be superseded, and utilised again", (name) => {
  expect(stageFileSchema.parse(read(`${name}.stage.json`)).allow).toContain("supersede");
});

test.each(STAGES)("tasks of %s write no output of one name", (name) => {
  const { tasks, outputs, collect } = stageFileSchema.parse(read(`${name}.stage.json`));
  const globs = outputs.map(({ glob }) => glob);
  // Measures go into the tasks' results.
  expect(globs).not.toContain("measures.json");
  if (tasks !== "once" && collect === undefined)
    for (const glob of globs) expect(glob).toContain("*");
});

test.each([
  { type: "pointCloud", format: "las", points: "all" },
  { type: "pointCloud", format: "laz", points: "ground" },
  { type: "raster", model: "dtm", cell: 1 },
  ...VECTOR_FORMATS.flatMap((format) => [
    { type: "vector", feature: "contours", format, interval: 1, cell: 1 },
    { type: "vector", feature: "boundary", format, cell: 1 },
  ]),
])("a delivery publishes %j", (product) => {
  const { outputs } = stageFileSchema.parse(read("DEL1.stage.json"));
  const path = productPath(productSchema.parse(product), "Pit_500000_6000000");
  expect(outputs.some(({ glob }) => matchesGlob(path, glob))).toBe(true);
});

describe("programs", () => {
  test.each([...PROGRAMS.keys()])("%s refuses an option that it does not have", async (name) => {
    const { code, errors } = await callProgram(name, { misspelt: 1 });
    expect(code).toBe(1);
    expect(errors.join()).toContain('Unrecognized key: "misspelt"');
  });
});

describe("templates", () => {
  test.each(TEMPLATES)("%s has the shape of one, and stages that there are, in order", (name) => {
    const template = templateFileSchema.parse(read(`${name}.template.json`));
    expect(template.name).toBe(name);
    const jobs = [template.gps, template.lms, ...template.stages].filter(
      (job) => job !== undefined,
    );
    for (const [at, job] of jobs.entries()) {
      const { inputs } = stageFileSchema.parse(read(`${job}.stage.json`));
      for (const { from, optional } of Object.values(inputs)) {
        if (!/^[A-Z]/.test(from) || optional) continue;
        expect(jobs.slice(0, at)).toContain(from);
      }
    }
  });

  test("PowerICP alone is locked; those whose names end in -MiningAI classify", () => {
    for (const name of TEMPLATES) {
      const { locked, stages } = templateFileSchema.parse(read(`${name}.template.json`));
      expect(locked).toBe(name === "PowerICP");
      if (name.endsWith("-MiningAI")) expect(stages).toContain("MiningAI3");
    }
  });
});
