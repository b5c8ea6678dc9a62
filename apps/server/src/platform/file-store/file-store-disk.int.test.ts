import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFile,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { xxhash128 } from "hash-wasm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openStore } from "../file-store-http/testing/file-store-server.ts";
import { bytes, Subject } from "../object-store/testing/subject.ts";
import type { FileStore } from "./file-store.ts";

const BUCKET = "swath-uploads";
let folder: string;
let store: FileStore;
let subject: Subject;

function subjectOf(of: FileStore): Subject {
  const buckets = [BUCKET, "swath-lidar"] as const;
  const under = {
    store: of,
    origin: "",
    buckets,
    tooLargeStatus: 413,
    verifiesPosts: true,
    holdsForeignKeys: false,
  };
  return new Subject({ ...under, close: async () => {} }, 1);
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "swath-store-"));
  store = await openStore(folder);
  await store.ensureBuckets([BUCKET, "swath-lidar"]);
  subject = subjectOf(store);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("an object is a file under its own name, which only its owner reads", async () => {
  await subject.put("FL000123/LiDAR/FL000123_045/a b.range", bytes(10));
  const path = join(folder, BUCKET, "FL000123/LiDAR/FL000123_045/a b.range");
  expect(await readFile(path)).toEqual(bytes(10));
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test("a form is given for what the disk has room for, and for no more", async () => {
  const ticket = subject.ticket("a/b", bytes(1));
  const more = { ...ticket, size: (await store.freeBytes()) * 2 };
  await expect(store.presignPost(more)).rejects.toMatchObject({ code: "STORE_FULL" });
  await expect(store.presignPost(ticket)).resolves.toBeDefined();
});

test("a store whose folder is gone is away, not empty, and is not made anew", async () => {
  await subject.put("a/b", bytes(1));
  await rename(folder, `${folder}.away`);
  const calls = [
    () => store.head(BUCKET, "a/b"),
    () => store.read(BUCKET, "a/b"),
    () => store.list(BUCKET, { prefix: "" }),
    () => store.write(BUCKET, "a/c", [bytes(1)], { size: 1 }),
    () => store.copy({ bucket: BUCKET, key: "a/b" }, { bucket: BUCKET, key: "a/c" }),
    () => store.remove(BUCKET, ["a/b"]),
    () => store.ping(),
    () => openStore(folder, { mustStand: true }),
  ];
  for (const call of calls)
    await expect(call()).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
  await rename(`${folder}.away`, folder);
  expect(await store.head(BUCKET, "a/b")).toMatchObject({ size: 1 });
});

test("a store that goes and comes again and again is away at worst: nothing is missing, and no other is made", async () => {
  await subject.put("a/b", bytes(1));
  const ended = new AbortController();
  const away = async (): Promise<void> => {
    for (let i = 0; i < 40; i++) {
      await rename(folder, `${folder}.away`);
      await sleep(15);
      await rename(`${folder}.away`, folder);
      await sleep(15);
    }
    ended.abort();
  };
  const calls = [
    async () => expect(await store.head(BUCKET, "a/b")).toMatchObject({ size: 1 }),
    async () => (await store.read(BUCKET, "a/b")).destroy(),
    () => store.write(BUCKET, "a/c", [bytes(1)], { size: 1 }),
    () => openStore(folder, { mustStand: true }),
  ];
  const faults: unknown[] = [];
  const again = async (call: () => Promise<unknown>): Promise<void> => {
    while (!ended.signal.aborted) await call().catch((error: unknown) => faults.push(error));
  };
  await Promise.all([away(), ...calls.map(again)]);
  expect(faults.length).toBeGreaterThan(0);
  for (const fault of faults) expect(fault).toMatchObject({ code: "STORE_UNAVAILABLE" });
});

test("a store whose folder for what it receives was taken away makes it again", async () => {
  await subject.put("a/b", bytes(1));
  for (const write of [
    () => subject.put("a/c", bytes(2)),
    () => store.copy({ bucket: BUCKET, key: "a/b" }, { bucket: BUCKET, key: "a/d" }),
  ]) {
    await rm(join(folder, ".receiving"), { recursive: true });
    await write();
  }
  expect(await store.head(BUCKET, "a/c")).toMatchObject({ size: 2 });
  expect(await store.head(BUCKET, "a/d")).toMatchObject({ size: 1 });
});

test("what was removed leaves no folder behind", async () => {
  await subject.put("a/b/c", bytes(1));
  await subject.put("d/e/f", bytes(1));
  await store.remove(BUCKET, ["a/b/c"]);
  await store.remove(BUCKET, ["d/e/f"]);
  expect(await readdir(join(folder, BUCKET))).toEqual([]);
});

test("a folder of more names than it may read is not told, the one above it is", async () => {
  await subject.putAll(["a/b/1", "a/b/2", "a/b/c/3", "a/4"]);
  const page = { limit: 10, maxNames: 2 };
  expect(await store.listFolder(BUCKET, { prefix: "a/b/", ...page })).toBeUndefined();
  expect(await store.listFolder(BUCKET, { prefix: "a/", ...page })).toMatchObject({
    objects: [{ key: "a/4" }],
    folders: ["a/b/"],
  });
  await store.remove(BUCKET, ["a/b/1", "a/b/2", "a/b/c/3"]);
  expect(await store.listFolder(BUCKET, { prefix: "a/", ...page })).toMatchObject({ folders: [] });
});

test("a version that was asked for is joined and copied, or nothing is", async () => {
  const [a, b] = [await subject.put("a", bytes(10, 1)), await subject.put("b", bytes(20, 1))];
  await subject.put("b", bytes(20, 2));
  const target = { bucket: "swath-lidar", key: "joined" };
  const changed = { code: "OBJECT_CHANGED" };
  const joinOf = (...pieces: { key: string; version: string }[]) =>
    store.join({ bucket: BUCKET, pieces }, target);
  await expect(joinOf(a, b)).rejects.toMatchObject(changed);
  await expect(joinOf(b)).rejects.toMatchObject(changed);
  await expect(store.copy({ bucket: BUCKET, ...b }, target)).rejects.toMatchObject(changed);
  await expect(store.read(BUCKET, "b", b)).rejects.toMatchObject(changed);
  expect(await store.head(target.bucket, target.key)).toBeUndefined();
  expect(await joinOf(a)).toMatchObject({ size: 10 });
});

/** Changes an object's bytes as a disk does that forgets: nothing else tells of it. */
async function forget(key: string, content: Buffer): Promise<void> {
  const [path, time] = [join(folder, BUCKET, key), join(folder, "time")];
  execFileSync("touch", ["-r", path, time]);
  await writeFile(path, content);
  execFileSync("touch", ["-r", time, path]);
}

describe("the facts of an object", () => {
  test("are its size and XXH128, and those of an object joined of it alone", async () => {
    const content = bytes(3_000_000);
    const checksums = { xxh128: await xxhash128(content) };
    expect(await subject.put("a", content)).toMatchObject({ size: content.length, checksums });
    await store.join(
      { bucket: BUCKET, pieces: [{ key: "a" }] },
      { bucket: "swath-lidar", key: "b/c" },
    );
    expect(await store.head("swath-lidar", "b/c")).toMatchObject({ checksums });
    expect(await openStore(folder).then((other) => other.head("swath-lidar", "b/c"))).toMatchObject(
      {
        checksums,
      },
    );
  });

  test("of a copy are read from the disk, of pieces that were joined unseen too", async () => {
    const content = Buffer.concat([bytes(700_000, 1), bytes(500_000, 2)]);
    await subject.put("p", bytes(700_000, 1));
    await subject.put("q", bytes(500_000, 2));
    const pieces = [{ key: "p" }, { key: "q" }];
    const joined = { bucket: BUCKET, key: "a" };
    await store.join({ bucket: BUCKET, pieces }, joined);
    const checksums = { xxh128: await xxhash128(content) };
    const copy = { bucket: "swath-lidar", key: "b/c" };
    expect(await store.copy(joined, copy)).toMatchObject({ checksums });
    expect(await store.head(copy.bucket, copy.key)).toMatchObject({ size: 1_200_000, checksums });
  });

  test("tell an object whose bytes changed on the disk: it is neither copied nor joined", async () => {
    for (const key of ["a.x", "b.x", "c.x"]) await subject.put(key, bytes(5_000_000, 1));
    await forget("b.x", bytes(5_000_000, 2));
    const target = { bucket: "swath-lidar", key: "copy" };
    const refused = { code: "CHECKSUM_MISMATCH", details: { key: "b.x" } };
    const copied = store.copy({ bucket: BUCKET, key: "b.x" }, target);
    await expect(copied).rejects.toMatchObject(refused);
    const pieces = [{ key: "a.x" }, { key: "b.x" }, { key: "c.x" }];
    await expect(store.join({ bucket: BUCKET, pieces }, target)).rejects.toMatchObject(refused);
    expect(await store.head(target.bucket, target.key)).toBeUndefined();
    await forget("b.x", bytes(5_000_000, 1));
    expect(await store.join({ bucket: BUCKET, pieces }, target)).toMatchObject({
      size: 15_000_000,
    });
  });

  test("are known to other stores of the folder, whichever wrote them", async () => {
    const other = subjectOf(await openStore(folder));
    for (let i = 0; i < 5; i++) {
      await subject.put(`a/${i}`, bytes(i));
      await other.put(`b/${i}`, bytes(i));
      const checksums = { xxh128: await xxhash128(bytes(i)) };
      expect(await store.head(BUCKET, `b/${i}`)).toMatchObject({ checksums });
      expect(await other.store.head(BUCKET, `a/${i}`)).toMatchObject({ checksums });
    }
  });

  test("are unknown of a file that was changed or put there by hand", async () => {
    await subject.put("a.x", bytes(10));
    await writeFile(join(folder, BUCKET, "a.x"), bytes(10, 2));
    await writeFile(join(folder, BUCKET, "b.x"), bytes(10));
    expect(await store.head(BUCKET, "a.x")).toMatchObject({ size: 10, checksums: {} });
    expect((await store.list(BUCKET, { prefix: "" })).objects).toMatchObject([
      { key: "a.x", size: 10, checksums: {} },
      { key: "b.x", size: 10, checksums: {} },
    ]);
  });

  test("survive a record before them that a crash cut short", async () => {
    await subject.put("a", bytes(10));
    const [log] = await readdir(join(folder, ".facts"));
    await appendFile(join(folder, ".facts", log!), "\n123-456 78 abc");
    await subject.put("b", bytes(11));
    const fresh = await openStore(folder);
    for (const [key, size] of [
      ["a", 10],
      ["b", 11],
    ] as const)
      expect(await fresh.head(BUCKET, key)).toMatchObject({
        checksums: { xxh128: await xxhash128(bytes(size)) },
      });
  });

  test("are read from records of earlier releases too, which hold a CRC-32C", async () => {
    const { checksums } = await subject.put("a", bytes(10));
    const [log] = await readdir(join(folder, ".facts"));
    const path = join(folder, ".facts", log!);
    const record = await readFile(path, "latin1");
    await writeFile(path, record.replace(` ${checksums.xxh128}`, ` 0a1b2c3d ${checksums.xxh128}`));
    expect(await (await openStore(folder)).head(BUCKET, "a")).toMatchObject({
      size: 10,
      checksums,
    });
  });

  test("may be lost: objects are whole without them", async () => {
    await subject.put("a", bytes(10));
    await rm(join(folder, ".facts"), { recursive: true });
    const fresh = await openStore(folder);
    expect(await fresh.head(BUCKET, "a")).toMatchObject({ size: 10, checksums: {} });
    expect(await subjectOf(fresh).get("a")).toEqual(bytes(10));
  });
});

describe("a symbolic link", () => {
  let outside: string;
  beforeEach(async () => {
    outside = await mkdtemp(join(tmpdir(), "swath-outside-"));
    await writeFile(join(outside, "secret"), "secret");
  });
  afterEach(() => rm(outside, { recursive: true }));

  test("to a folder leads nowhere", async () => {
    await symlink(outside, join(folder, BUCKET, "out"));
    const refusal = { code: "INVALID_PATH" };
    await expect(store.head(BUCKET, "out/secret")).rejects.toMatchObject(refusal);
    await expect(store.read(BUCKET, "out/secret")).rejects.toMatchObject(refusal);
    await expect(subject.put("out/planted", bytes(1))).rejects.toMatchObject(refusal);
    await expect(store.remove(BUCKET, ["out/secret"])).rejects.toMatchObject(refusal);
    await expect(store.list(BUCKET, { prefix: "out/" })).rejects.toMatchObject(refusal);
    expect((await store.list(BUCKET, { prefix: "" })).objects).toEqual([]);
    expect(await readdir(outside)).toEqual(["secret"]);
  });

  test("to a file is no object, and is replaced by one", async () => {
    await symlink(join(outside, "secret"), join(folder, BUCKET, "out.x"));
    expect(await store.head(BUCKET, "out.x")).toBeUndefined();
    await expect(store.read(BUCKET, "out.x")).rejects.toMatchObject({ code: "OBJECT_NOT_FOUND" });
    expect((await store.list(BUCKET, { prefix: "" })).objects).toEqual([]);
    await subject.put("out.x", bytes(3));
    expect(await subject.get("out.x")).toEqual(bytes(3));
    expect(await readFile(join(outside, "secret"), "utf8")).toBe("secret");
  });
});

const moduleAt = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);

/** Writes two contents in turn under one key, many times, from a process of its own. */
async function startWriter(): Promise<ChildProcess> {
  const program = `
    const { openStore } = await import(${moduleAt("../file-store-http/testing/file-store-server.ts")});
    const { bytes, inChunks } = await import(${moduleAt("../object-store/testing/subject.ts")});
    const store = await openStore(${JSON.stringify(folder)});
    const contents = [bytes(300_000, 1), bytes(200_001, 2)];
    for (let i = 0; ; i++) {
      const content = contents[i % 2];
      await store.write("${BUCKET}", "a/b", inChunks(content), { size: content.length });
      if (i === 0) process.stdout.write("begun");
    }`;
  const writer = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(writer.stdout, "data");
  return writer;
}

describe("after a process was killed", () => {
  test("an object and its facts agree, and what it was receiving is swept", async () => {
    const contents = [bytes(300_000, 1), bytes(200_001, 2)];
    for (let round = 0; round < 6; round++) {
      const writer = await startWriter();
      await new Promise((resolve) => setTimeout(resolve, 5 + round * 7));
      writer.kill("SIGKILL");
      await once(writer, "close");
      const fresh = await openStore(folder);
      const found = await subjectOf(fresh).get("a/b");
      expect(contents.some((content) => content.equals(found))).toBe(true);
      expect(await fresh.head(BUCKET, "a/b")).toMatchObject({
        size: found.length,
        checksums: { xxh128: await xxhash128(found) },
      });
      const left = await readdir(join(folder, ".receiving"), { recursive: true });
      expect(left.filter((name) => name.includes("/"))).toEqual([]);
    }
  });

  test("what a living process receives is left alone", async () => {
    const file = await store.receive({ memory: "borrowed" });
    await file.add(bytes(10));
    const writer = await startWriter();
    await openStore(folder);
    await store.publish(file, { bucket: BUCKET, key: "kept" });
    expect(await subject.get("kept")).toEqual(bytes(10));
    writer.kill("SIGKILL");
    await once(writer, "close");
  });
});

async function publishedWith(memory: "borrowed" | "givenAway", chunk: Buffer): Promise<Buffer> {
  const file = await store.receive({ memory });
  await file.add(chunk);
  await store.publish(file, { bucket: BUCKET, key: memory });
  return subject.get(memory);
}

describe("the memory of a chunk", () => {
  test("that was given away is free once the chunk is written", async () => {
    const chunk = Buffer.alloc(100_000, "a");
    expect(await publishedWith("givenAway", chunk)).toEqual(Buffer.alloc(100_000, "a"));
    expect(chunk.byteLength).toBe(0);
  });

  test("that was only lent stays", async () => {
    const chunk = Buffer.alloc(100_000, "a");
    await publishedWith("borrowed", chunk);
    expect(chunk).toEqual(Buffer.alloc(100_000, "a"));
  });
});

test("a checksum that was computed of the chunks is asked for at the end, and kept", async () => {
  const sum = "0123456789abcdef0123456789abcdef";
  let handedOver = 0;
  async function* body(): AsyncGenerator<Buffer> {
    for (const chunk of [bytes(10), bytes(20)]) {
      yield chunk;
      handedOver++;
    }
  }
  const xxh128 = (): string => (handedOver === 2 ? sum : "");
  await store.write(BUCKET, "summed", body(), { size: 30, xxh128 });
  expect((await store.head(BUCKET, "summed"))?.checksums.xxh128).toBe(sum);
});
