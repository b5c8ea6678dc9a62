import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { systemClock } from "../../platform/clock/clock.ts";
import { openFileStore } from "../../platform/file-store/open-file-store.ts";
import { createTestDatabase, type TestDatabase } from "../../platform/postgres/testing.ts";
import { untilBlocked } from "../../platform/postgres/testing/until-blocked.ts";
import { exportAll, type ExportDeps } from "./export-all.ts";
import { EXPORTED, LEFT_OUT } from "./exported-tables.ts";

const buckets = {
  uploads: "x-uploads",
  lidar: "x-lidar",
  imagery: "x-imagery",
  terrainMapperLidar: "x-terrain",
  processing: "x-processing",
  ai: "x-ai",
  terrainMapperProcessing: "x-terrain-processing",
  archive: "x-archive",
  support: "x-support",
};

let database: TestDatabase;
let folder: string;
let deps: ExportDeps & { readonly store: Awaited<ReturnType<typeof openFileStore>> };
let to: string;
const plain = { compression: "none", signal: new AbortController().signal } as const;

const put = (bucket: string, key: string) =>
  deps.store.write(bucket, key, [Buffer.from(key)], { size: Buffer.byteLength(key) });

const UPLOAD = "a".repeat(24);

beforeEach(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "swath-export-"));
  to = join(folder, "export");
  const secret = Buffer.from("a secret of this test only");
  const store = await openFileStore({
    folder: join(folder, "store"),
    secret,
    publicUrl: "",
    clock: systemClock,
  });
  await store.ensureBuckets(Object.values(buckets));
  deps = { db: database.db, store, buckets, release: "1.2.3" };
  await sql
    .raw(`
    INSERT INTO aircraft VALUES ('ä', 'Plane'), ('Z', 'Plane'), ('a', 'Plane');
    INSERT INTO flights (flight_id, dates, latest_date, date_span, aircraft, departure_timezone,
      document_major_version, types) VALUES ('FL000001', '{}', '-infinity', 'empty', 'Z', 'UTC', 3, '{}');
    INSERT INTO uploads (id, flight_id, type, sensor_name, status, locations, holder) VALUES
      ('${UPLOAD}', 'FL000001', 'LiDAR', 'S1', 'DATA_READY', '{s3://x-lidar/FL000001/LiDAR/}', 'secret-holder');
    INSERT INTO sessions (id, subject, tokens, created, expires) VALUES
      ('secret-hash', 'crew', 'secret-token', now(), now());
    INSERT INTO audit.events (action, actor, detail) VALUES ('session.started', 'nobody', '{}');`)
    .execute(database.db);
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const linesIn = async (name: string): Promise<Record<string, unknown>[]> =>
  String(await readFile(join(to, name)))
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test("every table of the database is exported, or left out for a reason", async () => {
  const { rows } = await sql<{ name: string }>`
    SELECT CASE WHEN schemaname = 'public' THEN '' ELSE schemaname || '.' END || tablename AS name
    FROM pg_tables WHERE schemaname IN ('public', 'audit')`.execute(database.db);
  expect(rows.map(({ name }) => name).toSorted()).toEqual(
    [...EXPORTED, ...Object.keys(LEFT_OUT)].toSorted(),
  );
});

test("rows come in the order of their keys, twice the same, and say what the table says", async () => {
  const done = await exportAll(deps, to, plain);
  expect((await linesIn("tables/aircraft.jsonl")).map(({ name }) => name)).toEqual(["Z", "a", "ä"]);
  expect(await linesIn("tables/uploads.jsonl")).toMatchObject([
    { id: UPLOAD, locations: ["s3://x-lidar/FL000001/LiDAR/"], ready_at: null },
  ]);
  const summary = JSON.parse(String(await readFile(join(to, "export.json"))));
  expect(summary).toMatchObject({ format: "swath-export", version: 1, release: "1.2.3" });
  expect(summary.tables).toHaveLength(done.tables);
  await exportAll(deps, `${to}-2`, plain);
  const again = JSON.parse(String(await readFile(`${to}-2/export.json`)));
  expect(again.tables).toEqual(summary.tables);
});

