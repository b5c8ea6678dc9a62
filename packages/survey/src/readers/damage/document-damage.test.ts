import { zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { BinaryWriter } from "../../../../../tools/sample/binary-writer.ts";
import { pdfFile, xlsFile } from "../../../../../tools/sample/document-writer.ts";
import { joined, judged, noise, text, zeros } from "../../testing/judged.ts";

/** A compound file of six sectors: table, directory, four of a stream that ends in padding. */
function compound(): Uint8Array {
  const writer = new BinaryWriter(512 * 7);
  writer.u32(0xe011cfd0).u32(0xe11ab1a1).skip(22).u16(9).skip(12).u32(1).u32(1);
  writer.skip(76 - writer.position).u32(0);
  for (let n = 1; n < 109; n++) writer.u32(0xffffffff);
  writer.u32(0xfffffffd).u32(0xfffffffe);
  for (const next of [3, 4, 5, 0xfffffffe]) writer.u32(next);
  for (let n = 6; n < 128; n++) writer.u32(0xffffffff);
  for (const sign of "Root") writer.u16(sign.charCodeAt(0));
  return writer.bytes;
}

describe("archives and papers", () => {
  const workbook = zipSync({ "xl/workbook.xml": text("<a/>"), "xl/media/a.png": noise(20_000) });
  test.each(["a.xlsx", "FL000123_01.kmz"])(
    "%s ends with a directory of what it holds",
    async (name) => {
      expect(await judged(name, workbook)).toBe("whole");
      expect(await judged(name, workbook.slice(0, -5))).toContain("cutOff: it has no end record");
      const moved = joined(workbook.slice(0, 40), workbook.slice(90));
      expect(await judged(name, moved)).toMatch(/cutOff|contradiction/);
    },
  );

  test("a PDF ends with its mark in the last 1,024 bytes", async () => {
    const pdf = pdfFile("log");
    expect(await judged("a.pdf", joined(pdf, noise(900)))).toBe("whole");
    expect(await judged("a.pdf", joined(pdf, noise(1_100)))).toBe(
      "cutOff: it has no end mark %%EOF",
    );
    expect(await judged("a.pdf", pdf.slice(0, 300))).toBe("cutOff: it has no end mark %%EOF");
    expect(await judged("a.pdf", noise(300))).toBe("whole");
  });

  test("a bare sheet ends with its record", async () => {
    const sheet = xlsFile([["Flight", "FL000123"]]);
    expect(await judged("a.xls", sheet)).toBe("whole");
    expect(await judged("a.xls", sheet.slice(0, -6))).toBe("cutOff: its sheet has no end record");
  });

  test("a compound file holds its tables and its directory; its streams end in padding", async () => {
    expect(await judged("a.xls", compound())).toBe("whole");
    expect(await judged("a.xls", compound().slice(0, -512))).toBe(
      "cutOff: its table counts 6 sectors, which do not fit in it",
    );
    expect(await judged("a.xls", compound().slice(0, 900))).toBe(
      "cutOff: its tables lie behind its end",
    );
    expect(await judged("a.xls", compound().fill(0, 1024))).toContain("in place of its directory");
    expect(await judged("a.xls", compound().fill(0, 512, 1024))).toContain("its table of sectors");
    expect(await judged("a.xls", joined(compound(), zeros(20_000)))).toContain("zeros: its last");
  });
});
