import { downloadEndpoints } from "@swath/contract/downloads";
import { AppError } from "@swath/contract/errors";
import { BUCKET_ROLES, type BucketRole } from "@swath/contract/uploads";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "../platform/clock/clock.ts";
import { recordServe, testIdentity } from "../platform/http/testing/recorded-serve.ts";
import {
  type FileStoreServer,
  serveFileStore,
} from "../platform/file-store-http/testing/file-store-server.ts";
import { createTestDatabase, type TestDatabase } from "../platform/postgres/testing.ts";
import { serveDownloads } from "./downloads.routes.ts";

const buckets = Object.fromEntries(
  BUCKET_ROLES.map((role) => [role, `swath-${role.toLowerCase()}`]),
) as Record<BucketRole, string>;
const ID = "a".repeat(24);
const GUID = "0f8fad5b-d9cb-469f-a165-70867728950e";
const MAPPER = "b".repeat(24);
const SECRET = "not for downloads";
const crew = testIdentity("crew");
const only = testIdentity("only", "processingOnly");
const { serve, ask } = recordServe();
let database: TestDatabase;
let server: FileStoreServer;

const put = (bucket: string, key: string, text: string) =>
  server.store.write(bucket, key, [Buffer.from(text)], { size: text.length });

async function seedProcessing(id: string, guid: string, area: "ip" | "iptm"): Promise<void> {
  await sql`INSERT INTO processings (id, guid, area, flight_id, sensor_id, project_id, aoi_no, template,
      document_major_version)
    VALUES (${id}, ${guid}, ${area}, 'FL000001', ${`SL00000${area.length}`}, 'PRJ00001',
      ${area === "ip" ? null : 2}, 'LiDAR-MiningAI', 4.2)`.execute(database.db);
}

