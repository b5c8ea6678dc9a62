import { Copc } from "copc";
import fc from "fast-check";
import { expect, test } from "vitest";
import { randomFrom } from "../../../../tools/sample/random.ts";
import { type LasSettings, LasWriter, openLas } from "../las/index.ts";
import { chunkTable, decodeChunk, laszipOf } from "../laz/index.ts";
import { newBlock } from "../points/index.ts";
import { memoryFile, memorySpool } from "../testing/index.ts";
import { CopcBody, type CopcLimits } from "./copc-body.ts";
import { type HierarchyEntry } from "./copc-records.ts";
import { hierarchyPages } from "./hierarchy-pages.ts";
import { copcInfo, copcNodes } from "./read-copc.ts";
import { CopcFault } from "./read-page.ts";

const SETTINGS: LasSettings = {
  pointFormat: 7,
  extraBytes: 2,
  scale: [0.001, 0.001, 0.001],
  offset: [500_000, 6_000_000, 0],
  records: [],
  standardTime: true,
};

/** Small nodes, which are spooled. */
const SMALL = { memoryPoints: 10_000, nodePoints: 2_000 };

/** Points of rolling ground, line after line; each has its number in its extra bytes and its time. */
function groundBlock(points: number, place = randomFrom(7)) {
  const block = newBlock(points, { colorChannels: 3, extraBytes: 2 });
  block.count = points;
  for (let point = 0; point < points; point += 1) {
    const [x, y] = [place() * 800, (point / points) * 500];
    block.x[point] = 500_000 + x;
    block.y[point] = 6_000_000 + y;
    block.z[point] = 40 + 10 * Math.sin(x / 50) + place();
    block.intensity[point] = place() * 4_000;
    block.returnNumber[point] = 1;
    block.returnCount[point] = 1;
    block.gpsTime[point] = 1_000 + point / 1_000;
    block.extra!.bytes.set([point & 255, (point >> 8) & 255], point * 2);
  }
  return block;
}

async function written(
  points: number,
  limits: Partial<CopcLimits> = {},
  block = groundBlock(points),
) {
  const [file, spool] = [memoryFile(), memorySpool()];
  const writer = new LasWriter(file, SETTINGS, new CopcBody(file, SETTINGS, spool, limits));
  await writer.append(block);
  await writer.end();
  expect(spool.parts).toBe(0);
  return { file, spool, block };
}

async function opened(file: ReturnType<typeof memoryFile>) {
  const result = await openLas(file);
  if ("fault" in result) throw new Error(result.fault);
  const info = copcInfo(result.file.records);
  if (info === undefined) throw new Error("no COPC");
  const nodes = [];
  for await (const node of copcNodes(file.read, file.size, info)) nodes.push(node);
  return { las: result.file, info, nodes };
}

type Opened = Awaited<ReturnType<typeof opened>>;

/** Records of the nodes, one behind the other. */
async function recordsOf(file: ReturnType<typeof memoryFile>, { las, nodes }: Opened) {
  const { items } = laszipOf(las.records)!;
  const all: Uint8Array[] = [];
  for (const { start, end, points } of nodes)
    for (const batch of decodeChunk(await file.read(start, end), items, points))
      all.push(batch ?? new Uint8Array());
  return Buffer.concat(all);
}

test("a COPC file has its info at the fixed place, and its hierarchy where that says", async () => {
  const { file, block } = await written(120_000);
  const bytes = Buffer.from(file.bytes());
  expect(bytes.toString("latin1", 377, 381)).toBe("copc");
  expect(bytes.readUInt16LE(375 + 18)).toBe(1);
  expect(bytes.readUInt16LE(375 + 20)).toBe(160);
  const { info, las } = await opened(file);
  expect(info.times).toEqual([1_000, block.gpsTime[119_999]]);
  expect(info.spacing).toBeCloseTo((2 * info.half) / 128, 9);
  expect(las.header).toMatchObject({ pointCount: 120_000, pointFormat: 7, compressed: true });
  const { x, y, z } = block;
  const bounds = [x, y, z].map((column) => [Math.min(...column), Math.max(...column)]);
  for (const [axis, [least, greatest]] of bounds.entries()) {
    expect(las.header.bounds.min[axis]).toBeCloseTo(least!, 3);
    expect(las.header.bounds.max[axis]).toBeCloseTo(greatest!, 3);
  }
});

test.each([
  ["in memory", 1_000_000, 1],
  ["through the spool", 15_000, 5],
])("each point is in one node, in its cube, and none has too many: %s", async (_, memory, most) => {
  const limits = { memoryPoints: memory, nodePoints: 10_000 };
  const { file, spool, block } = await written(100_000, limits);
  expect(spool.mostParts >= most).toBe(true);
  const found = await opened(file);
  const records = await recordsOf(file, found);
  expect(records.length).toBe(100_000 * 38);
  const times = new Set<number>();
  let at = 0;
  for (const { points, min, max } of found.nodes) {
    expect(points).toBeLessThanOrEqual(10_000);
    let outside = 0;
    for (let point = 0; point < points; point += 1, at += 38) {
      times.add(records.readDoubleLE(at + 22));
      const place = [0, 1, 2].map(
        (axis) => records.readInt32LE(at + axis * 4) * 0.001 + SETTINGS.offset[axis]!,
      );
      if (place.some((value, axis) => value < min[axis]! || value > max[axis]!)) outside += 1;
    }
    expect(outside).toBe(0);
  }
  expect(times.size).toBe(new Set(block.gpsTime).size);
});

