import { expect, test } from "vitest";
import { ArchiveFault } from "../archive-place.ts";
import { type ArchivedObject, ArchiveManifest, manifestBytes } from "./archive-manifest.ts";

const HEAD = { flightId: "FL000123", kind: "LiDAR" } as const;
const OBJECTS: ArchivedObject[] = [
  { key: "FL000123/LiDAR/a", size: 3, checksums: { crc32c: "0a0b0c0d" } },
  { key: 'FL000123/LiDAR/ü"\\🛩', size: 0, checksums: { md5: "0".repeat(32) } },
  { key: "FL000123/LiDAR/🛩", size: 7, checksums: { parts: `${"1".repeat(32)}-3` } },
];

async function* stream<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

async function written(objects: readonly ArchivedObject[]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of manifestBytes(HEAD, stream(objects), () => {})) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function read(bytes: Buffer, chunk = 7, head: ArchiveManifest | typeof HEAD = HEAD) {
  const cuts = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, index) =>
    bytes.subarray(index * chunk, (index + 1) * chunk),
  );
  const manifest = new ArchiveManifest(stream(cuts), head as typeof HEAD);
  const objects: ArchivedObject[] = [];
  for await (const object of manifest) objects.push(object);
  return { objects, seal: manifest.seal };
}

test.each([1, 7, 10_000])("is read as it was written, in chunks of %d bytes", async (chunk) => {
  const { objects, seal } = await read(await written(OBJECTS), chunk);
  expect(objects).toEqual(OBJECTS);
  expect(seal).toMatchObject({ objects: 3, bytes: 10 });
});

test("of many objects is the same bytes every time", async () => {
  const many = Array.from({ length: 5_000 }, (_, index) => ({
    key: `FL000123/LiDAR/${String(index).padStart(6, "0")}`,
    size: index,
    checksums: { xxh128: "ab".repeat(16) },
  }));
  const bytes = await written(many);
  expect(bytes.equals(await written(many))).toBe(true);
  expect((await read(bytes, 65_536)).objects).toEqual(many);
});

const CHANGES: [string, RegExp, (text: string) => string][] = [
  ["nothing", /has no seal/, () => ""],
  ["no seal", /has no seal/, (text) => text.slice(0, text.lastIndexOf("{"))],
  ["half a seal", /cannot be read/, (text) => text.slice(0, -10)],
  [
    "another size of an object",
    /not as it was sealed/,
    (text) => text.replace('"size":3', '"size":4'),
  ],
  ["a line less", /not as it was sealed/, (text) => text.replace(/^.*LiDAR\/a.*\n/m, "")],
  [
    "two lines swapped",
    /order of its keys/,
    (text) => {
      const lines = text.split("\n");
      return [lines[0], lines[2], lines[1], ...lines.slice(3)].join("\n");
    },
  ],
  ["lines after the seal", /goes on after its seal/, (text) => `${text}{}\n`],
  [
    "another version",
    /not that of this archive/,
    (text) => text.replace('"archive":1', '"archive":2'),
  ],
  ["another flight", /not that of this archive/, (text) => text.replace("FL000123", "FL000124")],
  [
    "facts that are none of ours",
    /cannot be read/,
    (text) => text.replace('"size":3', '"size":-3'),
  ],
  ["something else", /cannot be read/, () => "<html>\n"],
  ["a line without an end", /no end/, () => "{".repeat(40_000)],
];

test.each(CHANGES)("with %s is refused", async (_, reason, change) => {
  const bytes = Buffer.from(change((await written(OBJECTS)).toString()));
  const refusal = read(bytes, 1_000);
  await expect(refusal).rejects.toThrow(reason);
  await expect(refusal).rejects.toBeInstanceOf(ArchiveFault);
});
