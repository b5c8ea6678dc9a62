import { describe, expect, test } from "vitest";
import { LINE, type LoadedLayer } from "./model/index.ts";
import { type DrawnFeature, drawnLayer } from "./testing/index.ts";
import { findCrossStrips } from "./find-cross-strips.ts";
import { lineCrossings } from "./line-crossings.ts";

const KILOMETRE = 0.009;
/** A line by its ends, kilometres east and north. */
const line = (...kilometres: readonly number[]): DrawnFeature => ({
  kind: LINE,
  paths: [kilometres.map((km) => km * KILOMETRE)],
});
const BLOCK = [0, 1, 2, 3].map((x) => line(x, -10, x, 10));
const found = (...layers: readonly LoadedLayer[]): readonly (readonly number[])[] =>
  findCrossStrips(layers).map((flags) => [...flags.keys()].filter((at) => flags[at] === 1));
const ofLines = (...lines: readonly DrawnFeature[]): readonly number[] =>
  found(drawnLayer("a.kmz", lines))[0] ?? [];

describe("by geometry, a cross-strip", () => {
  test("C1 crosses two lines or more", () => {
    expect(ofLines(...BLOCK, line(-1, 5, 4, 5))).toEqual([4]);
    expect(ofLines(...BLOCK, line(2.5, 5, 4, 5))).toEqual([]);
  });

  test("C1 crosses at 45° or more", () => {
    expect(ofLines(...BLOCK, line(-1, 0, 4, 4.9))).toEqual([4]);
    expect(ofLines(...BLOCK, line(-1, 0, 4, 5.1))).toEqual([]);
  });

  test("C1 crosses lines that run side by side, not those at both ends of a leg", () => {
    expect(ofLines(line(0, -10, 0, 0.5), line(-0.5, 0, 8.5, 0), line(8, -0.5, 8, 10))).toEqual([]);
  });

  test("C1 may end at the outermost line", () => {
    expect(ofLines(...BLOCK, line(0, 5, 3, 5))).toEqual([4]);
  });

  test("C2 lies across its lines, and does not begin at them", () => {
    const after = [0, 1, 2].map((y) => line(-0.5, y + 8, 12, y + 8));
    expect(ofLines(...BLOCK, ...after)).toEqual([]);
    expect(ofLines(...BLOCK, line(-15, 5, 18, 5))).toEqual([4]);
  });

  test("C3 is of the minority: of a grid with as much both ways there is none", () => {
    const across = [-1.5, -0.5, 0.5, 1.5].map((y) => line(-8.5, y, 11.5, y));
    expect(ofLines(...BLOCK, ...across)).toEqual([]);
    expect(ofLines(...BLOCK, ...across.slice(0, 2))).toEqual([4, 5]);
  });

  test("is one in any of the layers that are flown together", () => {
    const strips = drawnLayer("b.kmz", [line(-1, 5, 4, 5)]);
    expect(found(drawnLayer("a.kmz", BLOCK), strips)).toEqual([[], [0]]);
  });
});

const marked = (layer: LoadedLayer, ...features: readonly number[]): LoadedLayer => ({
  ...layer,
  marked: layer.marked.map((_, at) => Number(features.includes(at))),
});

describe("by words", () => {
  test("a layer that marks some is taken at its word", () => {
    const layer = drawnLayer("a.kmz", [...BLOCK, line(-1, 5, 4, 5)]);
    expect(found(marked(layer, 0))).toEqual([[0]]);
  });

  test("a line of one vertex is none, whatever its name, and takes no other's place", () => {
    const dot = line(1, 5);
    const layer = drawnLayer("a.kmz", [...BLOCK, dot]);
    layer.marked[4] = 1;
    expect(found(layer)).toEqual([[]]);
    expect(ofLines(...BLOCK, dot, line(-1, 5, 4, 5))).toEqual([5]);
  });

  test("nothing but a line is a cross-strip", () => {
    const area = { kind: 2, paths: [[0, 0, 1, 0, 1, 1]] } as const;
    expect(found(marked(drawnLayer("a.kmz", [area]), 0))).toEqual([[]]);
  });
});

const star = (count: number) =>
  Array.from({ length: count }, (_, at) => {
    const [x, y] = [Math.cos(at), Math.sin(at)];
    return { parts: [Float64Array.from([-x, -y, x, y])] };
  });

test("a plan drawn to fool the search is not searched to the end", () => {
  expect(lineCrossings(star(100))?.crossings[0]?.length).toBeGreaterThan(40);
  expect(lineCrossings(star(2200))).toBeUndefined();
});
