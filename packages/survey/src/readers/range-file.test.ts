import fc from "fast-check";
import { expect, test } from "vitest";
import { recordedSource } from "../testing/recorded-source.ts";
import { sparseSource } from "../testing/sparse-source.ts";
import { memorySource } from "./file-source.ts";
import { blockBytes, readRangeSerial } from "./range-file.ts";

function fileWith(text: string, at: number, size: number): Uint8Array {
  const bytes = new Uint8Array(size).fill(0x81);
  bytes.set(new TextEncoder().encode(text), at);
  return bytes;
}

test.each([
  ["Laser Serial No: 5060445\r\n", "5060445"],
  ["LASER S/N = 18SEN045;", "18SEN045"],
  ['SensorSerialNumber:\t"0045"', "0045"],
  ["L\0a\0s\0e\0r\0 \0S\0e\0r\0i\0a\0l\0:\0 \x001\x008\0S\0E\0N\x000\x004\x005\0", "18SEN045"],
  ["System S/N: A-2210\r\nSensor serial: 77001\r\nLaser Serial No: 18SEN045\r\n", "18SEN045"],
  ["System S/N: A-2210\r\n18SEN045\r\n", "A-2210"],
  ["..18SEN045..", "18SEN045"],
  ["\u00015060445\u0001", "5060445"],
])("%j names the laser %s", async (text, serial) => {
  const source = memorySource("a.range", fileWith(text, 1000, 3000));
  expect(await readRangeSerial(source)).toEqual({ ok: true, serial });
});

test("a serial on the border of two blocks is read whole", async () => {
  for (let shift = 0; shift < 40; shift++) {
    const file = fileWith("Laser Serial No: 5060445\r\n", 65_536 - shift, 200_000);
    expect(await readRangeSerial(memorySource("a.range", file))).toMatchObject({
      serial: "5060445",
    });
  }
});

test.each(["no serial", "15060445", "50604456", "118SEN045", "18SEN0456"])(
  "%j names none",
  async (text) => {
    const source = memorySource("a.range", fileWith(text, 500, 1000));
    expect(await readRangeSerial(source)).toEqual({ ok: false, fault: "noSerial" });
  },
);

test("of a large file without a serial only the beginning and the end are read", async () => {
  let bytesRead = 0;
  const read = (start: number, end: number): Promise<Uint8Array> => {
    bytesRead += end - start;
    return Promise.resolve(new Uint8Array(end - start));
  };
  const result = await readRangeSerial({ path: "a.range", size: 5_000_000_000, read });
  expect(result).toEqual({ ok: false, fault: "noSerial" });
  expect(bytesRead).toBe(8_388_608 + 1_048_576);
});

test("any bytes give a result", async () => {
  const pieces = fc.constantFrom("laser ", "serial", " no", ": ", "50", "12345", "SEN", "\0", "-");
  const text = fc.array(fc.oneof(pieces, fc.string({ maxLength: 20 })), {
    maxLength: 20,
  });
  await fc.assert(
    fc.asyncProperty(text, async (parts) => {
      const file = new TextEncoder().encode(parts.join(""));
      expect(await readRangeSerial(memorySource("a.range", file))).toHaveProperty("ok");
    }),
    { numRuns: 100 },
  );
});

test("an empty file is empty", async () => {
  const result = await readRangeSerial(memorySource("a.range", new Uint8Array(0)));
  expect(result).toEqual({ ok: false, fault: "empty" });
});

test("a serial in the last MB of a large file is found, one in its middle is not", async () => {
  const size = 20_000_000;
  const label = new TextEncoder().encode("Laser S/N: 18SEN045 ");
  for (const [at, expected] of [
    [8_388_600, { ok: false, fault: "noSerial" }],
    [size - 1_048_576, { ok: true, serial: "18SEN045" }],
    [8_388_608 - label.length, { ok: true, serial: "18SEN045" }],
  ] as const)
    expect(await readRangeSerial(sparseSource("a.range", size, [at, label]).source)).toEqual(
      expected,
    );
});