test("files are their owner's alone, and no secret is in any of them", async () => {
  await exportAll(deps, to, plain);
  const files = (await readdir(to, { recursive: true })).map((name) => join(to, name));
  const modes = await Promise.all(files.map(async (path) => (await stat(path)).mode & 0o077));
  expect(modes.every((mode) => mode === 0)).toBe(true);
  for (const path of files.filter((name) => name.endsWith(".jsonl")))
    expect(String(await readFile(path))).not.toMatch(/secret|7365637265742d/);
});

test("objects are listed with what the store knows of them, and whose they are", async () => {
  await put("x-lidar", "FL000001/LiDAR/folder/points.las");
  await put("x-uploads", `FL000001/${UPLOAD}/p1/part`);
  await put("x-support", "installation.json");
  const done = await exportAll(deps, to, plain);
  expect(done.objects).toBe(3);
  expect(await linesIn("objects.jsonl")).toMatchObject([
    {
      bucket: "x-lidar",
      key: "FL000001/LiDAR/folder/points.las",
      size: 32,
      checksums: { xxh128: expect.stringMatching(/^[0-9a-f]{32}$/) },
      owners: [{ kind: "upload", id: UPLOAD }],
    },
    { bucket: "x-support", owners: [] },
    { bucket: "x-uploads", owners: [{ kind: "landing", id: UPLOAD }] },
  ]);
});

test("compressed files hold the same, and their sums are of the files as they are", async () => {
  await exportAll(deps, to, plain);
  await exportAll(deps, `${to}-z`, { ...plain, compression: "zstd" });
  const packed = await readFile(`${to}-z/tables/aircraft.jsonl.zst`);
  expect(zstdDecompressSync(packed)).toEqual(await readFile(`${to}/tables/aircraft.jsonl`));
  const { tables } = JSON.parse(String(await readFile(`${to}-z/export.json`)));
  const { createHash } = await import("node:crypto");
  expect(tables).toContainEqual({
    file: "tables/aircraft.jsonl.zst",
    rows: 3,
    bytes: packed.length,
    sha256: createHash("sha256").update(packed).digest("hex"),
  });
});

test("all records are of one point in time, whatever is written meanwhile", async () => {
  const { db } = database;
  let exporting: Promise<unknown> | undefined;
  await db.transaction().execute(async (trx) => {
    await sql`LOCK TABLE views`.execute(trx);
    exporting = exportAll(deps, to, plain);
    await untilBlocked(db);
    await sql`INSERT INTO views (id, subject, owner_name, name, shared, filters, list)
      VALUES ('v', 's', 'n', 'n', false, '{}', 'flights')`.execute(trx);
  });
  await exporting;
  expect(await linesIn("tables/views.jsonl")).toEqual([]);
});

test("until all is there nothing has the name, and what fails or is stopped leaves nothing", async () => {
  const stop = new AbortController();
  const seen: string[][] = [];
  const failing = (fail: () => void): ExportDeps => ({
    ...deps,
    store: {
      list: async () => {
        seen.push(await readdir(folder, { recursive: true }));
        fail();
        return { objects: [], folders: [], nextToken: undefined };
      },
    },
  });
  const broken = exportAll(
    failing(() => {
      throw new Error("the store is away");
    }),
    to,
    plain,
  );
  await expect(broken).rejects.toThrow("the store is away");
  const stopped = exportAll(
    failing(() => stop.abort()),
    to,
    { ...plain, signal: stop.signal },
  );
  await expect(stopped).rejects.toThrow();
  expect(seen).toHaveLength(2);
  for (const names of seen) {
    expect(names).not.toContain("export");
    expect(names.some((name) => name.endsWith("export.json"))).toBe(false);
  }
  expect(await readdir(folder)).toEqual(["store"]);
});
