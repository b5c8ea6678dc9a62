import { zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { pdfFile, xlsFile } from "../../../../../tools/sample/document-writer.ts";
import { viewOf } from "../../bytes.ts";
import { joined, judged, noise, text, zeros } from "../../testing/judged.ts";

describe("archives", () => {
  const workbook = zipSync({ "xl/workbook.xml": text("<a/>"), "xl/media/a.png": noise(20_000) });
  test.each(["a.xlsx", "FL000123_01.kmz"])(
    "%s ends with a directory of what it holds",
    async (name) => {
      expect(await judged(name, workbook)).toBe("whole");
      expect(await judged(name, workbook.slice(0, -5))).toBe(
        "cutOff: it has no end record of a ZIP archive, or bytes behind it",
      );
      const moved = joined(workbook.slice(0, 40), workbook.slice(90));
      expect(await judged(name, moved)).toMatch(/cutOff|contradiction/);
    },
  );

  const END_BYTES = 22;
  const ENTRY_BYTES = 46 + 1;
  const LOCAL_BYTES = 30 + 1;
  /** An archive of the files a, b and c, ten bytes each; its directory lists them in an order. */
  function archive(order = "abc"): Uint8Array {
    const content = noise(10);
    const made = zipSync({ a: content, b: content, c: content }, { level: 0 });
    const start = made.length - END_BYTES - 3 * ENTRY_BYTES;
    const listed = Array.from(order, (name) => {
      const at = start + "abc".indexOf(name) * ENTRY_BYTES;
      return made.slice(at, at + ENTRY_BYTES);
    });
    return joined(made.slice(0, start), ...listed, made.slice(-END_BYTES));
  }
  const LAST_AT = 2 * (LOCAL_BYTES + 10);

  test.each(["abc", "acb", "bac", "bca", "cab", "cba"])(
    "whose directory lists %s hold the last of them where it says",
    async (order) => {
      expect(await judged("a.zip", archive(order))).toBe("whole");
      expect(await judged("a.zip", archive(order).fill(9, 0, LAST_AT))).toBe("whole");
      expect(await judged("a.zip", archive(order).fill(9, LAST_AT, LAST_AT + 4))).toBe(
        'contradiction: its file "c" is not where its directory says',
      );
    },
  );

  test("hold as many bytes of their last file as their directory states", async () => {
    const bytes = archive();
    const view = viewOf(bytes);
    const packedAt = bytes.length - END_BYTES - ENTRY_BYTES + 20;
    const room = bytes.length - LAST_AT - 30;
    view.setUint32(packedAt, room, true);
    expect(await judged("a.zip", bytes)).toBe("whole");
    view.setUint32(packedAt, room + 1, true);
    expect(await judged("a.zip", bytes)).toBe('cutOff: its file "c" ends behind the archive');
  });

  test("name their last file by 60 letters", async () => {
    const name = "n".repeat(61);
    expect(await judged("a.zip", zipSync({ [name]: noise(10) }).fill(9, 0, 4))).toBe(
      `contradiction: its file "${name.slice(0, 60)}" is not where its directory says`,
    );
  });

  test("without files are whole", async () => {
    expect(await judged("a.zip", zipSync({}))).toBe("whole");
  });

  test("hold their directory; one too large to read tells nothing", async () => {
    const bytes = archive();
    const view = viewOf(bytes);
    view.setUint16(bytes.length - END_BYTES + 10, 10_001, true);
    expect(await judged("a.zip", bytes)).toBe("whole");
    view.setUint16(bytes.length - END_BYTES + 10, 4, true);
    expect(await judged("a.zip", bytes)).toBe("cutOff: its directory of files does not fit in it");
  });
});

describe("a PDF", () => {
  const UNENDED = "cutOff: it has no end mark %%EOF";
  const [head, end] = [text("%PDF-1.4\n"), text("%%EOF")];

  test("ends with its mark in the last 1,024 bytes", async () => {
    expect(await judged("a.pdf", pdfFile("log"))).toBe("whole");
    expect(await judged("a.pdf", pdfFile("log").slice(0, 300))).toBe(UNENDED);
    expect(await judged("a.pdf", joined(head, noise(2_000), end, noise(1_019)))).toBe("whole");
    expect(await judged("a.pdf", joined(head, noise(2_000), end, noise(1_020)))).toBe(UNENDED);
  });

  test.each([1, 1_019, 1_020, 2_000, 4_095, 4_096, 65_534, 70_000])(
    "may end in %i zeros behind its mark, and not in place of it",
    async (count) => {
      const padding = zeros(count);
      expect(await judged("a.pdf", joined(pdfFile("log"), padding))).toBe("whole");
      expect(await judged("a.pdf", joined(head, noise(2_000), padding))).toBe(
        count < 4_096 ? UNENDED : "zeros: its last 4,096 bytes or more are zeros",
      );
    },
  );

  test("begins with its mark in the first 1,024 bytes: else it is none", async () => {
    expect(await judged("a.pdf", joined(noise(1_019), head, noise(2_000)))).toBe(UNENDED);
    expect(await judged("a.pdf", joined(noise(1_020), head, noise(2_000)))).toBe("whole");
    expect(await judged("a.pdf", noise(300))).toBe("whole");
  });
});

describe("a bare sheet", () => {
  const UNENDED = "cutOff: its sheet has no end record";
  const sheet = xlsFile([["Flight", "FL000123"]]);

  test.each([
    [0, "whole"],
    [1, UNENDED],
    [2, UNENDED],
    [3, UNENDED],
    [4, UNENDED],
    [6, UNENDED],
  ])("without its last %i bytes is %s", async (lost, damage) => {
    expect(await judged("a.xls", sheet.slice(0, sheet.length - lost))).toBe(damage);
  });

  test("may have zeros behind its end record", async () => {
    expect(await judged("a.xls", joined(sheet, zeros(100)))).toBe("whole");
    expect(await judged("a.xls", joined(sheet.slice(0, -4), zeros(100)))).toBe(UNENDED);
  });

  test.each([
    ["Excel 2", [9, 0, 4, 0], UNENDED],
    ["Excel 3", [9, 2, 6, 0], UNENDED],
    ["Excel 4", [9, 4, 6, 0], UNENDED],
    ["a workbook of Excel 5", [9, 8, 8, 0], "whole"],
    ["another number", [9, 1, 4, 0], "whole"],
    ["another record", [10, 0, 4, 0], "whole"],
    ["a long record", [9, 0, 4, 1], "whole"],
  ])("begins as one of %s: %j is %s", async (_, head, damage) => {
    expect(await judged("a.xls", joined(Uint8Array.from(head), noise(9)))).toBe(damage);
  });

  test.each([[[9]], [[9, 0]], [[9, 0, 4]]])("of %j alone is none", async (bytes) => {
    expect(await judged("a.xls", Uint8Array.from(bytes))).toBe("whole");
  });
});

const [TABLE, END, FREE] = [0xfffffffd, 0xfffffffe, 0xffffffff];

interface Compound {
  /** A sector has 2 to the power of this many bytes. */
  readonly shift?: number;
  /** Sectors behind the header. */
  readonly sectors?: number;
  /** The header's list of tables, by their sectors, and how many of it are stated to be tables. */
  readonly slots?: readonly number[];
  readonly count?: number;
  readonly directory?: number;
  /** Tables by their sectors, each up to its last entry that is used. */
  readonly tables?: Readonly<Record<number, readonly number[]>>;
}

/** A compound file of noise but for its header and tables: table, directory, a stream of four sectors. */
function compound({
  shift = 9,
  sectors = 6,
  slots = [0],
  count = slots.length,
  directory = 1,
  tables = { 0: [TABLE, END, 3, 4, 5, END] },
}: Compound = {}): Uint8Array {
  const bytes = noise((sectors + 1) * 2 ** shift);
  const view = viewOf(bytes);
  view.setUint32(0, 0xd0cf11e0);
  view.setUint16(30, shift, true);
  view.setUint32(44, count, true);
  view.setUint32(48, directory, true);
  for (let slot = 0; slot < 109; slot++) view.setUint32(76 + slot * 4, slots[slot] ?? FREE, true);
  for (const [sector, entries] of Object.entries(tables))
    for (let entry = 0; entry < 2 ** shift / 4; entry++) {
      const at = (Number(sector) + 1) * 2 ** shift + entry * 4;
      view.setUint32(at, entries[entry] ?? FREE, true);
    }
  return bytes;
}

const counts = (sectors: number): string =>
  `cutOff: its table counts ${sectors} sectors, which do not fit in it`;

describe("a compound file", () => {
  const BEHIND = "cutOff: its tables lie behind its end";
  const FULL = Array.from({ length: 128 }, () => END);

  test.each<[string, Compound, size: number, damage: string]>([
    ["is whole", {}, 3584, "whole"],
    ["may end within its last sector", {}, 3073, "whole"],
    ["ends before its last sector", {}, 3072, counts(6)],
    ["of 4,096-byte sectors may end within the last", { shift: 12 }, 24_577, "whole"],
    ["of 4,096-byte sectors ends before the last", { shift: 12 }, 24_576, counts(6)],
    ["holds its directory", { directory: 5, tables: { 0: [TABLE] } }, 3584, "whole"],
    ["ends within its directory", { directory: 5, tables: { 0: [TABLE] } }, 3583, BEHIND],
    ["holds its table", { slots: [5], tables: { 5: [TABLE] } }, 3584, "whole"],
    ["ends within its table", { slots: [5], tables: { 5: [TABLE] } }, 3583, BEHIND],
    ["ends within a table before its last", { slots: [5, 0] }, 3583, BEHIND],
    ["has no directory", { directory: END }, 3584, BEHIND],
    ["has a last table", { slots: [0xfffffffa] }, 3584, BEHIND],
    ["has a slot that is no table's", { slots: [0, 0xfffffffb] }, 3584, "whole"],
    ["has a slot that is free", { slots: [0, FREE] }, 3072, counts(6)],
    ["counts fewer tables than its slots", { slots: [0, 999], count: 1 }, 3584, "whole"],
    ["counts as many tables as its slots", { slots: [0, 999], count: 2 }, 3584, BEHIND],
    ["counts more tables than a header has", { count: 200 }, 3072, counts(6)],
    ["counts no table", { count: 0 }, 1536, "whole"],
    ["has nothing but free sectors", { tables: { 0: [] } }, 1536, "whole"],
    ["has one used sector", { tables: { 0: [TABLE] } }, 1536, "whole"],
  ])("%s: %j of %i bytes", async (_, of, size, damage) => {
    expect(await judged("a.xls", compound(of).slice(0, size))).toBe(damage);
  });

  test.each([
    ["one entry", [END], 129],
    ["four entries", [FREE, FREE, FREE, END], 132],
    ["all entries", FULL, 256],
    ["no entry", [], 127],
  ])("of two tables, the second with %s", async (_, second, sectors) => {
    const first = FULL.slice(0, 127);
    const two = { sectors, slots: [0, 1], directory: 2, tables: { 0: first, 1: second } };
    expect(await judged("a.xls", compound(two))).toBe("whole");
    expect(await judged("a.xls", compound(two).slice(0, -511))).toBe("whole");
    expect(await judged("a.xls", compound(two).slice(0, -512))).toBe(counts(sectors));
  });

  test("holds its directory and its tables, and no zeros in place of them", async () => {
    const directory = "zeros: there are zeros in place of its directory";
    expect(await judged("a.xls", compound().fill(0, 1024, 1024 + 7))).toBe("whole");
    expect(await judged("a.xls", compound().fill(0, 1024, 1024 + 8))).toBe(directory);
    const table = "zeros: there are zeros in place of its table of sectors";
    expect(await judged("a.xls", compound().fill(0, 512, 1023))).toBe(counts(128));
    expect(await judged("a.xls", compound().fill(0, 512, 1024))).toBe(table);
  });

  test("may end in padding of its streams", async () => {
    expect(await judged("a.xls", joined(compound(), zeros(16_383)))).toBe("whole");
    expect(await judged("a.xls", joined(compound(), zeros(16_384)))).toBe(
      "zeros: its last 4,096 bytes or more are zeros",
    );
  });

  test("that ends within its header is cut off", async () => {
    const within = "cutOff: it ends within its header";
    expect(await judged("a.xls", compound().slice(0, 511))).toBe(within);
    expect(await judged("a.xls", compound().slice(0, 4))).toBe(within);
    expect(await judged("a.xls", compound().slice(0, 3))).toBe("whole");
  });

  test("begins with its signature: else nothing is known of it", async () => {
    expect(await judged("a.xls", compound().fill(1, 0, 1).slice(0, 900))).toBe("whole");
  });
});
