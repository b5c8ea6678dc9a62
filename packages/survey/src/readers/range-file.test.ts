import fc from "fast-check";
import { expect, test } from "vitest";
import { sparseSource } from "../testing/sparse-source.ts";
import { memorySource } from "./file-source.ts";
import { readRangeSerial } from "./range-file.ts";

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
  expect(bytesRead).toBeLessThan(10_000_000);
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
