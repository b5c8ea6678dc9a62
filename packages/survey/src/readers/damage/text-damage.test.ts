import { describe, expect, test } from "vitest";
import { worldFile } from "../../../../../tools/sample/sensor-file-writer.ts";
import { joined, judged, text, zeros } from "../../testing/judged.ts";

const wide = (content: string): Uint8Array => Buffer.from(`\ufeff${content}`, "utf16le");

describe("text", () => {
  const log = "2409 522018.000 LINE 001 START\r\n2409 522258.000 LINE 001 END\r\n";
  test.each([
    ["a.log", log],
    ["a.csv", "file,time\r\na.iiq,2026"],
    ["a.csv", "file,x\na.iiq,1.25\n"],
    ["a.csv", "only one line"],
    ["a.csv", "a;b\n1;2\n\n"],
    ["a.26n", "2.11  NAVIGATION DATA\n"],
    ["a.xml", "<a><b/></a>\r\n\r\n"],
    ["a.xml", "\uFEFF<?xml version='1.0'?><!-- <b> --><a:b c='/>'>1</a:b ><!-- </c> --><?d e?>"],
    ["a.xml", `<!--${"<a>".repeat(1_500)}--><b>1</b>`],
    ["a.xml", `<b>1</b><!--${"<a>".repeat(1_500)}-->`],
    ["a.xml", "<a b='c'/>"],
    ["a.json", '{"a": [1]}'],
    ["a.json", "[{}]"],
    ["a.txt", "no end"],
    ["a.sha1", "da39a3ee5e6b4b0d3255bfef95601890afd80709 *a.raw"],
    ["a.sha1", "no digits"],
    ["a.jgw", "1\n0\n0\n-1\n635615.92\n853362.1"],
  ])("%s that is whole: %j", async (name, content) => {
    const open = name === "a.jgw" ? `${content}\n` : content;
    expect(await judged(name, text(open))).toBe("whole");
  });

  test("in UTF-16 has zeros of its own, and none that stand for a character", async () => {
    expect(await judged("a.log", wide(log))).toBe("whole");
    expect(await judged("a.log", wide(log.repeat(200)))).toBe("whole");
    expect(await judged("a.log", joined(wide(log), zeros(6)))).toContain("zeros: ");
  });

  test.each([
    ["a.log", `${log}2409 5224`, `cutOff: its last line is not ended: "2409 5224"`],
    ["a.18o", "> 2018 06 22\n 20 1", `cutOff: its last line is not ended: " 20 1"`],
    ["a.csv", "a,b,c\n1,2,3\n4,5", `cutOff: its last row is not complete: "4,5"`],
    ["a.csv", "a,b\n1,2.125\n4,5.1", `cutOff: its last row is not complete: "4,5.1"`],
    ["a.kml", "<kml><Document><name>x</na", "cutOff: its outermost element is not closed"],
    ["a.kml", "<kml><Document></Document>\n", "cutOff: its outermost element is not closed"],
    ["a.kml", "<kml><Document>\n", "cutOff: its outermost element is not closed"],
    ["a.xml", "<a><a2/>", "cutOff: its outermost element is not closed"],
    ["a.json", '{"a": [1', "cutOff: its outermost element is not closed"],
    ["a.json", '{"a": [1]', "cutOff: its outermost element is not closed"],
    ["a.sha1", "da39a3ee5e6b4b", "cutOff: it holds 14 of the 40 digits of a SHA-1"],
    ["a.jgw", "1.0\n0.0\n0.0\n-1.0\n", "cutOff: it holds 4 numbers, a world file has six"],
    ["a.log", `${log}\0\0\0`, "zeros: it holds zeros where text must be"],
    ["a.csv", "a,b\n1,\0\0", "zeros: it holds zeros where text must be"],
  ])("%s that is damaged: %j", async (name, content, reason) => {
    expect(await judged(name, text(content))).toContain(reason);
  });

  test("of a world file that lost digits of its last number", async () => {
    const whole = worldFile(0.5, 635_615.9278, 853_362.1431);
    expect(await judged("a.jgw", whole)).toBe("whole");
    expect(await judged("a.jgw", whole.slice(0, -6))).toContain("its last number is not complete");
  });
});
