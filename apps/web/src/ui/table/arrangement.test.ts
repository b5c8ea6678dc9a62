import { expect, test } from "vitest";
import { AS_DECLARED, moved, ordered, readArrangement, shown, toggled } from "./arrangement.ts";

const COLUMNS = [
  { name: "Selected", isFixed: true },
  { name: "ID", isRowHeader: true },
  { name: "Date" },
  { name: "Template" },
];
const names = (columns: readonly { readonly name: string }[]) => columns.map(({ name }) => name);

test("web-ui/T1 as declared every column is there, in its order", () => {
  expect(names(shown(COLUMNS, AS_DECLARED))).toEqual(["Selected", "ID", "Date", "Template"]);
});

test("web-ui/T2 a column that the arrangement does not know stands behind its neighbour", () => {
  const order = ["Template", "ID"];
  expect(names(ordered(COLUMNS, { order }))).toEqual(["Selected", "Template", "ID", "Date"]);
  expect(names(ordered(COLUMNS, { order: ["Gone", "Date", "ID"] }))).toEqual([
    "Selected",
    "Date",
    "Template",
    "ID",
  ]);
});

test("web-ui/T3 a fixed column and a row's name stay, whatever was kept", () => {
  const hidden = ["Selected", "ID", "Date"];
  expect(names(shown(COLUMNS, { ...AS_DECLARED, hidden }))).toEqual(["Selected", "ID", "Template"]);
  const order = ["Date", "Selected", "ID", "Template"];
  expect(names(ordered(COLUMNS, { order }))).toEqual(["Selected", "Date", "ID", "Template"]);
});

test("a column moves by one place, and not beyond the ends", () => {
  const once = moved(COLUMNS, AS_DECLARED, "Template", -1);
  expect(names(ordered(COLUMNS, once))).toEqual(["Selected", "ID", "Template", "Date"]);
  expect(moved(COLUMNS, AS_DECLARED, "Template", 1)).toBe(AS_DECLARED);
  expect(moved(COLUMNS, AS_DECLARED, "ID", -1)).toBe(AS_DECLARED);
  expect(moved(COLUMNS, AS_DECLARED, "Selected", 1)).toBe(AS_DECLARED);
});

test("a column is hidden, and shown again", () => {
  const hidden = toggled(AS_DECLARED, "Date");
  expect(names(shown(COLUMNS, hidden))).toEqual(["Selected", "ID", "Template"]);
  expect(toggled(hidden, "Date")).toEqual(AS_DECLARED);
});

test.each([null, "", "{", "[]", '{"order":[1]}', '{"density":"tiny"}'])(
  "what was kept and cannot be read, %j, is as declared",
  (kept) => {
    expect(readArrangement(kept)).toEqual(AS_DECLARED);
  },
);

test("what was kept is read again", () => {
  const kept = { ...AS_DECLARED, hidden: ["Date"], density: "compact" as const };
  expect(readArrangement(JSON.stringify(kept))).toEqual(kept);
});
