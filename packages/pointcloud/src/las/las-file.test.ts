import fc from "fast-check";
import { expect, test } from "vitest";
import { lasPoints } from "./decode-points.ts";
import { openLas } from "./las-file.ts";
import { keyDirectory, lasBytes, type PlannedPoint } from "./testing/las-bytes.ts";

const source = (bytes: Uint8Array) => ({
  size: bytes.length,
  read: async (start: number, end: number) => bytes.subarray(start, end),
});

async function opened(bytes: Uint8Array) {
  const result = await openLas(source(bytes));
  if ("fault" in result) throw new Error(result.fault);
  return result.file;
}

async function faultOf(bytes: Uint8Array): Promise<string | undefined> {
  const result = await openLas(source(bytes));
  return "fault" in result ? result.fault : undefined;
}

const point: PlannedPoint = {
  at: [1234, -50, 7],
  intensity: 40_000,
  return: 2,
  returns: 3,
  classification: 5,
  withheld: true,
  angle: -12,
  user: 9,
  source: 517,
  time: 123_456.75,
  color: [10, 20, 30, 40],
};

test.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
  "format %i is read field by field, extra bytes passed over",
  async (format) => {
    const bytes = lasBytes({ format, minor: format < 6 ? 3 : 4, extraBytes: 5, points: [point] });
    const file = await opened(bytes);
    for await (const block of lasPoints(source(bytes), file)) {
      expect(block.count).toBe(1);
      expect([block.x[0], block.y[0], block.z[0]]).toEqual([12.34, 99.5, 200.07]);
      expect([block.intensity[0], block.returnNumber[0], block.returnCount[0]]).toEqual([
        40_000, 2, 3,
      ]);
      expect([block.classification[0], block.flags[0], block.userData[0]]).toEqual([5, 4, 9]);
      expect(block.scanAngle[0]).toBeCloseTo(-12, 5);
      expect(block.sourceId[0]).toBe(517);
      const timed = [1, 3, 4, 5, 6, 7, 8, 9, 10].includes(format);
      expect(block.gpsTime[0]).toBe(timed ? 123_456.75 : Number.NaN);
      const channels = [2, 3, 5, 7].includes(format) ? 3 : [8, 10].includes(format) ? 4 : undefined;
      expect(block.colorChannels).toBe(channels);
      expect(block.colors?.slice(0, channels)).toEqual(
        channels && new Uint16Array([10, 20, 30, 40].slice(0, channels)),
      );
    }
  },
);

test.each([
  [1_500, 0x41, 500e6],
  [1_000, 0x41, 0],
  [0, 0x41, -1_000e6],
  [1_500, 1, 0],
])(
  "times of LAS 1.5 that begin at %i million s, by encoding %i",
  async (offset, encoding, shift) => {
    const bytes = Buffer.from(
      lasBytes({ format: 6, minor: 5, encoding, points: [{ at: [0, 0, 0], time: 7.25 }] }),
    );
    bytes.writeUInt16LE(offset, 391);
    for await (const block of lasPoints(source(bytes), await opened(bytes)))
      expect(block.gpsTime[0]).toBe(7.25 + shift);
  },
);

test.each([11, 63])("points of format %i are refused by their number", async (format) => {
  const bytes = Buffer.from(lasBytes({ format: 6, points: [point] }));
  bytes[104] = format;
  expect(await faultOf(bytes)).toBe(`has points of format ${format}, which is not known`);
});

test.each([
  [1, 6],
  [2, 0],
])("LAS %i.%i is refused by its version", async (major, minor) => {
  const bytes = Buffer.from(lasBytes({ format: 6, points: [point] }));
  bytes.set([major, minor], 24);
  expect(await faultOf(bytes)).toBe("is of a LAS version that is not known");
});

