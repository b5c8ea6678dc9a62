import { expect, test } from "vitest";
import { findTyped, isTyping, type Pressed, stepOf } from "./grid-navigation.ts";

const press = (key: string, more: Partial<Pressed> = {}): Pressed => ({
  key,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  ...more,
});
const at = (active: number, count = 50) => ({ active, count, page: 10 });

test.each([
  ["ArrowDown", 5, 6],
  ["ArrowUp", 5, 4],
  ["PageDown", 5, 15],
  ["PageUp", 25, 15],
  ["Home", 25, 0],
  ["End", 25, 49],
  ["ArrowUp", 0, 0],
  ["ArrowDown", 49, 49],
  ["PageUp", 3, 0],
  ["PageDown", 45, 49],
])("web-ui/W1 %s on row %i leads to row %i", (key, from, to) => {
  expect(stepOf(press(key), at(from))).toEqual({ to });
});

test("web-ui/W2 Enter opens, the menu key and Shift+F10 show the menu, of a grid that has rows", () => {
  expect(stepOf(press("Enter"), at(0))).toEqual({ act: "open" });
  expect(stepOf(press("ContextMenu"), at(0))).toEqual({ act: "menu" });
  expect(stepOf(press("F10", { shiftKey: true }), at(0))).toEqual({ act: "menu" });
  expect(stepOf(press("F10"), at(0))).toBeUndefined();
  expect(stepOf(press("Enter"), at(0, 0))).toBeUndefined();
});

test("web-ui/W3 Backspace and Alt+arrow up lead up, from an empty grid too", () => {
  expect(stepOf(press("Backspace"), at(0, 0))).toEqual({ act: "up" });
  expect(stepOf(press("ArrowUp", { altKey: true }), at(3))).toEqual({ act: "up" });
});

test("web-ui/W4 keys with Ctrl or Meta are left to the browser", () => {
  for (const more of [{ ctrlKey: true }, { metaKey: true }])
    for (const key of ["ArrowDown", "Enter", "Home", "Backspace"])
      expect(stepOf(press(key, more), at(3))).toBeUndefined();
});

test("web-ui/W5 Space chooses the active row where rows can be chosen, and is nothing elsewhere", () => {
  expect(stepOf(press(" "), { ...at(3), selectable: true })).toEqual({ act: "toggle" });
  expect(stepOf(press(" ", { shiftKey: true }), { ...at(3), selectable: true })).toEqual({
    act: "range",
  });
  expect(stepOf(press(" "), at(3))).toBeUndefined();
});

test("typed letters find the next name that begins so, round the end", () => {
  const names = ["alpha", "Beta", "beach", "gamma", "bet"];
  expect(findTyped(names, 0, "b")).toBe(1);
  expect(findTyped(names, 1, "b")).toBe(2);
  expect(findTyped(names, 4, "b")).toBe(1);
  expect(findTyped(names, 1, "be")).toBe(1);
  expect(findTyped(names, 1, "bea")).toBe(2);
  expect(findTyped(names, 0, "x")).toBeUndefined();
  expect(findTyped([], 0, "x")).toBeUndefined();
});

test("a letter, a digit or a later space is typing, a command is not", () => {
  expect(isTyping(press("a"), "")).toBe(true);
  expect(isTyping(press("ü"), "")).toBe(true);
  expect(isTyping(press(" "), "my")).toBe(true);
  expect(isTyping(press(" "), "")).toBe(false);
  expect(isTyping(press("a", { ctrlKey: true }), "")).toBe(false);
  expect(isTyping(press("Tab"), "")).toBe(false);
});
