import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { unpackTar } from "modern-tar";
import { afterAll, expect, test } from "vitest";
import { arBytes } from "./ar-archive.ts";
import { writeTarGz } from "./tar-archive.ts";
import { below, type Entry, textFile, wholeTree } from "./tree.ts";

const place = mkdtempSync(join(tmpdir(), "swath-archives-"));
afterAll(() => rmSync(place, { recursive: true }));
const TIME = new Date("2026-11-30T04:00:15Z");

const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

test("a tree has its folders, in one order, whatever order its entries come in", () => {
  const entries = [textFile("b/c/two", ""), textFile("a", ""), textFile("b/one", "")];
  const paths = wholeTree(entries).map(({ path }) => path);
  expect(paths).toEqual(["a", "b", "b/c", "b/c/two", "b/one"]);
  expect(wholeTree(entries.toReversed()).map(({ path }) => path)).toEqual(paths);
});

test.each(["/etc/passwd", "../up", "a/../../up", "a//b", "."])(
  "the path %s is refused: it leads out of the archive, or has another name",
  (path) => {
    expect(() => wholeTree([textFile(path, "")])).toThrow("no path within an archive");
  },
);

test("two entries of one path are refused", () => {
  expect(() => wholeTree([textFile("a", "1"), textFile("a", "2")])).toThrow("twice");
});

test("an archive holds files, links and folders of root's and of the given time alone", async () => {
  const entries: Entry[] = [
    textFile("bin/start", "#!/bin/sh\n", 0o755),
    { path: "lib", kind: "link", target: "usr/lib" },
    { path: "data", kind: "folder", owner: 64_101, mode: 0o711 },
  ];
  const { path } = await writeTarGz(join(place, "one.tar.gz"), below("top", entries), TIME);
  const found = await unpackTar(gunzipSync(readFileSync(path)));
  expect(found.map(({ header }) => [header.name, header.mode, header.uid, header.type])).toEqual([
    ["top/", 0o755, 0, "directory"],
    ["top/bin/", 0o755, 0, "directory"],
    ["top/bin/start", 0o755, 0, "file"],
    ["top/data/", 0o711, 64_101, "directory"],
    ["top/lib", 0o777, 0, "symlink"],
  ]);
  expect(new Set(found.map(({ header }) => header.mtime?.getTime()))).toEqual(
    new Set([TIME.getTime()]),
  );
});

test("two archives of the same files are byte-equal, though one's files are younger and lie elsewhere", async () => {
  const archives = [];
  for (const [name, day] of [
    ["first", 1],
    ["second", 2],
  ] as const) {
    mkdirSync(join(place, name));
    const from = join(place, name, "file");
    writeFileSync(from, "the same", { mode: day === 1 ? 0o600 : 0o640 });
    utimesSync(from, day * 86_400, day * 86_400);
    const entries: Entry[] = [{ path: "file", kind: "file", mode: 0o644, from }];
    archives.push(await writeTarGz(join(place, `${name}.tar.gz`), entries, TIME));
  }
  const [first, second] = archives;
  expect(first?.sha256).toBe(second?.sha256);
  const bytes = readFileSync(first?.path ?? "");
  expect(first).toMatchObject({ sha256: sha256(bytes), size: bytes.length });
  expect(first?.tarSha256).toBe(sha256(gunzipSync(bytes)));
});

test("what ar writes is what ar reads, with members of odd length", async () => {
  const members = [
    { name: "debian-binary", size: 4, text: "2.0\n" },
    { name: "odd", size: 3, text: "odd" },
    { name: "last", size: 2, text: "ok" },
  ];
  const parts: Buffer[] = [];
  for await (const part of arBytes(members, 1_796_011_215, ({ text }) => [Buffer.from(text)]))
    parts.push(part);
  const path = join(place, "three.ar");
  writeFileSync(path, Buffer.concat(parts));
  expect(Buffer.concat(parts).subarray(0, 72).toString()).toBe(
    "!<arch>\ndebian-binary   1796011215  0     0     100644  4         `\n2.0\n",
  );
  const listed = spawnSync("ar", ["p", path], { encoding: "utf8" });
  if (listed.error === undefined) expect(listed.stdout).toBe("2.0\noddok");
});

test("a name that ar cannot hold is refused", async () => {
  const long = arBytes([{ name: "a-name-of-17-lett", size: 0 }], 0, () => []);
  await long.next();
  await expect(long.next()).rejects.toThrow("too long for an ar archive");
});