test("class 12 of an old format is the overlap flag of today", async () => {
  const bytes = lasBytes({ format: 1, minor: 2, points: [{ at: [0, 0, 0], classification: 12 }] });
  for await (const block of lasPoints(source(bytes), await opened(bytes)))
    expect([block.classification[0], block.flags[0]]).toEqual([1, 8]);
});

test("a file is read in blocks of at most 65,536 points", async () => {
  const points = Array.from({ length: 70_000 }, (_, index) => ({ at: [index, 0, 0] as const }));
  const bytes = lasBytes({ format: 6, points });
  const counts: number[] = [];
  let last = 0;
  for await (const block of lasPoints(source(bytes), await opened(bytes))) {
    counts.push(block.count);
    last = block.x[block.count - 1] ?? 0;
  }
  expect(counts).toEqual([65_536, 4_464]);
  expect(last).toBeCloseTo(699.99, 9);
});

test("a file that is cut off says how many points it states and holds", async () => {
  const points = Array.from({ length: 10 }, () => point);
  const bytes = lasBytes({ format: 6, points });
  expect(await faultOf(bytes.subarray(0, bytes.length - 31))).toBe(
    "is cut off: its header states 10 points, it holds 8",
  );
});

test("a scale that is not a number, or 0, is a fault", async () => {
  for (const scale of [Number.NaN, 0, Infinity]) {
    const bytes = Buffer.from(lasBytes({ format: 6, points: [point] }));
    bytes.writeDoubleLE(scale, 139);
    expect(await faultOf(bytes)).toContain("scale");
  }
});

test.each([
  ["scale", 139, 1e300],
  ["scale", 139, -1e4],
  ["scale", 139, 1e-300],
  ["offset", 163, 1e10],
])("a %s at byte %i of %d places points nowhere: a fault", async (_, at, value) => {
  const bytes = Buffer.from(lasBytes({ format: 6, points: [point] }));
  bytes.writeDoubleLE(value, at);
  expect(await faultOf(bytes)).toBe(
    `has a scale or an offset of its coordinates that cannot be: ${value}`,
  );
});

test("a thousand million records that do not fit are a fault, at once", async () => {
  const bytes = Buffer.from(lasBytes({ format: 6, points: [point] }));
  bytes.writeUInt32LE(1_069_128_089, 100);
  expect(await faultOf(bytes)).toContain("1069128089 variable-length records");
});

const set = (change: (view: DataView) => void): Uint8Array => {
  const bytes = lasBytes({ format: 6, points: [point] });
  change(new DataView(bytes.buffer));
  return bytes;
};
const contradicts = "has a header that contradicts itself";

test.each([
  ["points of no bytes", set((view) => view.setUint16(105, 0, true)), contradicts],
  ["points of fewer bytes", set((view) => view.setUint16(105, 29, true)), contradicts],
  [
    "points of 65,535 bytes",
    set((view) => view.setUint16(105, 0xffff, true)),
    "is cut off: its header states 1 points, it holds 0",
  ],
  ["a head of no bytes", set((view) => view.setUint16(94, 0, true)), contradicts],
  ["points within its head", set((view) => view.setUint32(96, 100, true)), contradicts],
  ["points behind the file", set((view) => view.setUint32(96, 0xffff_ffff, true)), contradicts],
  ["2^64 - 1 points", set((view) => view.setBigUint64(247, 2n ** 64n - 1n, true)), contradicts],
  [
    "2^53 - 1 points",
    set((view) => view.setBigUint64(247, 2n ** 53n - 1n, true)),
    "is cut off: its header states 9007199254740991 points, it holds 1",
  ],
  [
    "a record that reaches into its points",
    set((view) => {
      view.setUint32(100, 1, true);
      view.setUint32(96, 375 + 20, true);
    }),
    "is cut off: its header states 1 points, it holds 0",
  ],
  [
    "an offset that is not a number",
    set((view) => view.setFloat64(155, Number.NaN, true)),
    "has a scale or an offset of its coordinates that is not a number",
  ],
])("a header that states %s is refused by its first bytes", async (_, bytes, fault) => {
  let read = 0;
  const counting = {
    size: bytes.length,
    read: async (start: number, end: number) => {
      read += end - start;
      return bytes.subarray(start, end);
    },
  };
  expect(await openLas(counting)).toEqual({ fault });
  expect(read).toBeLessThanOrEqual(393);
});

