import { expect, test } from "vitest";
import type { CloudFile } from "../read/open-file.ts";
import type { LoadedNode } from "../read/shown-nodes.ts";
import { flatTree } from "../testing/tree.ts";
import { StripComparer } from "./strip-differences.ts";

const NODE = flatTree(0);
const FILE = {
  bounds: { min: NODE.min, max: NODE.max },
  crs: { verticalUnit: 1, horizontalUnit: 1 },
} as unknown as CloudFile;

interface Planted {
  readonly line: number;
  readonly tooHigh: number;
  /** The part of a cell's width that the line covers. */
  readonly share?: number;
  readonly rough?: number;
  readonly returns?: number;
}

/** Points of lines in a cell of 8 m, on ground that slopes by a half to the east. */
function cellOf(lines: readonly Planted[], points = 100): LoadedNode {
  const count = lines.length * points;
  const side = Math.sqrt(points);
  const places = new Float32Array(count * 3);
  for (const [at, { tooHigh, share = 1, rough = 0.002 }] of lines.entries())
    for (let point = 0; point < points; point += 1) {
      const x = ((point % side) / side) * 8 * share;
      const y = (Math.floor(point / side) / side) * 8;
      const noise = rough * Math.sin((at * points + point) * 7.7);
      places.set([x, y, 20 + x / 2 + tooHigh + noise], (at * points + point) * 3);
    }
  const of = <T>(pick: (line: Planted) => T): T[] =>
    lines.flatMap((line) => Array.from({ length: points }, () => pick(line)));
  return {
    file: 0,
    node: NODE,
    points: {
      count,
      places,
      intensity: new Uint16Array(count),
      classes: new Uint8Array(count).fill(2),
      returns: Uint8Array.from(of(({ returns = 0x11 }) => returns)),
      lines: Uint16Array.from(of(({ line }) => line)),
      colors: undefined,
      times: undefined,
    },
  };
}

/** The difference of the first point of each line, mm. */
function differences(node: LoadedNode, lines: number, file = FILE): number[] {
  const of = new StripComparer({ files: [file] }).compare([node])(node.points)!;
  const each = node.points.count / lines;
  return Array.from({ length: lines }, (_, at) => Math.round(of(at * each) * 1_000));
}

test("a line is compared with the others, wherever on the slope its points lie", () => {
  const lines = [
    { line: 4, tooHigh: 0 },
    { line: 9, tooHigh: 0.1, share: 0.4 },
  ];
  expect(differences(cellOf(lines), 2)).toEqual([-100, 100]);
});

test("of three lines each is compared with the mean of the others", () => {
  const lines = [0, 0, 0.06].map((tooHigh, line) => ({ line, tooHigh }));
  expect(differences(cellOf(lines), 3)).toEqual([-30, -30, 60]);
});

test("heights in feet are compared in metres", () => {
  const feet = { ...FILE, crs: { ...FILE.crs, verticalUnit: 0.3048 } };
  const lines = [0, 0.1].map((tooHigh, line) => ({ line, tooHigh }));
  expect(differences(cellOf(lines), 2, feet)).toEqual([-30, 30]);
});

const FLAT = { line: 1, tooHigh: 0 };
test.each<[string, readonly Planted[], number]>([
  ["a line is alone", [FLAT], 100],
  ["the ground is rough", [FLAT, { line: 2, tooHigh: 0, rough: 1 }], 100],
  ["there are too few points for its roughness", [FLAT, { line: 2, tooHigh: 0, rough: 0.1 }], 9],
  ["a line has no last returns", [FLAT, { line: 2, tooHigh: 0, returns: 0x21 }], 100],
  [
    "the points of both lie in a row",
    [
      { ...FLAT, share: 0 },
      { ...FLAT, line: 2, share: 0 },
    ],
    100,
  ],
])("no difference is known where %s", (_, lines, points) => {
  expect(differences(cellOf(lines, points), lines.length)).toEqual(lines.map(() => Number.NaN));
});

test("nodes of one size are compared across files, and a node that was not is not known", () => {
  const [one, other] = [cellOf([{ line: 1, tooHigh: 0 }]), cellOf([{ line: 2, tooHigh: 0.05 }])];
  const of = new StripComparer({ files: [FILE] }).compare([one, { ...other, file: 1 }]);
  expect(of(one.points)!(0)).toBeCloseTo(-0.05, 3);
  expect(of(other.points)!(99)).toBeCloseTo(0.05, 3);
  expect(of(cellOf([FLAT]).points)).toBeUndefined();
});
