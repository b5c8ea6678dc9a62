import {
  mkdtempSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PART_BYTES, type StoredFile } from "@swath/contract/uploads";
import { xxhash128 } from "hash-wasm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { downloadFile } from "./download-file.ts";
import { topFolder } from "./safe-place.ts";

const AT = "2026-11-23T10:00:00.000Z";
let place: string;
let top: string;
let server: Server;
let origin: URL;
/** What the store sends of each key, and the ranges that it was asked for. */
let stored: Map<string, Buffer>;
let ranges: (string | undefined)[];
/** Bytes after which a transfer breaks, once they have arrived: what is on its way would be lost with it. */
let breaks: number[];
let onArrival: (bytes: number) => void;

beforeEach(async () => {
  place = mkdtempSync(join(tmpdir(), "swath-download-"));
  top = await topFolder(join(place, "to"));
  [stored, ranges, breaks] = [new Map(), [], []];
  onArrival = () => {};
  server = createServer((request, response) => {
    const content = stored.get(request.url!.slice(1))!;
    const { range } = request.headers;
    ranges.push(range);
    const from = Number(/^bytes=(\d+)-$/.exec(range ?? "")?.[1] ?? 0);
    response.writeHead(range === undefined ? 200 : 206, {
      "content-length": content.length - from,
    });
    const after = breaks.shift();
    if (after === undefined) response.end(content.subarray(from));
    else {
      let missing = after;
      onArrival = (bytes) => {
        missing -= bytes;
        if (missing === 0) response.destroy();
      };
      response.write(content.subarray(from, from + after));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
  rmSync(place, { recursive: true });
});

/** More than a part; its checksums are computed once. */
const LARGE = Buffer.concat([Buffer.alloc(PART_BYTES), Buffer.from("the end")]);
const sums = new Map<Buffer, string[]>();

async function sumsOf(content: Buffer): Promise<string[]> {
  const known = sums.get(content);
  if (known !== undefined) return known;
  const xxh128: string[] = [];
  for (let at = 0; at < content.length; at += PART_BYTES)
    xxh128.push(await xxhash128(content.subarray(at, at + PART_BYTES)));
  sums.set(content, xxh128);
  return xxh128;
}

async function fileOf(path: string, content: Buffer, buckets = ["lidar"]): Promise<StoredFile> {
  const xxh128 = await sumsOf(content);
  const places = buckets.map((bucket) => ({
    bucket,
    key: path,
    stored: AT,
    read: AT,
    fault: null,
  }));
  for (const bucket of buckets) stored.set(bucket, content);
  return { path, bytes: content.length, xxh128, modified: Date.parse(AT), places };
}

const download = (file: StoredFile) =>
  downloadFile(top, file, {
    addressOf: async ({ bucket }) => new URL(bucket, origin),
    fetch: (url, headers) => fetch(url, { headers }),
    onBytes: (bytes) => onArrival(bytes),
  });
const saved = (path: string) => readFileSync(join(top, path));
const names = () => readdirSync(top, { recursive: true }).map(String).toSorted();

test("a file is saved under its path, with its time, and is not received again", async () => {
  const content = Buffer.from("points");
  const file = await fileOf("FL000123_045/below/a.laz", content);
  expect(await download(file)).toEqual({ kind: "saved" });
  expect(saved(file.path)).toEqual(content);
  expect(statSync(join(top, file.path)).mtime.toISOString()).toBe(AT);
  expect(await download(file)).toEqual({ kind: "present" });
  expect(ranges).toHaveLength(1);
});

test("a file that came damaged has no final name, and leaves nothing", async () => {
  const file = await fileOf("F/a.laz", Buffer.from("points"));
  stored.set("lidar", Buffer.from("poXnts"));
  expect(await download(file)).toMatchObject({ kind: "damaged" });
  expect(names()).toEqual(["F"]);
});

test("what one place holds damaged is taken from the other", async () => {
  const content = Buffer.from("points");
  const file = await fileOf("F/a.laz", content, ["lidar", "imagery"]);
  stored.set("lidar", Buffer.from("poXnts"));
  expect(await download(file)).toEqual({ kind: "saved" });
  expect(saved(file.path)).toEqual(content);
});

test("a file that the server has found damaged is named so, and not asked for", async () => {
  const file = await fileOf("F/a.laz", Buffer.from("points"));
  const places = file.places.map((each) => ({ ...each, fault: "damaged" as const }));
  expect(await download({ ...file, places })).toMatchObject({ kind: "damaged" });
  expect(ranges).toEqual([]);
});

test("a transfer that breaks is gone on with, from the last part that is as sealed", async () => {
  const file = await fileOf("F/large.laz", LARGE);
  breaks.push(PART_BYTES + 3);
  expect(await download(file)).toEqual({ kind: "saved" });
  expect(ranges).toEqual([undefined, `bytes=${PART_BYTES}-`]);
  expect(saved(file.path).equals(LARGE)).toBe(true);
});

test("what an earlier run left is compared, and gone on with", async () => {
  const file = await fileOf("F/large.laz", LARGE);
  mkdirSync(join(top, "F"));
  writeFileSync(join(top, "F/large.laz.swath-part"), LARGE.subarray(0, PART_BYTES + 2));
  expect(await download(file)).toEqual({ kind: "saved" });
  expect(ranges).toEqual([`bytes=${PART_BYTES}-`]);
});

test("a transfer that breaks each time ends as failed, under no final name", async () => {
  const file = await fileOf("F/a.laz", Buffer.from("points"));
  breaks.push(2, 2, 2);
  expect(await download(file)).toMatchObject({ kind: "failed" });
  expect(names()).toEqual(["F", "F/a.laz.swath-part"]);
});

test("another file that stands there stays as it is", async () => {
  const file = await fileOf("F/a.laz", Buffer.from("points"));
  mkdirSync(join(top, "F"));
  writeFileSync(join(top, "F/a.laz"), "mine!!");
  expect(await download(file)).toMatchObject({ kind: "failed" });
  expect(saved("F/a.laz").toString()).toBe("mine!!");
});

test("a path that leads out of the folder leads nowhere", async () => {
  for (const path of ["../out", "F/../../out", "/etc/out", "F\\out", "C:/out"]) {
    const file = await fileOf(path, Buffer.from("points"));
    expect(await download(file), path).toMatchObject({ kind: "failed" });
    expect([names(), readdirSync(place)], path).toEqual([[], ["to"]]);
  }
});

test("nothing is written through a link: of a folder, of a file, of a file that is not whole", async () => {
  mkdirSync(join(place, "out"));
  symlinkSync(join(place, "out"), join(top, "F"));
  const file = await fileOf("F/a.laz", Buffer.from("points"));
  expect(await download(file)).toMatchObject({ kind: "failed" });
  mkdirSync(join(top, "G"));
  symlinkSync(join(place, "out/b"), join(top, "G/b.laz"));
  symlinkSync(join(place, "out/c"), join(top, "G/c.laz.swath-part"));
  for (const name of ["b", "c"])
    expect(await download(await fileOf(`G/${name}.laz`, Buffer.from("points")))).toMatchObject({
      kind: "failed",
    });
  expect(readdirSync(join(place, "out"))).toEqual([]);
});
