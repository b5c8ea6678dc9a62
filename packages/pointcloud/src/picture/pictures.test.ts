import { describe, expect, test } from "vitest";
import { chartPicture, ticks } from "./chart-picture.ts";
import { classColor, DIFFERENCE_CLASSES, FAINT, INK, sequentialClasses } from "./colors.ts";
import { classMap } from "./map-picture.ts";
import { type Color, Picture, textWidth } from "./picture.ts";

const WHITE: Color = [255, 255, 255];
const colorAt = (picture: Picture, x: number, y: number): number[] => [
  ...picture.pixels.subarray((y * picture.width + x) * 3, (y * picture.width + x) * 3 + 3),
];

/** A picture's dots as lines of text. */
const drawn = (picture: Picture): string[] =>
  Array.from({ length: picture.height }, (_, y) =>
    Array.from({ length: picture.width }, (_x, x) =>
      colorAt(picture, x, y)[0] === 255 ? "." : "#",
    ).join(""),
  );

describe("pictures", () => {
  test("a letter is drawn as displays draw it", () => {
    const picture = new Picture(6, 8, WHITE);
    picture.text(0, 0, "7", INK);
    const rows = ["#####.", "....#.", "....#.", "...#..", "..#...", ".#....", "#....."];
    expect(drawn(picture).slice(0, 7)).toEqual(rows);
  });

  test("a letter that there is none of is a question mark", () => {
    const [one, other] = [new Picture(6, 8, WHITE), new Picture(6, 8, WHITE)];
    one.text(0, 0, "?", INK);
    other.text(0, 0, "漢", INK);
    expect(other.pixels).toEqual(one.pixels);
    expect(textWidth("ab", 2)).toBe(22);
  });

  test("what lies outside, or nowhere, is not drawn", () => {
    const picture = new Picture(4, 4, WHITE);
    picture.dot(-1, 2, INK);
    picture.dot(4, 2, INK);
    picture.dot(Number.NaN, 2, INK);
    picture.line([Number.NaN, 0, 3, 3], INK);
    picture.line([0, 0, 1e12, 0], INK);
    picture.rectangle(-5, -5, 5, 5, INK);
    expect(drawn(picture)).toEqual(["....", "....", "....", "...."]);
    picture.line([-2, 1, 9, 1], INK);
    expect(drawn(picture)[1]).toBe("####");
  });

  test("ticks are round and inside", () => {
    expect(ticks([0, 103], 8)).toEqual([0, 20, 40, 60, 80, 100]);
    expect(ticks([-0.04, 0.11], 6)).toEqual([0, 0.05, 0.1]);
    expect(ticks([5, 5], 6)).toEqual([]);
    expect(ticks([Number.NaN, 1], 6)).toEqual([]);
  });

  test("strip differences have the colours of 3, 5 and 10 cm", () => {
    const labels = [-0.2, -0.07, -0.04, -0.029, 0.029, 0.04, 0.07, 0.2].map(
      (value) => DIFFERENCE_CLASSES.find(({ below }) => value < below)?.label,
    );
    expect(labels).toEqual([
      "< −10",
      "−10 … −5",
      "−5 … −3",
      "±3",
      "±3",
      "3 … 5",
      "5 … 10",
      "> 10 cm",
    ]);
    expect(classColor(DIFFERENCE_CLASSES, Number.NaN)).toBeUndefined();
    expect(sequentialClasses(8, 4).map(({ label }) => label)).toEqual(["0–2", "2–4", "4–6", "> 6"]);
  });

  test("a map shows cells where they lie, and what is covered without a value in grey", () => {
    const values = new Float32Array(16).fill(Number.NaN);
    values[5] = 0.2;
    const raster = { width: 4, height: 4, cell: 10, west: 100, north: 240, values };
    const map = classMap(raster, "t", DIFFERENCE_CLASSES, {
      size: 32,
      covered: { label: "one line", at: (at) => at === 6 },
    });
    const at = (x: number, y: number) =>
      colorAt(map.picture, Math.floor(map.x(x)), Math.floor(map.y(y)));
    expect(at(115, 225)).toEqual([196, 30, 40]);
    expect(at(125, 225)).toEqual([...FAINT]);
    expect(at(135, 225)).toEqual([250, 249, 246]);
  });

  test("a chart's places follow its axes", () => {
    const chart = chartPicture({
      title: "t",
      width: 400,
      height: 300,
      x: [0, 10],
      y: [100, 200],
      xLabel: "m",
      yLabel: "m",
    });
    expect(chart.x(10)).toBeGreaterThan(chart.x(0));
    expect(chart.y(200)).toBeLessThan(chart.y(100));
    expect((chart.x(0) + chart.x(10)) / 2).toBeCloseTo(chart.x(5), 9);
  });
  test("a chart to one scale is as far across as along, and its right scale is another", () => {
    const base = { title: "t", width: 400, height: 300, xLabel: "m", yLabel: "m" };
    const chart = chartPicture({ ...base, x: [0, 10], y: [0, 100], sameScale: true });
    expect(chart.x(1) - chart.x(0)).toBeCloseTo(chart.y(0) - chart.y(1), 9);
    const right = { range: [50, 70], label: "m/s" } as const;
    const two = chartPicture({ ...base, x: [0, 10], y: [100, 200], right });
    expect(two.right(50)).toBe(two.y(100));
    expect(two.right(70)).toBe(two.y(200));
  });
});