const twoBytes = (text: string): Uint8Array =>
  Uint8Array.from(text, (char) => char.charCodeAt(0)).reduce(
    (bytes, code, at) => (bytes.set([code], at * 2), bytes),
    new Uint8Array(text.length * 2),
  );

test("text of two bytes a character is read where no plain text names a serial", async () => {
  const both = new Uint8Array([
    ...twoBytes("Laser S/N: 17SEN111 "),
    ...twoBytes("Sensor S/N: 9999 "),
  ]);
  expect(await readRangeSerial(memorySource("a.range", both))).toEqual({
    ok: true,
    serial: "17SEN111",
  });
});

const latin = (text: string): Uint8Array => new TextEncoder().encode(text);
const NONE = { ok: false, fault: "noSerial" };
const found = (serial: string) => ({ ok: true, serial });

test.each([
  ["Laser S/N: ABC123", found("ABC123")],
  ["18SEN045", found("18SEN045")],
  ["5060445", found("5060445")],
])("%j counts where the file ends behind it", async (text, result) => {
  expect(await readRangeSerial(memorySource("a.range", latin(text)))).toEqual(result);
});

test.each([
  [9_437_184, 8_388_600, found("ABC123")],
  [9_437_185, 8_388_600, NONE],
  [9_437_185, 8_388_608 - 18, found("ABC123")],
  // Whether more of it follows is not read.
  [9_437_185, 8_388_608 - 17, NONE],
  [9_437_185, 8_388_609, found("ABC123")],
  [20_000_000, 20_000_000 - 17, found("ABC123")],
])("of %i bytes, a label at %i gives %j", async (size, at, result) => {
  const label = latin("Laser S/N: ABC123");
  expect(await readRangeSerial(sparseSource("a.range", size, [at, label]).source)).toEqual(result);
});

test("a file is read block by block, each byte once", async () => {
  const { source, reads } = recordedSource(new Uint8Array(131_072));
  expect(await readRangeSerial(source)).toEqual(NONE);
  expect(reads).toEqual([
    [0, 65_536],
    [65_536, 131_072],
  ]);
});

test.each([
  ["a block", 200_000, 65_536],
  ["what is kept of the block before", 200_000, 65_536 - 256],
  ["the last part of a large file", 20_000_000, 20_000_000 - 1_048_576],
])("a longer number is none where %s begins within it", async (_, size, border) => {
  for (const [shift, bytes] of [
    [2, latin(" 15060445 ")],
    [6, twoBytes("x 15060445 ")],
    [5, twoBytes("x 15060445 ")],
  ] as const)
    expect(
      await readRangeSerial(sparseSource("a.range", size, [border - shift, bytes]).source),
    ).toEqual(NONE);
});

test("the laser's label counts before the system's, and both before a bare number", async () => {
  const read = (text: string) => readRangeSerial(memorySource("a.range", latin(text)));
  expect(await read("5060445 Lidar S/N: B22 Laser S/N: A11 ")).toEqual(found("A11"));
  expect(await read("5060445 Lidar S/N: B22 ")).toEqual(found("B22"));
  // Text of two bytes a character counts only where no other text names a serial.
  const both = Uint8Array.from([...twoBytes("Laser S/N: A11 "), ...latin(" 5060445 ")]);
  expect(await readRangeSerial(memorySource("a.range", both))).toEqual(found("5060445"));
});

test.each([
  ["5060\x00445 a\0b\0c\0", NONE],
  ["5060\x00445 a\0b\0c\0d\0", found("5060445")],
  ["Laser S/N: AB\x00C123 ", NONE],
])("%j, of which four characters of two bytes are text, gives %j", async (text, result) => {
  expect(await readRangeSerial(memorySource("a.range", latin(text)))).toEqual(result);
});

test("a block of the range format is its header, its returns and its checksum", () => {
  expect(blockBytes(0)).toBe(24 + 4);
  expect(blockBytes(65_536)).toBe(24 + 16 * 65_536 + 4);
});
