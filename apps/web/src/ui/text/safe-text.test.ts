import { expect, test } from "vitest";
import { safeText } from "./safe-text.ts";

test("colours, titles and moves of the cursor are left out", () => {
  expect(
    safeText("\u001B[31;1mred\u001B[0m \u001B]0;title\u0007x\u001B[2J\u001B[3;4Hy\u001B(B"),
  ).toBe("red xy");
  expect(safeText("\u001B]8;;https://evil.example\u001B\\link\u001B]8;;\u001B\\")).toBe("link");
});

test("lines that are written over are lines of their own", () => {
  expect(safeText("10 %\r20 %\r\n30 %\r\r\n")).toBe("10 %\n20 %\n30 %\n");
});

test("control characters and those that turn text around are seen", () => {
  expect(safeText("a\u0000b\u0007c\u007Fd\u0085")).toBe("a\u2400b\u2407c\u2421d\u27E8U+0085\u27E9");
  expect(safeText("\u202Egnp.exe\u2066")).toBe("\u27E8U+202E\u27E9gnp.exe\u27E8U+2066\u27E9");
  expect(safeText("a\tb\n")).toBe("a\tb\n");
});

test("an escape without an end swallows no line after it", () => {
  expect(safeText("\u001B[31")).toBe("\u241B[31");
  expect(safeText("x\u001B")).toBe("x\u241B");
  expect(safeText("\u001B]0;no end\nFATAL: bad header\n")).toBe("\nFATAL: bad header\n");
});

test("markup stays text", () => {
  expect(safeText("<script>alert(1)</script>")).toBe("<script>alert(1)</script>");
});
