import { describe, expect, test } from "vitest";
import { stateTable, transitionsFrom } from "./state-table.ts";

type Light = "red" | "green" | "off";
const table = stateTable<Light, "switch" | "break", "person" | "weather">([
  ...transitionsFrom(["red"], "switch", "green", "person"),
  ...transitionsFrom(["red", "green"], "break", "off", "weather"),
]);

describe("a state table", () => {
  test("gives the status after an event, and none where it has no such row", () => {
    expect(table.nextStatus("red", "switch")).toBe("green");
    expect(table.nextStatus("off", "switch")).toBeUndefined();
  });

  test("lets only the actor of a row move a record along it", () => {
    expect(table.canMove("red", "off", new Set(["weather"]))).toBe(true);
    expect(table.canMove("red", "off", new Set(["person"]))).toBe(false);
    expect(table.canMove("red", "green", new Set(["weather"]))).toBe(false);
    expect(table.canMove("green", "green", new Set(["person"]))).toBe(false);
    expect(table.canMove("off", "red", new Set(["person", "weather"]))).toBe(false);
  });

  test("may have many rows of one event, and of one status", () => {
    const rows = [
      ...transitionsFrom(["red", "off"], "switch", "green", "person"),
      ...transitionsFrom(["red"], "break", "off", "weather"),
    ];
    const made = stateTable<Light, "switch" | "break", "person" | "weather">(rows);
    expect(made.transitions).toEqual(rows);
    expect(made.nextStatus("off", "switch")).toBe("green");
    expect(made.canMove("red", "off", new Set(["weather"]))).toBe(true);
  });

  test("is refused where an event leads from one status to two", () => {
    expect(() =>
      stateTable([
        ...transitionsFrom(["red"], "switch", "green", "person"),
        ...transitionsFrom(["red"], "switch", "off", "person"),
      ]),
    ).toThrow(new RangeError("two rows for red switch"));
  });
});
