import { join } from "node:path";
import { explorerEndpoints } from "@swath/contract/explorer";
import { BUCKET_ROLES, type BucketRole } from "@swath/contract/uploads";
import fastify, { type FastifyInstance } from "fastify";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sendError } from "../platform/http/error-replies.ts";
import { flipByte } from "../platform/object-store/testing/flip-byte.ts";
import { recordServe, testIdentity } from "../platform/http/testing/recorded-serve.ts";
import {
  type FileStoreServer,
  serveFileStore,
} from "../platform/file-store-http/testing/file-store-server.ts";
import { createTestDatabase, type TestDatabase } from "../platform/postgres/testing.ts";
import { serveExplorer } from "./explorer.routes.ts";
import { allowBuckets } from "./visible-buckets.ts";
import { ZIP_SECONDS } from "../platform/zip/zip-downloads.ts";
import { zipRoute } from "../platform/zip/zip-route.ts";

const buckets = Object.fromEntries(
  BUCKET_ROLES.map((role) => [role, `swath-${role.toLowerCase()}`]),
) as Record<BucketRole, string>;
const bucket = buckets.lidar;
const FOLDER = "FL000001/LiDAR/";
const { serve, ask } = recordServe();
const START = Date.UTC(2026, 2, 5);
let now = START;
const clock = () => new Date(now);
const damaged: string[] = [];
let database: TestDatabase;
let server: FileStoreServer;
let app: FastifyInstance;

const put = (key: string, text: string, into = bucket) =>
  server.store.write(into, key, [Buffer.from(text)], { size: text.length });

beforeAll(async () => {
  database = await createTestDatabase();
  server = await serveFileStore(Object.values(buckets));
  const { db } = database;
  const { store } = server;
  serveExplorer(serve, { db, store, allowed: allowBuckets(buckets, []), clock });
  app = fastify();
  app.setErrorHandler((error, request, reply) => void sendError(request, reply, error));
  await app.register(zipRoute({ db, store, clock, onDamaged: ({ key }) => damaged.push(key) }));
});
beforeEach(async () => {
  now = START;
  await put(`${FOLDER}Strip_01.las`, "first strip");
  await put(`${FOLDER}Strip_02.las`, "second strip");
  await put(`${FOLDER}SYSTEM/log.txt`, "ready");
  await put(`FL000001/other.txt`, "other");
  await put("raw/part", "not verified", buckets.uploads);
});
afterAll(async () => {
  await app.close();
  await server.close();
  await database.drop();
});

type Asked = Readonly<Record<string, unknown>>;

const zip = async (body: Asked = {}, identity = testIdentity("office")) =>
  (
    await ask(explorerEndpoints.downloadZip, {
      body: { bucket, prefix: FOLDER, ...body },
      identity,
    })
  ).reply;
const fetched = (url: string, headers = {}, method: "GET" | "HEAD" = "GET") =>
  app.inject({ method, url, headers });
const unzipped = (bytes: Buffer) =>
  Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([name, content]) => [
      name,
      Buffer.from(content).toString(),
    ]),
  );

test("a folder is downloaded as one ZIP, with its folders, under its name", async () => {
  const { url, files, bytes } = await zip();
  const reply = await fetched(url);
  expect(unzipped(reply.rawPayload)).toEqual({
    "Strip_01.las": "first strip",
    "Strip_02.las": "second strip",
    "SYSTEM/log.txt": "ready",
  });
  expect([files, bytes]).toEqual([3, reply.rawPayload.length]);
  expect(reply.headers).toMatchObject({
    "content-type": "application/zip",
    "content-length": String(bytes),
    "content-disposition": expect.stringContaining('filename="LiDAR.zip"') as string,
  });
});

test("so are some of its files and folders", async () => {
  const { url } = await zip({ names: ["Strip_02.las", "SYSTEM/"] });
  expect(Object.keys(unzipped((await fetched(url)).rawPayload))).toEqual([
    "Strip_02.las",
    "SYSTEM/log.txt",
  ]);
});

