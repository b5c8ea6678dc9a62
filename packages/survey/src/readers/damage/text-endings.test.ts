import { describe, expect, test } from "vitest";
import { joined, judged, noise, text, zeros } from "../../testing/judged.ts";

const notEnded = (line: string): string => `cutOff: its last line is not ended: "${line}"`;
const notComplete = (row: string): string => `cutOff: its last row is not complete: "${row}"`;
const notClosed = (end: string): string => `cutOff: its outermost element is not closed: "${end}"`;
const NUL = "zeros: it holds zeros where text must be";

const said = (name: string, content: string): Promise<string> => judged(name, text(content));

const wide = (content: string): Uint8Array => Buffer.from(content, "utf16le");

describe("text that a program writes line by line", () => {
  test.each([
    ["a\n", "whole"],
    ["a\r", "whole"],
    ["a\r\n \t ", "whole"],
    ["\n", "whole"],
    ["a\nb", notEnded("b")],
    ["a\rb", notEnded("b")],
    ["a\r\n\r\nb c", notEnded("b c")],
    ["ab", notEnded("ab")],
    ["a\n b ", notEnded(" b ")],
    [`a\n${"x".repeat(60)}`, notEnded("x".repeat(60))],
    [`a\n1${"x".repeat(60)}`, notEnded("x".repeat(60))],
    ["2409\0\n", NUL],
  ])("%j: %s", async (content, expected) => {
    expect(await said("a.log", content)).toBe(expected);
    expect(await said("a.26o", content)).toBe(expected);
    expect(await said("a.g", content)).toBe(expected);
  });

  test("is judged by its last 4 KB", async () => {
    expect(await said("a.log", `${"x\n".repeat(3_000)}y`)).toBe(notEnded("y"));
    expect(await said("a.log", "x".repeat(9_000))).toBe(notEnded("x".repeat(60)));
  });

  test("in UTF-16 is read by whole units, wherever the last 4 KB begin", async () => {
    const lines = wide("2409 522018\n".repeat(300));
    expect(await judged("a.log", lines)).toBe("whole");
    for (const mark of [wide(""), wide("\ufeff")]) {
      expect(await judged("a.log", joined(mark, lines, wide("24")))).toBe(notEnded("24"));
      // Of the last unit one byte is missing.
      const odd = joined(mark, lines, wide("24"), Uint8Array.of(0x30));
      expect(await judged("a.log", odd)).toBe(notEnded("24\ufffd"));
      expect(await judged("a.log", joined(mark, lines, wide("2\0")))).toBe(NUL);
    }
    expect(await judged("a.log", wide("2409\n24").subarray(0, -1))).toBe(notEnded("2\ufffd"));
  });

  test("with zeros is UTF-16 only where its beginning is", async () => {
    const log = joined(text("2409 522018\n".repeat(300)), Buffer.from("24\n", "utf16le"));
    expect(await judged("a.log", log)).toBe(NUL);
    // Of an odd size, with a zero as the first of its last 4,096 bytes alone.
    const odd = joined(text("x".repeat(1_001)), zeros(1), text("y".repeat(4_094)), text("\n"));
    expect(await judged("a.log", odd)).toBe(NUL);
  });
});

test.each([
  ["text of any form", "a.txt"],
  ["settings", "a.cfg"],
  ["settings", "a.INI"],
])("%s may end anywhere, but holds no zeros: %s", async (_, name) => {
  expect(await said(name, "a")).toBe("whole");
  expect(await said(name, "a\nb")).toBe("whole");
  expect(await said(name, "ab\0cd")).toBe(NUL);
});

