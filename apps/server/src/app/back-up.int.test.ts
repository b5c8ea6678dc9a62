import { readdir, readFile, writeFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { dumpDatabase } from "../backup/database/dump-database.ts";
import { loadDatabase } from "../backup/database/load-database.ts";
import { verifyBackup } from "../backup/verify/verify-backup.ts";
import { newIdentity } from "../platform/age/age-file.ts";
import { flipByte } from "../platform/object-store/testing/flip-byte.ts";
import { openDatabase } from "../platform/postgres/connection.ts";
import { migrate, migrateTo } from "../platform/postgres/migrate.ts";
import { ReplacedScene } from "../uploads/testing/replaced-scene.ts";
import { backupRig, emptyDatabase, objectsOf, textOf } from "./testing/backup-rig.ts";

let rig: Awaited<ReturnType<typeof backupRig>>;
let scene: ReplacedScene;
beforeEach(async () => {
  rig = await backupRig();
  scene = await ReplacedScene.seed(rig);
});
afterEach(() => rig.close());

async function verify(identities?: string[]) {
  const faults: string[] = [];
  const check = await verifyBackup(await rig.repository(), identities, (words) =>
    faults.push(words),
  );
  return { check, faults };
}

/** Stored objects of the backup, by path. */
async function storedObjects(): Promise<string[]> {
  const folder = join(rig.to, "objects");
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  return names.filter((name) => name.isFile()).map((name) => join(name.parentPath, name.name));
}

test("what is restored is what was backed up: every row, every object, every time, and what updates replaced can be brought back", async () => {
  await scene.send(scene.next);
  const result = await rig.backUp();
  expect(result.totals).toMatchObject({ faults: 0, named: [] });
  const { url, store, db, restored } = await rig.restore();
  expect(restored).toMatchObject({ faults: [], objects: result.totals.count });
  expect(await objectsOf(store, rig.allBuckets)).toEqual(
    await objectsOf(rig.files, rig.allBuckets),
  );
  const [before, after] = [await textOf(rig.deps.url), await textOf(url)];
  for (const [name, text] of before)
    // A replaced file is another object in the restored store; the row of the backup comes after it.
    if (!["public.replaced_files", "public.backups"].includes(name))
      expect(`${name} ${after.get(name)}`).toBe(`${name} ${text}`);
  const kept = await db.selectFrom("replaced_files").select(["version", "path"]).execute();
  expect(kept).toHaveLength(3);
  const { objects } = await store.list(rig.buckets.uploads, { prefix: "replaced/" });
  expect(kept.map(({ version }) => version).toSorted()).toEqual(
    objects.map(({ version }) => version).toSorted(),
  );
}, 60_000);

test("rows that come after a restore get numbers that none of before has", async () => {
  await rig.backUp();
  const { db } = await rig.restore();
  const added = await sql<{
    id: number;
    last: number;
  }>`WITH last AS (SELECT max(id) AS last FROM audit.events)
    INSERT INTO audit.events (action, actor, detail) VALUES ('test', 'swath', '{}')
    RETURNING id, (SELECT last FROM last)`.execute(db);
  const { id, last } = added.rows[0]!;
  expect(last).toBeGreaterThan(0);
  expect(id).toBeGreaterThan(last);
}, 60_000);

test("a database of an older release is restored at its own migrations, and then migrated", async () => {
  const older = "0006-processes";
  const [from, into] = [await emptyDatabase(), await emptyDatabase()];
  const files = new Map<string, Buffer>();
  for (const { url } of [from, into]) {
    const db = openDatabase(url, { connections: 1 });
    await migrateTo(db, older);
    if (url === from.url) await sql`INSERT INTO aircraft VALUES ('VH-OLD', 'Rotary')`.execute(db);
    await db.destroy();
  }
  const details = await dumpDatabase(from.url, async (name, source) => {
    files.set(name, await buffer(source));
    return { name, bytes: 0, sha256: "" };
  });
  expect(details.migrations.at(-1)).toBe(older);
  await loadDatabase({
    url: into.url,
    details,
    read: (name) => Readable.from([files.get(name)]),
    afterwards: async () => {},
  });
  const db = openDatabase(into.url, { connections: 1 });
  await migrate(db);
  expect(await db.selectFrom("aircraft").select("name").execute()).toEqual([{ name: "VH-OLD" }]);
  expect(await db.selectFrom("backups").select("id").execute()).toEqual([]);
  await db.destroy();
  for (const database of [from, into]) await database.drop();
}, 60_000);

test("a second backup writes what is new, and reads nothing else", async () => {
  const first = await rig.backUp();
  expect(first.totals.added).toBe(first.totals.count);
  const read: string[] = [];
  const reading = {
    read: (bucket: string, key: string, options: object) => {
      read.push(key);
      return rig.files.read(bucket, key, options);
    },
  };
  const store = new Proxy(rig.files, {
    get: (target, name) =>
      name === "read" ? reading.read : Reflect.get(target, name, target).bind?.(target),
  });
  const second = await rig.backUp({}, { store });
  expect(second.totals).toMatchObject({ count: first.totals.count, added: 0, addedBytes: 0 });
  // The sealed manifest says what the files are to be.
  expect(read.filter((key) => !key.endsWith("_metadata.json"))).toEqual([]);
  await scene.send(scene.next);
  const third = await rig.backUp();
  // Three files and a manifest; what they replaced is known by its content.
  expect(third.totals.added).toBe(4);
  expect((await verify()).faults).toEqual([]);
  expect(await (await rig.repository()).snapshots()).toHaveLength(3);
}, 60_000);

test("a backup that was stopped leaves nothing that looks whole, and what it wrote is not written again", async () => {
  const stop = new AbortController();
  let reads = 0;
  const store = new Proxy(rig.files, {
    get: (target, name) => {
      if (name !== "read") return Reflect.get(target, name, target).bind?.(target);
      return (...words: Parameters<typeof rig.files.read>) => {
        if (++reads === 6) stop.abort(new Error("stopped"));
        return rig.files.read(...words);
      };
    },
  });
  await expect(rig.backUp({ signal: stop.signal }, { store })).rejects.toThrow("stopped");
  const repository = await rig.repository();
  expect(await repository.snapshots()).toEqual([]);
  const left = await storedObjects();
  expect(left.length).toBeGreaterThan(0);
  const { totals } = await rig.backUp();
  expect(totals.added).toBe(totals.count - left.length);
  expect((await verify()).faults).toEqual([]);
});

test("a byte that changed in the backup is found, and a restore names the object and brings the rest", async () => {
  const { totals } = await rig.backUp();
  const [path] = await storedObjects();
  await flipByte(path!, 0);
  const address = path!.split("/").at(-1)!;
  const { faults } = await verify();
  expect(faults).toEqual([`object ${address} is not what was written`]);
  const { restored } = await rig.restore();
  expect(restored.faults).toHaveLength(1);
  expect(restored.objects).toBe(totals.count - 1);
});

test("so is one in the database's part, which is not restored", async () => {
  const { snapshot } = await rig.backUp();
  await flipByte(join(rig.to, "snapshots", snapshot, "database/public.uploads.copy.zst"), 40);
  expect((await verify()).faults).toEqual([
    `database/public.uploads.copy.zst of ${snapshot} is not what was written`,
  ]);
  await expect(rig.restore()).rejects.toThrow();
});

test("an object that the store has damaged is named, and the backup goes on without it", async () => {
  const all = await readdir(rig.folder, { recursive: true });
  const name = all.find((each) => each.includes("swath-lidar") && each.endsWith(".range"))!;
  const { size } = (await rig.files.head(
    rig.buckets.lidar,
    (await rig.keysIn(rig.buckets.lidar)).find((key) => key.endsWith(".range"))!,
  )) ?? { size: 0 };
  await flipByte(join(rig.folder, name), size - 5);
  const { totals, snapshot } = await rig.backUp();
  expect(totals.named).toEqual([expect.stringMatching(/\.range: is damaged in the store$/)]);
  const manifest = await readFile(join(rig.to, "snapshots", snapshot, "manifest.json"), "utf8");
  expect(JSON.parse(manifest)).toMatchObject({ faults: 1 });
  expect(await rig.db.selectFrom("backups").select(["faults", "objects"]).execute()).toEqual([
    { faults: 1, objects: totals.count },
  ]);
});

test("data that is not as it was sealed is named, as a file that is gone", async () => {
  const key = (await rig.keysIn(rig.buckets.lidar)).find((each) => each.endsWith(".range"))!;
  await rig.files.remove(rig.buckets.lidar, [key]);
  expect((await rig.backUp()).totals.named).toEqual([`${rig.buckets.lidar}/${key}: is missing`]);
});

test("an encrypted backup tells a stranger no name, no content and not which content it is; its identity opens it", async () => {
  const { identity, recipient } = await newIdentity();
  const { totals } = await rig.backUp({ recipients: [recipient] });
  const objects = await storedObjects();
  const { path, bytes } = scene.first.find((file) => file.path.endsWith(".range"))!;
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  expect(objects.some((each) => each.endsWith(sha256))).toBe(false);
  const names = await readdir(rig.to, { recursive: true, withFileTypes: true });
  for (const file of names.filter((each) => each.isFile())) {
    const text = await readFile(join(file.parentPath, file.name), "latin1");
    expect(text.includes(scene.upload.flightId) || text.includes(path)).toBe(false);
  }
  expect((await verify()).faults).toEqual([]);
  expect(await verify([identity])).toMatchObject({
    faults: [],
    check: { objects: objects.length },
  });
  const other = await newIdentity();
  expect((await verify([other.identity])).faults).not.toEqual([]);
  await expect(rig.restore([other.identity])).rejects.toMatchObject({ name: "WrongIdentity" });
  const { store } = await rig.restore([identity]);
  expect(await objectsOf(store, rig.allBuckets)).toEqual(
    await objectsOf(rig.files, rig.allBuckets),
  );
  const again = await rig.backUp({ recipients: [recipient] });
  expect(again.totals).toMatchObject({ added: 0, count: totals.count });
  await expect(rig.backUp({ recipients: [other.recipient] })).rejects.toThrow(/encrypted for/);
  await expect(rig.backUp()).rejects.toThrow(/encrypted for/);
}, 60_000);

test("older backups go with the objects that none of the kept ones names", async () => {
  await rig.backUp();
  await scene.send(scene.next);
  // What was replaced is not kept any longer.
  await rig.db.deleteFrom("replacements").execute();
  const { objects } = await rig.files.list(rig.buckets.uploads, { prefix: "replaced/" });
  await rig.files.remove(
    rig.buckets.uploads,
    objects.map(({ key }) => key),
  );
  const before = (await storedObjects()).length;
  const { removedSnapshots, totals } = await rig.backUp({ keep: 1 });
  expect(removedSnapshots).toBe(1);
  expect((await storedObjects()).length).toBe(before + totals.added - 4);
  expect((await verify()).faults).toEqual([]);
  expect((await rig.restore()).restored.faults).toEqual([]);
});

test("a folder of other things, and another installation's backups, are left alone", async () => {
  await rig.backUp();
  const installation = "6e5e0b0c-1a52-4a11-9d52-0a3f0d6b2f11";
  await expect(rig.backUp({}, { installation })).rejects.toThrow(/of the installation 0b0c1a52/);
  await writeFile(join(rig.place, "letter.txt"), "words");
  await expect(rig.backUp({ to: rig.place })).rejects.toThrow(/is not empty and holds no backup/);
});
