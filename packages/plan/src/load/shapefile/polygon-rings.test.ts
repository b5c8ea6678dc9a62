import { expect, test } from "vitest";
import { GeometryBuilder } from "../../model/index.ts";
import { addPolygon } from "./shapes.ts";

const ring = (x: number, y: number, size: number, clockwise: boolean): readonly number[] => {
  const corners = [x, y, x, y + size, x + size, y + size, x + size, y, x, y];
  if (clockwise) return corners;
  return [x, y, x + size, y, x + size, y + size, x, y + size, x, y];
};

function drawn(rings: readonly (readonly number[])[]) {
  const builder = new GeometryBuilder("any");
  let end = 0;
  const ends = rings.map((one) => (end += one.length / 2));
  addPolygon(Float64Array.from(rings.flat()), ends, builder);
  builder.endFeature("", "");
  const { positions, positionStarts } = builder.finish();
  return Array.from(rings, (_, part) => {
    const start = (positionStarts[part] ?? 0) * 2;
    return Array.from(positions.subarray(start, start + 4));
  });
}

test("a hole follows the outer ring that it lies in, wherever it stands", () => {
  const rings = [
    ring(0, 0, 9, true),
    ring(20, 0, 9, true),
    ring(1, 1, 2, false),
    ring(21, 1, 2, false),
  ];
  expect(drawn(rings)).toEqual([
    [0, 0, 9, 0],
    [1, 1, 1, 3],
    [20, 0, 29, 0],
    [21, 1, 21, 3],
  ]);
});

test("a hole that lies in no outer ring is an area of its own", () => {
  expect(drawn([ring(0, 0, 9, true), ring(50, 0, 2, false)])).toEqual([
    [0, 0, 9, 0],
    [50, 0, 52, 0],
  ]);
});

test("rings that all run counter-clockwise are areas", () => {
  expect(drawn([ring(0, 0, 9, false), ring(20, 0, 9, false)])).toEqual([
    [0, 0, 9, 0],
    [20, 0, 29, 0],
  ]);
});

test("the outer rings of 6,000 holes, each beside them all, are not searched for without end", () => {
  const outers = Array.from({ length: 6_000 }, (_, at) => ring(at * 10, 0, 9, true));
  const holes = Array.from({ length: 6_000 }, (_, at) => ring(at * 10, 50, 2, false));
  const rings = drawn([...outers, ...holes]);
  expect(rings).toHaveLength(12_000);
  // 133 times 6,000 rings of 5 corners are 4,000,000: the holes after them stay where they stand.
  expect(rings[6_000]).toEqual([1_330, 50, 1_330, 52]);
  expect(rings.at(-133)).toEqual([0, 50, 2, 50]);
});