test("the root's points lie as far from each other as it says, all over the cloud", async () => {
  const { file } = await written(300_000);
  const { info, nodes, las } = await opened(file);
  const [root] = nodes;
  const records = await recordsOf(file, { info, las, nodes: [root!] });
  const cells = new Set<string>();
  for (let at = 0; at < records.length; at += 38) {
    const cell = [0, 1, 2].map((axis) => {
      const place = records.readInt32LE(at + axis * 4) * 0.001 + SETTINGS.offset[axis]!;
      return Math.floor((place - root!.min[axis]!) / info.spacing);
    });
    cells.add(cell.join());
  }
  // A point on the edge of two cells may be reckoned to the other one.
  expect(cells.size).toBeGreaterThan(root!.points * 0.999);
  // 800 m by 500 m of 6.25 m, most of which have a point.
  expect(root!.points).toBeGreaterThan(8_000);
});

test("the same points give the same bytes", async () => {
  const [one, other] = [await written(50_000, SMALL), await written(50_000, SMALL)];
  expect(Buffer.compare(one.file.bytes(), other.file.bytes())).toBe(0);
});

test("the chunk table has the nodes in the order of the file", async () => {
  const { file } = await written(60_000, SMALL);
  const { las, nodes } = await opened(file);
  const table = await chunkTable(file, las.header, laszipOf(las.records)!);
  if ("fault" in table) throw new Error(table.fault);
  const chunks = nodes.map(({ start, end, points }) => ({ points, start, end }));
  expect(table.chunks).toEqual(chunks.toSorted((a, b) => a.start - b.start));
});

test("the package copc reads every point, with its number", async () => {
  const { file } = await written(60_000, SMALL);
  const copc = await Copc.create(file.read);
  const { nodes } = await Copc.loadHierarchyPage(file.read, copc.info.rootHierarchyPage);
  const numbers = new Set<number>();
  for (const node of Object.values(nodes)) {
    const view = await Copc.loadPointDataView(file.read, copc, node!);
    const time = view.getter("GpsTime");
    for (let point = 0; point < view.pointCount; point += 1) numbers.add(time(point));
  }
  expect(copc.header.pointCount).toBe(60_000);
  expect(numbers.size).toBe(60_000);
});

test("a part of the cloud is read by its box alone", async () => {
  const { file } = await written(60_000, SMALL);
  const { info, nodes } = await opened(file);
  const box = { min: [500_000, 6_000_000, 0], max: [500_050, 6_000_050, 100] } as const;
  const within = [];
  for await (const node of copcNodes(file.read, file.size, info, box)) within.push(node);
  expect(within.length).toBeGreaterThan(1);
  expect(within.length).toBeLessThan(nodes.length / 2);
});

test("points that all lie in one place are nodes below each other", async () => {
  const block = groundBlock(40_000, () => 0.5);
  block.y.fill(6_000_000);
  const { file } = await written(40_000, { nodePoints: 10_000 }, block);
  const { nodes } = await opened(file);
  expect(nodes.reduce((sum, { points }) => sum + points, 0)).toBe(40_000);
});

test("more points in one place than memory has room for are refused", async () => {
  const block = groundBlock(5_000);
  block.x.fill(500_000);
  block.y.fill(6_000_000);
  block.z.fill(40);
  await expect(written(5_000, { memoryPoints: 1_000, nodePoints: 500 }, block)).rejects.toThrow(
    /points in one place have no octree/,
  );
});

test("a cloud without points, and one of a single point, are whole", async () => {
  for (const points of [0, 1]) {
    const { file } = await written(points);
    const { nodes, las } = await opened(file);
    expect(las.header.pointCount).toBe(points);
    expect(nodes.map((node) => node.points)).toEqual(points === 0 ? [] : [1]);
  }
});

test("points of a format that COPC does not have are refused", () => {
  const settings = { ...SETTINGS, pointFormat: 10 } as const;
  expect(() => new CopcBody(memoryFile(), settings, memorySpool())).toThrow("none of COPC");
});

test("a hierarchy of many nodes is pages, which lead to every node", async () => {
  const entries: HierarchyEntry[] = [];
  for (let level = 0; level < 8; level += 1)
    for (let x = 0; x < 2 ** level; x += 1)
      for (let y = 0; y < (level < 7 ? 2 ** level : 20); y += 1)
        entries.push({ key: { level, x, y, z: 0 }, at: 0, bytes: 1, points: 1 });
  const { bytes, root } = hierarchyPages(entries, 0);
  expect(root.bytes).toBeLessThan(bytes.length);
  const info = { center: [0, 0, 0], half: 1, spacing: 1, rootPage: root, times: [0, 0] } as const;
  const keys = new Set<string>();
  const read = async (start: number, end: number) => bytes.subarray(start, end);
  for await (const { key } of copcNodes(read, bytes.length, info))
    keys.add(`${key.level} ${key.x} ${key.y}`);
  expect(keys.size).toBe(entries.length);
});

test("whatever a hierarchy's bytes are, it is followed to an end", async () => {
  const { file } = await written(20_000, SMALL);
  const { info } = await opened(file);
  const sound = file.bytes();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(info.rootPage.bytes - 1), fc.nat(255)), { maxLength: 20 }),
      async (changes) => {
        const bytes = sound.slice();
        for (const [at, value] of changes) bytes[info.rootPage.at + at] = value;
        try {
          const read = async (start: number, end: number) => bytes.subarray(start, end);
          for await (const { start, end } of copcNodes(read, bytes.length, info))
            expect(end - start).toBeLessThanOrEqual(bytes.length);
        } catch (fault) {
          expect(fault).toBeInstanceOf(CopcFault);
        }
      },
    ),
    { numRuns: 50 },
  );
});
