import type { StageJoin, TaskMeasure } from "@swath/contract/processing";
import { expect, test } from "vitest";
import { joinMeasures } from "./join-measures.ts";

type Join = TaskMeasure["join"];

const measure = (value: number | null, join?: Join, rest: object = {}): TaskMeasure => ({
  name: "it",
  label: "It",
  value,
  unit: "m",
  ...(join === undefined ? {} : { join }),
  ...rest,
});

/** The value of a whole of tasks with a measure each. */
const joined = (...tasks: TaskMeasure[]) =>
  joinMeasures(tasks.map((each) => [each])).map(({ value, tasks: apart }) => apart ?? value)[0];

const percentileOf = (counts: [number, number][]): Join => ({ percentile: { rank: 95, counts } });

test.each<[string, unknown, ...TaskMeasure[]]>([
  ["the largest shift", 0.0999, ...[0, 0.0999, 0, 0, 0].map((it) => measure(it, "maximum"))],
  ["the least side lap", 12, measure(31, "minimum"), measure(12, "minimum")],
  ["a count", 6_860_000, measure(3_400_000, "sum"), measure(3_460_000, "sum")],
  ["a count with a bound", 8, measure(5, "sum", { most: 0 }), measure(3, "sum", { most: 0 })],
  ["a mean by weights", 3, measure(1, { mean: 100 }), measure(5, { mean: 100 })],
  ["a mean by weights, uneven", 1.04, measure(1, { mean: 99 }), measure(5, { mean: 1 })],
  ["an RMS by squares and counts", 5, measure(1, { rms: 1 }), measure(7, { rms: 1 })],
  [
    "a share by part and whole",
    2,
    measure(50, { share: { part: 1, whole: 2, times: 100 } }),
    measure(1.0204, { share: { part: 1, whole: 98, times: 100 } }),
  ],
  [
    "a share of which a task has none: its whole counts all the same",
    25,
    measure(50, { share: { part: 1, whole: 2, times: 100 } }),
    measure(null, { share: { part: 0, whole: 2, times: 100 } }),
  ],
  [
    "a percentile by all values",
    2,
    measure(1, percentileOf([[1, 90]])),
    measure(
      9,
      percentileOf([
        [2, 7],
        [9, 3],
      ]),
    ),
  ],
  ["names by union", 3, measure(2, { distinct: ["1", "2"] }), measure(2, { distinct: ["2", "3"] })],
  ["nothing measured", null, measure(null, "sum"), measure(null, "sum")],
  ["one task that measured nothing", 4, measure(null, "maximum"), measure(4, "maximum")],
  ["per task only", { count: 2, least: 1, most: 3 }, measure(1, "task"), measure(3, "task")],
  ["no join stated", { count: 2, least: 1, most: 3 }, measure(1), measure(3)],
  ["joins that differ", { count: 2, least: 1, most: 3 }, measure(1, "sum"), measure(3, "maximum")],
  [
    "units that differ",
    { count: 2, least: 1, most: 3 },
    measure(1, "sum"),
    measure(3, "sum", { unit: "ft" }),
  ],
])("several tasks: %s", (_, whole, ...tasks) => {
  expect(joined(...tasks)).toEqual(whole);
});

test("one task's measures are those of the whole, and the collect call's replace tasks'", () => {
  expect(joinMeasures([[measure(7)]])).toEqual([{ name: "it", label: "It", value: 7, unit: "m" }]);
  const collected = [measure(9, "sum", { most: 1 })];
  expect(joinMeasures([[measure(1)], [measure(2)]], collected)).toEqual([
    { name: "it", label: "It", value: 9, unit: "m", most: 1 },
  ]);
});

test("words of all tasks are said, and the strictest of their bounds", () => {
  const tasks = [
    measure(1, "sum", { label: "from A", most: 4 }),
    measure(2, "sum", { label: "from B", most: 2 }),
  ];
  expect(joinMeasures(tasks.map((each) => [each]))).toEqual([
    { name: "it", label: "from A · from B", value: 3, unit: "m", most: 2 },
  ]);
});

const task = (it: number, points: number, part: number): TaskMeasure[] => [
  measure(it, "sum"),
  measure(points, undefined, { name: "points" }),
  measure(part, undefined, { name: "part" }),
  measure(part / points, undefined, { name: "share" }),
];

test("a stage file's joins go before the program's, and take weights and parts of other measures", () => {
  const joins: Record<string, StageJoin> = {
    it: { rms: "points" },
    points: "sum",
    part: "sum",
    share: { share: { part: "part", whole: "points", times: 1 } },
  };
  const of = (tasks: TaskMeasure[][]) =>
    Object.fromEntries(
      joinMeasures(tasks, [], joins).map((each) => [each.name, each.tasks ?? each.value]),
    );
  expect(of([task(1, 10, 5), task(7, 10, 1)])).toEqual({ it: 5, points: 20, part: 6, share: 0.3 });
  const withoutPoints = task(7, 10, 1).filter(({ name }) => name !== "points");
  expect(of([task(1, 10, 5), withoutPoints])["it"]).toEqual({ count: 2, least: 1, most: 7 });
});

test("a whole of 100,000 tasks is joined", () => {
  const tasks = Array.from({ length: 100_000 }, (_, at) => [measure(at, "maximum")]);
  expect(joinMeasures(tasks)[0]?.value).toBe(99_999);
});

const joinedX = (value: number, join: "maximum" | "task") => [
  { name: "x", label: "X", value, unit: "m", join },
];

test("the task that decides a value is named: the largest of all, and the ends of what is not joined", () => {
  const names = ["line_1", "line_2"];
  expect(joinMeasures([joinedX(1, "maximum"), joinedX(3, "maximum")], [], {}, names)).toEqual([
    { name: "x", label: "X", value: 3, unit: "m", at: "line_2" },
  ]);
  expect(joinMeasures([joinedX(1, "task"), joinedX(3, "task")], [], {}, names)).toMatchObject([
    { tasks: { count: 2, least: 1, leastAt: "line_1", most: 3, mostAt: "line_2" } },
  ]);
});
