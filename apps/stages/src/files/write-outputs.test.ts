import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { testFolder } from "../testing/call-program.ts";
import { writeJson } from "./json-file.ts";
import { writeMeasures } from "./write-outputs.ts";

test("JSON has an element or a member on each line, and its name alone", async () => {
  const folder = testFolder();
  const textOf = async (value: object): Promise<string> => {
    await writeJson(join(folder, "a.json"), value);
    return readFileSync(join(folder, "a.json"), "utf8");
  };
  expect(await textOf([{ x: [1, 2] }, 3])).toBe('[\n  {"x":[1,2]},\n  3\n]\n');
  expect(await textOf({ x: [1, 2], y: undefined, z: null })).toBe(
    '{\n  "x": [1,2],\n  "z": null\n}\n',
  );
  expect(await textOf([])).toBe("[]\n");
  expect(readdirSync(folder)).toEqual(["a.json"]);
});

test("measures keep whole counts, other figures to seven digits, and null for what is none", async () => {
  const folder = testFolder();
  const values = [123_456_789, 0.123_456_789, Number.NaN, null];
  await writeMeasures(
    folder,
    values.map((value, n) => ({
      name: `m${n}`,
      label: "M",
      value,
      unit: "",
      join: "sum" as const,
    })),
  );
  const written = JSON.parse(readFileSync(join(folder, "measures.json"), "utf8")) as {
    value: number | null;
  }[];
  expect(written.map(({ value }) => value)).toEqual([123_456_789, 0.123_456_8, null, null]);
});
