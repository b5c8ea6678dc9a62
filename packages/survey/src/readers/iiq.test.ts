import { describe, expect, test } from "vitest";
import { iiqFile } from "../../../../tools/sample/sensor-file-writer.ts";
import { sparseSource } from "../testing/sparse-source.ts";
import { memorySource } from "./file-source.ts";
import { readIiq } from "./iiq.ts";

const read = (bytes: Uint8Array): ReturnType<typeof readIiq> =>
  readIiq(memorySource("a.iiq", bytes));

/** The sample's header with one 32-bit number changed; `IIII` stands at 8, the directory at 24. */
function changed(at: number, value: number, length = 1000): Uint8Array {
  const bytes = iiqFile(1000, 1).slice(0, length);
  new DataView(bytes.buffer).setUint32(at, value, true);
  return bytes;
}

describe("an IIQ", () => {
  test("states its entries, width and height, wherever its header begins", async () => {
    const facts = { ok: true, entries: 4, width: 14_204, height: 10_652 };
    expect(await read(iiqFile(1000, 1))).toEqual(facts);
    expect(await read(iiqFile(1000, 1).slice(8))).toEqual(facts);
  });

  test("that ends with its directory is read whole", async () => {
    expect(await read(iiqFile(1000, 1).slice(0, 80))).toMatchObject({ height: 10_652 });
    expect(await read(iiqFile(1000, 1).slice(0, 63))).toMatchObject({
      entries: 4,
      width: 14_204,
      height: undefined,
    });
  });

  test("states no size where its directory has none, or lies beyond the first 64 KB", async () => {
    expect(await read(changed(24, 0))).toEqual({
      ok: true,
      entries: 0,
      width: undefined,
      height: undefined,
    });
    const { source, bytesRead } = sparseSource("a.iiq", 1_000_000, [0, changed(16, 500_000)]);
    expect(await readIiq(source)).toEqual({
      ok: true,
      entries: 0,
      width: undefined,
      height: undefined,
    });
    expect(bytesRead()).toBe(65_536);
  });

  test.each([
    ["empty", new Uint8Array(0)],
    ["wrongSignature", new Uint8Array(100)],
    ["wrongSignature", changed(12, 0)],
    ["tooShort", iiqFile(1000, 1).slice(0, 19)],
    ["inconsistentHeader", changed(16, 16, 20)],
    ["inconsistentHeader", changed(16, 993)],
    ["inconsistentHeader", changed(24, 1001)],
  ])("is refused: %s", async (fault, bytes) => {
    expect(await read(bytes)).toEqual({ ok: false, fault });
  });

  test("may have a thousand entries", async () => {
    expect(await read(changed(24, 1000))).toMatchObject({ ok: true, entries: 1000 });
  });
});