test("a record that states more bytes than lie before the points is a fault", async () => {
  const records = [{ user: "LASF_Projection", id: 34735, data: new Uint8Array(8) }];
  const bytes = lasBytes({ format: 6, records, points: [point] });
  new DataView(bytes.buffer).setUint16(375 + 20, 0xffff, true);
  expect(await faultOf(bytes)).toContain("1 variable-length records, which do not fit");
});

test.each([
  [0, undefined],
  [1, undefined],
  [2, "has a header that contradicts itself: it states 1 points, and 2 for old readers"],
])("a count of %i for old readers, of 1 point", async (count, fault) => {
  const bytes = Buffer.from(lasBytes({ format: 6, points: [point] }));
  bytes.writeUInt32LE(count, 107);
  expect(await faultOf(bytes)).toBe(fault);
});

test.each([
  ["behind the file", 1_000_000n, 1, 60],
  ["more than the file holds", 405n, 4_000_000_000, 60],
  ["cut off", 405n, 1, 59],
])("extended records %s are a fault", async (_, start, count, length) => {
  const sound = lasBytes({ format: 6, points: [point] });
  const bytes = Buffer.concat([sound, Buffer.alloc(length)]);
  bytes.writeBigUInt64LE(start, 235);
  expect(await faultOf(bytes)).toBeUndefined();
  bytes.writeUInt32LE(count, 243);
  expect(await faultOf(bytes)).toBe("states extended records that do not fit behind its points");
});

test.each([10, 70])(
  "extended records of a file that became shorter by %i bytes are a fault",
  async (lost) => {
    const sound = lasBytes({ format: 6, points: [point] });
    const record = Buffer.alloc(80);
    record.writeBigUInt64LE(20n, 20);
    const bytes = Buffer.concat([sound, record]);
    bytes.writeBigUInt64LE(405n, 235);
    bytes.writeUInt32LE(1, 243);
    const read = async (start: number, end: number) =>
      bytes.subarray(start, Math.min(end, bytes.length - lost));
    expect(await openLas({ size: bytes.length, read })).toEqual({
      fault: "states extended records that do not fit behind its points",
    });
  },
);

test("waveform packets that are stated inside have to be there, whole", async () => {
  const sound = lasBytes({ format: 4, minor: 3, encoding: 2, points: [point] });
  const withPackets = (start: bigint, packets: number) => {
    const bytes = Buffer.concat([sound, Buffer.alloc(60 + packets)]);
    bytes.writeBigUInt64LE(start, 227);
    bytes.writeBigUInt64LE(100n, sound.length + 20);
    return faultOf(bytes);
  };
  const fault = "states waveform packets that do not fit in the file";
  expect(await withPackets(BigInt(sound.length), 100)).toBeUndefined();
  expect(await withPackets(0n, 99)).toBeUndefined();
  expect(await withPackets(BigInt(sound.length), 99)).toBe(fault);
  expect(await withPackets(2n ** 40n, 100)).toBe(fault);
});

test("GeoTIFF keys give code and units", async () => {
  const data = keyDirectory({ 1024: 1, 3072: 2992, 3076: 9002, 4096: 5703, 4099: 9003 });
  const records = [{ user: "LASF_Projection", id: 34735, data }];
  const { crs } = await opened(lasBytes({ format: 1, minor: 2, records, points: [point] }));
  expect(crs).toEqual({
    epsg: 2992,
    verticalEpsg: 5703,
    horizontalUnit: 0.3048,
    verticalUnit: 1200 / 3937,
    geographic: false,
    geocentric: false,
    stated: true,
    source: "keys",
    contradiction: null,
  });
});

