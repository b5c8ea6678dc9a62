import fc from "fast-check";
import { expect, test } from "vitest";
import { type Arrangement, AS_DECLARED } from "./arrangement.ts";
import { columnWidths, LEAST_WIDTH, MOST_WIDTH, resized } from "./column-widths.ts";

const COLUMNS = [
  { name: "A", size: 100 },
  { name: "B", size: 200 },
  { name: "C", size: 100 },
];
const NARROW = 400;
const WIDE = 800;
const widths = (arrangement: Arrangement, room: number, columns = COLUMNS) =>
  columnWidths(columns, arrangement, room).map(Math.round);
const resize = (room: number, name: string, width: number, before = AS_DECLARED) =>
  resized(COLUMNS, before, room, { name, width });

test("web-ui/T4 columns fill a wide room in proportion, and keep their size in a narrow one", () => {
  expect(widths(AS_DECLARED, NARROW)).toEqual([100, 200, 100]);
  expect(widths(AS_DECLARED, WIDE)).toEqual([200, 400, 200]);
  expect(widths(AS_DECLARED, 300)).toEqual([100, 200, 100]);
});

test("web-ui/T5 a column that is made wider takes its room from those after it", () => {
  const wider = resize(WIDE, "A", 350);
  expect(widths(wider, WIDE)).toEqual([350, 300, 150]);
});

test("web-ui/T5 where those have none left the table grows beyond its frame", () => {
  expect(widths(resize(NARROW, "A", 250), NARROW)).toEqual([250, 200, 100]);
  expect(widths(resize(WIDE, "A", 600), WIDE)).toEqual([600, 200, 100]);
});

test("a column that is made narrower leaves its room to those after it", () => {
  expect(widths(resize(NARROW, "A", 70), NARROW)).toEqual([70, 220, 110]);
});

test("the last column has none after it to take from: the table grows", () => {
  expect(widths(resize(WIDE, "C", 400), WIDE)).toEqual([200, 400, 400]);
});

test("web-ui/T6 chosen widths follow the room, down to the declared sizes", () => {
  const wider = resize(WIDE, "A", 350);
  expect(widths(wider, 2 * WIDE)).toEqual([700, 600, 300]);
  expect(widths(wider, NARROW)).toEqual([100, 200, 100]);
});

test("a column that comes into sight takes its room from the others", () => {
  const without = COLUMNS.filter(({ name }) => name !== "B");
  const chosen = resized(without, AS_DECLARED, WIDE, { name: "A", width: 400 });
  expect(widths(chosen, WIDE, without)).toEqual([400, 400]);
  expect(widths(chosen, WIDE)).toEqual([300, 200, 300]);
});

test("an unknown column changes nothing", () => {
  expect(resize(WIDE, "Gone", 300)).toBe(AS_DECLARED);
});

test("whatever was dragged, the room is filled and no column leaves its limits", () => {
  const step = fc.tuple(
    fc.constantFrom("A", "B", "C"),
    fc.integer({ min: -50, max: 1_500 }),
    fc.integer({ min: 320, max: 2_000 }),
  );
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 6 }),
      fc.integer({ min: 320, max: 2_000 }),
      (steps, frame) => {
        const last = steps.reduce(
          (now, [name, width, at]) => resize(at, name, width, now),
          AS_DECLARED,
        );
        const drawn = columnWidths(COLUMNS, last, frame);
        expect(drawn.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(frame - 1);
        for (const each of drawn) expect(each).toBeGreaterThanOrEqual(40);
      },
    ),
  );
  expect(widths(resize(WIDE, "A", 5), WIDE)[0]).toBeGreaterThanOrEqual(LEAST_WIDTH);
  expect(widths(resize(WIDE, "A", 5_000), WIDE)[0]).toBe(MOST_WIDTH);
});