describe("rows of columns", () => {
  test.each([
    ["a,b\n1,2", "whole"],
    ["a,b\n1,2\n", "whole"],
    ["a,b\n1\n ", "whole"],
    ["a,b\r\n1", notComplete("1")],
    ["a,b\r1", notComplete("1")],
    ["a,b\n1", notComplete("1")],
    ["a;b;c\n1;2", notComplete("1;2")],
    ["a\tb\n1", notComplete("1")],
    ["a,b\n1,2,3", "whole"],
    ["a,b", "whole"],
    ["a", "whole"],
    ["a b\n1", "whole"],
    ["1.25\n1.5", "whole"],
    ["a,b\n1,2.5\n1,2", notComplete("1,2")],
    ["a,b\n1,2.25\n1,2.5", notComplete("1,2.5")],
    ["a,b\n1,2.25\n1,2.50", "whole"],
    ["a,b\n1,2.25\n1,2.505", "whole"],
    ["a,b\n1,2.25\n1,2.", notComplete("1,2.")],
    ["a,b\n1,2.25\n1,2", notComplete("1,2")],
    ["a,b\n1,2\n1,2.5", "whole"],
    [`a,b\n1,"2.25"\n1,"2.5`, notComplete(`1,"2.5`)],
    [`a,b\n1,"2.25"\n1,"2.25"`, "whole"],
    ["a,b\n1.25,2\n1.5,2", "whole"],
    ["a,b\n1,2.25x\n1,2.5", "whole"],
    ["a,b\n1,2.2\0", NUL],
  ])("%j: %s", async (content, expected) => {
    expect(await said("a.csv", content)).toBe(expected);
  });
});

describe("XML", () => {
  test.each([
    ["<a></a>", "whole"],
    ["<a></a >", "whole"],
    ["<a></a\n>\n", "whole"],
    ["<a/>", "whole"],
    ["<a />", "whole"],
    ["<a b='1'/>", "whole"],
    ["<n:a x=''><b/></n:a>", "whole"],
    ["<?xml version='1.0'?><!DOCTYPE a><a></a>", "whole"],
    ["<!-- <b> --><a></a>", "whole"],
    ["<?p <b> ?><a></a>", "whole"],
    ["<a></a><!-- </b> -->", "whole"],
    ["<a></a><?p </b>?>", "whole"],
    ["<a></a> <!-- 1 --> <!-- 2 --> ", "whole"],
    ["<a><!-- 1\n2 --></a>", "whole"],
    ["<a><b></b>", notClosed("<a><b></b>")],
    ["<a><b/>", notClosed("<a><b/>")],
    ["<a>", notClosed("<a>")],
    ["<a", notClosed("<a")],
    ["<a></a", notClosed("<a></a")],
    ["<a></a>1", notClosed("<a></a>1")],
    ["<a></ab>", notClosed("<a></ab>")],
    ["<ab></a>", notClosed("<ab></a>")],
    ["<a></a><b", notClosed("<a></a><b")],
    ["<a><!-- </a> -->", notClosed("<a><!-- </a> -->")],
    ["<a><!-- </a>", notClosed("<a><!-- </a>")],
    ["<a><?p </a>", notClosed("<a><?p </a>")],
    ["no element", notClosed("no element")],
    ["no element>", "whole"],
    ["<!-- a -->", "whole"],
    ["<!-- a --", notClosed("<!-- a --")],
    [`<a>${"x".repeat(70)}`, notClosed("x".repeat(60))],
    ["<a>\n<b>\n ", notClosed("<b>")],
    ["<a>\0</a>", NUL],
  ])("%j: %s", async (content, expected) => {
    expect(await said("a.xml", content)).toBe(expected);
    expect(await said("a.kml", content)).toBe(expected);
  });

  test("of any length is judged by its beginning and its end", async () => {
    const inner = "<b>1</b>\n".repeat(2_000);
    expect(await said("a.xml", `<a>${inner}</a>\n`)).toBe("whole");
    expect(await said("a.xml", `<a>${inner}`)).toBe(notClosed("<b>1</b>"));
    // The outermost element begins behind what is read of the beginning.
    expect(await said("a.xml", `<!--${" ".repeat(1_024)}--><a>${inner}</a>`)).toBe("whole");
    expect(await said("a.xml", `<!--${" ".repeat(1_024)}--><a>${inner}<c`)).toBe(notClosed("<c"));
  });

  test("whose end is one long comment is judged by its last letter", async () => {
    expect(await said("a.xml", `<a></a><!--${"x".repeat(5_000)}-->`)).toBe("whole");
    expect(await said("a.xml", `<a></a><!--${"x".repeat(5_000)}`)).toBe(notClosed("x".repeat(60)));
  });

  test("whose beginning holds zeros that its end has not is not judged by it", async () => {
    expect(await judged("a.xml", joined(text("<a>\0"), text("<b>".repeat(2_000))))).toBe("whole");
  });
});