const UTM = `PROJCS["WGS 84 / UTM zone 55S",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433],AUTHORITY["EPSG","4326"]],PROJECTION["Transverse_Mercator"],UNIT["metre",1,AUTHORITY["EPSG","9001"]],AUTHORITY["EPSG","32755"]]`;

test.each([
  ["version 1", UTM, { epsg: 32755, horizontalUnit: 1, geographic: false }],
  [
    "compound",
    `COMPD_CS["a + b",${UTM},VERT_CS["AHD",VERT_DATUM["AHD",2005],UNIT["US survey foot",0.3048006096012192],AUTHORITY["EPSG","5711"]]]`,
    { epsg: 32755, verticalEpsg: 5711, verticalUnit: 0.3048006096012192 },
  ],
  [
    "version 2",
    `PROJCRS["GDA2020 / MGA zone 55",BASEGEOGCRS["GDA2020",DATUM["x",ELLIPSOID["GRS 1980",6378137,298.257222101,LENGTHUNIT["metre",1]]]],CONVERSION["c",METHOD["TM"]],CS[Cartesian,2],AXIS["(E)",east,LENGTHUNIT["foot",0.3048]],AXIS["(N)",north,LENGTHUNIT["foot",0.3048]],ID["EPSG",7855]]`,
    { epsg: 7855, horizontalUnit: 0.3048 },
  ],
  [
    "geographic",
    `GEOGCS["WGS 84",DATUM["d",SPHEROID["s",1,2]],UNIT["degree",0.0174],AUTHORITY["EPSG","4326"]]`,
    { epsg: 4326, geographic: true, horizontalUnit: null },
  ],
  [
    "geocentric",
    `GEOCCS["WGS 84",DATUM["d",SPHEROID["s",1,2]],UNIT["metre",1],AUTHORITY["EPSG","4978"]]`,
    { epsg: 4978, geographic: false, geocentric: true },
  ],
  [
    "geocentric, version 2",
    `GEODCRS["WGS 84",DATUM["d",ELLIPSOID["s",1,2]],CS[Cartesian,3],ID["EPSG",4978]]`,
    { epsg: 4978, geographic: false, geocentric: true },
  ],
  ["without a code", UTM.replaceAll(/,AUTHORITY\[[^\]]*\]/g, ""), { epsg: null, stated: true }],
])("well-known text, %s", async (_, text, expected) => {
  const records = [
    { user: "LASF_Projection", id: 2112, data: new TextEncoder().encode(`${text}\0`) },
  ];
  const { crs } = await opened(lasBytes({ format: 6, encoding: 16, records, points: [point] }));
  expect(crs).toMatchObject(expected);
});

test("whatever the bytes are, opening answers a file or a fault", async () => {
  const sound = lasBytes({ format: 6, points: [point] });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(sound.length - 1), fc.nat(255)), { maxLength: 20 }),
      fc.nat(sound.length),
      async (changes, length) => {
        const bytes = Uint8Array.from(sound);
        for (const [at, value] of changes) bytes[at] = value;
        const cut = bytes.subarray(0, length);
        const result = await openLas(source(cut));
        // Points of a compressed file are the decompressor's to read.
        if ("fault" in result || result.file.header.compressed) return;
        for await (const block of lasPoints(source(cut), result.file))
          expect(block.count).toBeGreaterThan(0);
      },
    ),
    { numRuns: 300 },
  );
});

test("nested or endless well-known text is bounded", async () => {
  const data = new TextEncoder().encode("PROJCS[".repeat(9_000));
  const records = [{ user: "LASF_Projection", id: 2112, data }];
  const { crs } = await opened(lasBytes({ format: 6, encoding: 16, records, points: [point] }));
  expect(crs.stated).toBe(false);
});