test("a download that broke off goes on at its byte, also after the address would have expired", async () => {
  const { url } = await zip();
  const whole = (await fetched(url)).rawPayload;
  now += (ZIP_SECONDS - 1) * 1_000;
  const first = await fetched(url, { range: "bytes=0-120" });
  expect(first.statusCode).toBe(206);
  now += (ZIP_SECONDS - 1) * 1_000;
  const rest = await fetched(url, { range: "bytes=121-", "if-range": first.headers.etag });
  expect(rest.headers["content-range"]).toBe(`bytes 121-${whole.length - 1}/${whole.length}`);
  expect(Buffer.concat([first.rawPayload, rest.rawPayload])).toEqual(whole);
});

test("a range of another ZIP is answered by the whole one; one beyond the end is refused", async () => {
  const { url, bytes } = await zip();
  const other = await fetched(url, { range: "bytes=5-", "if-range": '"other"' });
  expect([other.statusCode, other.rawPayload.length]).toEqual([200, bytes]);
  expect((await fetched(url, { range: `bytes=${bytes}-` })).statusCode).toBe(416);
  const head = await fetched(url, {}, "HEAD");
  expect([head.headers["content-length"], head.rawPayload]).toEqual([
    String(bytes),
    Buffer.alloc(0),
  ]);
});

test("an address that was not given out, or has expired, opens nothing", async () => {
  const { url } = await zip();
  for (const wrong of ["/downloads/zip", `${url}x`, "/downloads/zip?token=a&token=b"])
    expect((await fetched(wrong)).statusCode).toBe(403);
  now += ZIP_SECONDS * 1_000 + 1;
  const reply = await fetched(url);
  expect([reply.statusCode, reply.json()]).toMatchObject([403, { code: "DOWNLOAD_REFUSED" }]);
});

test("the table of addresses holds no address", async () => {
  const { url } = await zip();
  const rows = JSON.stringify(await database.db.selectFrom("zip_downloads").selectAll().execute());
  expect(rows).not.toContain(url.split("token=")[1]);
});

test("a byte that went bad in the store breaks the download off, and is reported", async () => {
  const { url } = await zip({ names: ["Strip_02.las"] });
  await flipByte(join(server.folder, bucket, `${FOLDER}Strip_02.las`), 3);
  await expect(fetched(url)).rejects.toThrow("destroyed before completion");
  expect(damaged.splice(0)).toEqual([`${FOLDER}Strip_02.las`]);
});

test("a file that was replaced since breaks the download off", async () => {
  const { url } = await zip();
  await put(`${FOLDER}Strip_02.las`, "replaced str");
  await expect(fetched(url)).rejects.toThrow("destroyed before completion");
});

test.each([
  [{ names: ["../other.txt"] }],
  [{ names: ["SYSTEM/log.txt"] }],
  [{ names: [""] }],
  [{ names: ["/"] }],
  [{ names: [] }],
  [{ prefix: "FL000001/../" }],
])("a name that is none of the folder's is refused: %j", async (body) => {
  await expect(zip(body)).rejects.toMatchObject({ code: "INVALID_REQUEST" });
});

test("what nobody may see in the explorer nobody downloads so, and a guest nothing", async () => {
  const refused = { code: "INSUFFICIENT_PRIVILEGES" };
  await expect(zip({ bucket: buckets.uploads, prefix: "raw/" })).rejects.toMatchObject(refused);
  await expect(zip({}, testIdentity("guest", "guest"))).rejects.toMatchObject(refused);
  await expect(zip({}, testIdentity("only", "processingOnly"))).rejects.toMatchObject(refused);
});

test("an empty folder and a file that is missing are said so", async () => {
  await expect(zip({ prefix: "FL000009/" })).rejects.toMatchObject({ code: "OBJECT_NOT_FOUND" });
  await expect(zip({ names: ["none.las"] })).rejects.toMatchObject({ code: "OBJECT_NOT_FOUND" });
});

test("the download stands in the audit log, with what it holds", async () => {
  await zip({ names: ["SYSTEM/"] }, testIdentity("recorded"));
  const { detail } = await database.db
    .selectFrom("audit.events")
    .select("detail")
    .where("action", "=", "folder.downloaded")
    .where("subject", "=", "recorded")
    .executeTakeFirstOrThrow();
  expect(detail).toEqual({ bucket, prefix: FOLDER, files: 1, bytes: expect.any(Number) as number });
});