describe("JSON", () => {
  test.each([
    ["{}", "whole"],
    [' {"a": 1}\n', "whole"],
    ["[1]", "whole"],
    ["\ufeff[1]", "whole"],
    ["\ufeff[1", notClosed("ï»¿[1")],
    ["1", "whole"],
    ["", "whole"],
    ["{", notClosed("{")],
    [' {"a": 1', notClosed(' {"a": 1')],
    ["[", notClosed("[")],
    ['{"a": [1]', notClosed('{"a": [1]')],
    ['[{"a": 1}', notClosed('[{"a": 1}')],
    ["[1]x", notClosed("[1]x")],
    ['{"a":\0}', NUL],
  ])("%j: %s", async (content, expected) => {
    expect(await said("a.JSON", content)).toBe(expected);
  });

  test("is told from XML by the end of its name", async () => {
    expect(await said("a.json", "[1]")).toBe("whole");
    expect(await said("a.json.xml", "[1]")).toBe(notClosed("[1]"));
  });
});

test.each([
  ["da39a3ee5e6b4b0d3255bfef95601890afd80709", "whole"],
  ["DA39A3EE5E6B4B0D3255BFEF95601890AFD80709  a.raw\n", "whole"],
  ["da39a3ee5e6b4b0d3255bfef95601890afd8070", "cutOff: it holds 39 of the 40 digits of a SHA-1"],
  [" \nDA39\n", "cutOff: it holds 4 of the 40 digits of a SHA-1"],
  ["d", "cutOff: it holds 1 of the 40 digits of a SHA-1"],
  ["da39 *a.raw", "whole"],
  ["*da39", "whole"],
  ["SHA1", "whole"],
  ["da39\0", NUL],
])("a checksum file that holds %j: %s", async (content, expected) => {
  expect(await said("a.raw.sha1", content)).toBe(expected);
});

test.each([
  ["0.5\n0\n0\n-0.5\n10.25\n20.25\n", "whole"],
  ["0.5\n0\n0\n-0.5\n10.25\n20.25", "whole"],
  ["0.5 0 0 -0.5 10.25 20.255", "whole"],
  ["0.5\n0\n0\n-0.5\n10.25\n20.2", "cutOff: its last number is not complete: 20.2"],
  ["0.5\n0\n0\n-0.5\n10.25\n20", "cutOff: its last number is not complete: 20"],
  ["0.5\n0\n0\n-0.5\n10.25\n20.2\n", "whole"],
  ["0.5\n0\n0\n-0.5\n10\n20.25", "whole"],
  ["0.5\n0\n0\n-0.5\n10.25", "cutOff: it holds 5 numbers, a world file has six"],
  ["  0.5  ", "cutOff: it holds 1 numbers, a world file has six"],
  [" \r\n", "cutOff: it holds 0 numbers, a world file has six"],
  ["0.5\n0\n0\n-0.5\n10.25\n20.25\n1.2", "cutOff: its last number is not complete: 1.2"],
  ["0.5\n0\n0\n-0.5\n10.25\n20.\0", NUL],
])("a world file that holds %j: %s", async (content, expected) => {
  expect(await said("a.jgw", content)).toBe(expected);
});

test("zeros alone are no text of any kind", async () => {
  for (const name of ["a.log", "a.csv", "a.xml", "a.json", "a.txt", "a.sha1", "a.jgw"])
    for (const count of [1, 15, 300])
      expect(await judged(name, zeros(count)), name).toBe(
        `zeros: all its ${count} bytes are zeros`,
      );
  expect(await judged("a.txt", joined(noise(9), zeros(1)))).toBe(NUL);
});