beforeAll(async () => {
  database = await createTestDatabase();
  server = await serveFileStore(Object.values(buckets));
  const { db } = database;
  serveDownloads(serve, {
    db,
    store: server.store,
    buckets,
    clock: systemClock,
    publicUrl: server.origin,
    origins: [],
  });
  await sql`INSERT INTO aircraft VALUES ('VH-AAA', 'FixedWing')`.execute(db);
  await sql`INSERT INTO flights (flight_id, dates, latest_date, date_span, aircraft,
      departure_timezone, document_major_version, types)
    VALUES ('FL000001', '{}', '-infinity', 'empty', 'VH-AAA', 'UTC', 4.2, '{}')`.execute(db);
  await sql`INSERT INTO projects VALUES ('PRJ00001', 'Coast', 'Mina', 'Processing', 'LiDAR', 'C')`.execute(
    db,
  );
  await seedProcessing(ID, GUID, "ip");
  await seedProcessing(MAPPER, "tm-folder", "iptm");
  const folder = `${GUID}/LMS/.attempt-2/`;
  await put(buckets.processing, `${folder}line 1.laz`, "points");
  await put(buckets.processing, `${GUID}/LMS/.attempt-1/line 1.laz`, "former");
  const file = { path: "line 1.laz", size: 6, xxh128: "0".repeat(32), kind: "points" };
  const manifest = {
    version: 1,
    job: "LMS",
    attempt: 2,
    run: "swath-0123456789abcdef01234567",
    published: "2026-03-20T10:00:00Z",
    folder,
    files: [file],
  };
  await put(buckets.processing, `${GUID}/LMS/manifest.json`, JSON.stringify(manifest));
  await put(buckets.ai, `${GUID}/MiningAI3/.attempt-1/ground.laz`, "ground");
  await put(buckets.terrainMapperProcessing, "tm-folder/PI1/a.laz", "mapper");
  // What no link leads to.
  for (const bucket of Object.values(buckets)) {
    await put(bucket, "other/LMS/a.laz", SECRET);
    await put(bucket, "a.laz", SECRET);
  }
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

const OF = { id: ID, sensor: "SL000002", project: "PRJ00001", aoi: null };
const LIST = `${ID},SL000002,PRJ00001,`;
const authorise = async (body: unknown, identity = crew) =>
  (await ask(downloadEndpoints.authoriseDownload, { body, identity })).reply;
const fetched = async (url: string) => {
  const response = await fetch(new URL(url, server.origin));
  return { text: await response.text(), as: response.headers.get("content-disposition") };
};

test("a published output is downloaded by its path, whichever way the link says whose it is", async () => {
  const json = Buffer.from(JSON.stringify(OF)).toString("base64url");
  const file = "LMS/line 1.laz";
  for (const body of [
    { parameters: LIST, file },
    { parameters: json, file },
    { parameters: `${GUID},SL000002,PRJ00001,`, file },
    { ...OF, file },
  ]) {
    const { url, expires } = await authorise(body, only);
    expect(await fetched(url)).toMatchObject({ text: "points" });
    expect((await fetched(url)).as).toContain("line 1.laz");
    expect(Date.parse(expires) - Date.now()).toBeLessThanOrEqual(300_000);
  }
});

test("so is an attempt's, by its place below the processing's folder, in the bucket of its job", async () => {
  const former = await authorise({ ...OF, file: "LMS/.attempt-1/line 1.laz" });
  expect(await fetched(former.url)).toMatchObject({ text: "former" });
  const ground = await authorise({ ...OF, file: "MiningAI3/.attempt-1/ground.laz" });
  expect(await fetched(ground.url)).toMatchObject({ text: "ground" });
});

const events = () =>
  database.db
    .selectFrom("audit.events")
    .select(["subject", "flight_id", "detail", "address"])
    .where("action", "=", "object.downloaded")
    .execute();

test("a download is recorded, with its flight; what is refused is not", async () => {
  const before = (await events()).length;
  await authorise({ ...OF, file: "LMS/line 1.laz" }, testIdentity("recorded"));
  await expect(authorise({ ...OF, file: "LMS/none.laz" })).rejects.toThrow(AppError);
  const recorded = await events();
  expect(recorded).toHaveLength(before + 1);
  expect(recorded.find(({ subject }) => subject === "recorded")).toEqual({
    subject: "recorded",
    flight_id: "FL000001",
    detail: { bucket: buckets.processing, key: `${GUID}/LMS/.attempt-2/line 1.laz` },
    address: "192.0.2.1",
  });
});

test("a link for another sensor, project or area is none, whether there is such a processing or not", async () => {
  const file = "LMS/line 1.laz";
  const refusals = [
    { ...OF, id: "c".repeat(24) },
    { ...OF, sensor: "SL000003" },
    { ...OF, project: "PRJ00002" },
    { ...OF, project: null },
    { ...OF, aoi: 1 },
  ].map((of) => authorise({ ...of, file }).catch((error: AppError) => [error.code, error.message]));
  expect(new Set((await Promise.all(refusals)).map(String))).toEqual(
    new Set(["PROCESSING_NOT_FOUND,there is no such processing"]),
  );
});

test("the Terrain Mapper's outputs are none for those who do not see its dashboard", async () => {
  const body = { parameters: `${MAPPER},SL000004,PRJ00001,2`, file: "PI1/a.laz" };
  expect(await fetched((await authorise(body)).url)).toMatchObject({ text: "mapper" });
  await expect(authorise(body, only)).rejects.toMatchObject({ code: "PROCESSING_NOT_FOUND" });
});

test("a guest downloads nothing", async () => {
  const asked = authorise({ ...OF, file: "LMS/line 1.laz" }, testIdentity("guest", "guest"));
  await expect(asked).rejects.toMatchObject({ code: "INSUFFICIENT_PRIVILEGES" });
});

test.each([
  "../other/LMS/a.laz",
  "LMS/../../other/LMS/a.laz",
  "/other/LMS/a.laz",
  "LMS\\..\\a.laz",
  "LMS//a.laz",
  "LMS/a\u0000.laz",
  "LMS/./a.laz",
  "",
  "s3://swath-lidar/a.laz",
])("a path that leaves its folder is refused as it stands: %j", async (file) => {
  await expect(authorise({ ...OF, file })).rejects.toMatchObject({ code: "INVALID_REQUEST" });
});

test("no parameters and no path lead to another folder, or fail in another way than refused", async () => {
  const paths = fc.oneof(
    fc.string({ maxLength: 60, unit: "binary" }),
    fc
      .array(
        fc.constantFrom("..", ".", "LMS", "other", "a.laz", "", "manifest.json", "%2e%2e", "~"),
        {
          maxLength: 6,
        },
      )
      .map((parts) => parts.join("/")),
  );
  const parameters = fc.oneof(
    fc.constant(LIST),
    fc.string({ maxLength: 80, unit: "binary" }),
    fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value)).toString("base64url")),
  );
  await fc.assert(
    fc.asyncProperty(parameters, paths, async (given, file) => {
      const asked = authorise({ parameters: given, file }).then(
        async ({ url }) => (await fetched(url)).text,
        (error: unknown) => error,
      );
      const found = await asked;
      if (typeof found === "string") expect(found).not.toBe(SECRET);
      else
        expect(["INVALID_REQUEST", "PROCESSING_NOT_FOUND", "OBJECT_NOT_FOUND"]).toContain(
          (found as AppError).code,
        );
    }),
    { numRuns: 400 },
  );
});
