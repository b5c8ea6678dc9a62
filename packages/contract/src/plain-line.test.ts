import { expect, test } from "vitest";
import { plainLine } from "./plain-line.ts";

test.each([
  ["a colour", "\u001b[31mred", "\\u001b[31mred"],
  ["the window's title", "\u001b]0;owned\u0007", "\\u001b]0;owned\\u0007"],
  ["C1's own introducer", "\u009b2J", "\\u009b2J"],
  ["a line that is none of ours", "name\n[ none ] valid", "name\\u000a[ none ] valid"],
  ["a carriage return", "FAIL\rok", "FAIL\\u000dok"],
  ["reversed writing", "exe.\u202egpj", "exe.\\u202egpj"],
])("a line shows %s as an escape", (_, line, shown) => {
  expect(plainLine(line)).toBe(shown);
});

test("a line of any language is shown as it is", () => {
  expect(plainLine("Ångström – 測量 – Ελλάδα – … ✓")).toBe("Ångström – 測量 – Ελλάδα – … ✓");
});
