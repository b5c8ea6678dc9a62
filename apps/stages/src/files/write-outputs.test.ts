import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { classMap, DIFFERENCE_CLASSES, Picture } from "@swath/pointcloud/picture";
import { decode } from "fast-png";
import { expect, test } from "vitest";
import { testFolder } from "../testing/call-program.ts";
import { writeJson, svgOf, writeMeasures, writePreview } from "./write-outputs.ts";

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

test("a preview is an SVG, drawn smaller until it is under 500 kB", async () => {
  const folder = testFolder();
  const drawn: number[] = [];
  await writePreview(folder, "a.svg", (size) => {
    drawn.push(size);
    const picture = new Picture(size, size, "t");
    picture.text(0, 9, "é".repeat(size * 400));
    return picture;
  });
  expect(drawn).toEqual([900, 720, 560]);
  const svg = readFileSync(join(folder, "a.svg"));
  expect(svg.length).toBeLessThan(500_000);
  expect(svg.toString("utf8")).toMatch(
    /^<svg [^>]*width="560" height="560" viewBox="0 0 560 560">/,
  );
});

test("a raster stands in the SVG as a PNG, seen through where there is no value", () => {
  const values = Float32Array.of(0.2, Number.NaN, Number.NaN, 0);
  const raster = { width: 2, height: 2, cell: 1, west: 0, north: 2, values };
  const covered = { label: "one line", at: (at: number) => at === 2 };
  const svg = svgOf(classMap(raster, "t", DIFFERENCE_CLASSES, { size: 100, covered }).picture);
  const [, png = ""] = /href="data:image\/png;base64,([^"]*)"/.exec(svg) ?? [];
  const { data, palette = [] } = decode(Buffer.from(png, "base64"));
  expect(Array.from(data, (at) => palette[at])).toEqual([
    [196, 30, 40, 255],
    [0, 0, 0, 0],
    [128, 134, 143, 77],
    [76, 160, 84, 255],
  ]);
  expect(svg).not.toMatch(/(href|src)="(?!data:)/);
});
