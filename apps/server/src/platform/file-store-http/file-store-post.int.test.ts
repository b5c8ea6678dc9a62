import { type IncomingMessage, request as httpRequest } from "node:http";
import { connect } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { json, text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FileStoreServer, serveFileStore } from "./testing/file-store-server.ts";
import { bytes, MIB, Subject } from "../object-store/testing/subject.ts";
import { cachedBytes, passesCache } from "../file-store/testing/page-cache.ts";

const BUCKET = "swath-uploads";
const BOUNDARY = "----swath";
let server: FileStoreServer;
let subject: Subject;

beforeAll(async () => {
  server = await serveFileStore([BUCKET, "swath-lidar"]);
  const { store, origin } = server;
  const buckets = [BUCKET, "swath-lidar"] as const;
  const under = {
    store,
    origin,
    buckets,
    tooLargeStatus: 413,
    verifiesPosts: true,
    holdsForeignKeys: false,
  };
  subject = new Subject({ ...under, close: () => server.close() }, 1);
});
afterAll(() => server.close());

interface Part {
  readonly name: string;
  readonly content: string | Buffer;
  readonly isFile?: boolean;
}

function body(parts: readonly Part[], end = `--${BOUNDARY}--\r\n`): Buffer {
  const pieces = parts.flatMap(({ name, content, isFile }) => [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`,
    isFile === true ? '; filename="blob"\r\nContent-Type: application/octet-stream' : "",
    "\r\n\r\n",
    content,
    "\r\n",
  ]);
  return Buffer.concat([...pieces, end].map((piece) => Buffer.from(piece)));
}

async function signed(key: string, content: Buffer): Promise<Part[]> {
  const { fields } = await server.store.presignPost(subject.ticket(key, content));
  return Object.entries(fields).map(([name, value]) => ({ name, content: value }));
}
const fileOf = (content: Buffer): Part => ({ name: "file", content, isFile: true });

async function send(
  content: Buffer,
  headers: Record<string, string> = {},
): Promise<{ status: number; code: string | undefined; headers: IncomingMessage["headers"] }> {
  const request = httpRequest(`${server.origin}/store/${BUCKET}`, {
    method: "POST",
    headers: {
      "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
      "content-length": String(content.length),
      ...headers,
    },
  });
  request.end(content);
  const [reply] = (await once(request, "response")) as [IncomingMessage];
  const status = reply.statusCode!;
  const said = status === 201 ? undefined : ((await json(reply)) as { code: string }).code;
  reply.resume();
  return { status, code: said, headers: reply.headers };
}

async function nothingIsLeft(key: string): Promise<void> {
  expect(await server.store.head(BUCKET, key)).toBeUndefined();
  await expect.poll(() => server.receiving()).toEqual([]);
}

describe("a form that is not just as it was signed is refused, and nothing of it stays:", () => {
  const content = bytes(1000);
  const cases: [string, string, (parts: Part[]) => Part[]][] = [
    [
      "a field behind the file",
      "UPLOAD_POLICY_REFUSED",
      (p) => [...p.slice(1), fileOf(content), p[0]!],
    ],
    [
      "a field that follows even so",
      "UPLOAD_POLICY_REFUSED",
      (p) => [...p, fileOf(content), { name: "x", content: "1" }],
    ],
    ["two files", "UPLOAD_POLICY_REFUSED", (p) => [...p, fileOf(content), fileOf(content)]],
    [
      "a file of another name",
      "UPLOAD_POLICY_REFUSED",
      (p) => [...p, { ...fileOf(content), name: "other" }],
    ],
    [
      "a field that is sent as a file",
      "UPLOAD_POLICY_REFUSED",
      (p) => [{ ...p[0]!, isFile: true }, ...p, fileOf(content)],
    ],
    ["a field twice", "UPLOAD_POLICY_REFUSED", (p) => [...p, p[0]!, fileOf(content)]],
    [
      "a field that is missing",
      "UPLOAD_POLICY_REFUSED",
      (p) => [...p.filter(({ name }) => name !== "key"), fileOf(content)],
    ],
    [
      "a field of the prototype",
      "UPLOAD_POLICY_REFUSED",
      (p) => [...p, { name: "__proto__", content: "1" }, fileOf(content)],
    ],
    [
      "an endless field",
      "UPLOAD_POLICY_REFUSED",
      (p) => [{ name: "x", content: "1".repeat(100_000) }, ...p, fileOf(content)],
    ],
    [
      "many fields",
      "UPLOAD_POLICY_REFUSED",
      (p) => [
        ...p,
        ...Array.from({ length: 50 }, (_, i) => ({ name: `x${i}`, content: "1" })),
        fileOf(content),
      ],
    ],
    ["no signature at all", "UPLOAD_POLICY_REFUSED", () => [fileOf(content)]],
    ["no file", "INVALID_REQUEST", (p) => p],
    ["nothing", "INVALID_REQUEST", () => []],
  ];
  test.each(cases)("%s", async (name, code, change) => {
    const key = `refused/${name}`;
    const reply = await send(body(change(await signed(key, content))));
    expect(reply.code).toBe(code);
    await nothingIsLeft(key);
  });
});

test("a form without its end is malformed", async () => {
  const parts = [...(await signed("cut", bytes(1000))), fileOf(bytes(1000))];
  expect((await send(body(parts, ""))).code).toBe("INVALID_REQUEST");
  expect((await send(body(parts).subarray(0, -40))).code).toBe("INVALID_REQUEST");
  await nothingIsLeft("cut");
});

test("a file of another size is told from a form that is cut, however it comes", async () => {
  const content = bytes(1000);
  const fields = await signed("sized", content);
  const reply = async (sent: Buffer, cut?: number): Promise<string | undefined> =>
    (await send(body([...fields, fileOf(sent)]).subarray(0, cut))).code;
  for (const size of [0, 1, 980, 999]) expect(await reply(bytes(size))).toBe("ENTITY_TOO_SMALL");
  for (const size of [1001, 1020, 300_000])
    expect(await reply(bytes(size))).toBe("ENTITY_TOO_LARGE");
  for (const cut of [-3, -17, -18, -900]) expect(await reply(content, cut)).toBe("INVALID_REQUEST");
  expect(await reply(content, -2)).toBeUndefined();
});

test("a body that is no form is not taken", async () => {
  expect((await send(Buffer.from("{}"), { "content-type": "application/json" })).status).toBe(415);
  const noBoundary = await send(Buffer.from("x"), { "content-type": "multipart/form-data" });
  expect(noBoundary.code).toBe("INVALID_REQUEST");
});

test("a body larger than any object is refused before it is sent", async () => {
  const socket = connect(Number(new URL(server.origin).port), "127.0.0.1");
  socket.write(
    `POST /store/${BUCKET} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n` +
      `Content-Type: multipart/form-data; boundary=${BOUNDARY}\r\nContent-Length: 10000000000\r\n\r\n`,
  );
  expect(await text(socket)).toMatch(/^HTTP\/1.1 413 /);
});

test("a body of unknown length is refused", async () => {
  const headers = { "transfer-encoding": "chunked", "content-length": "" };
  const request = httpRequest(`${server.origin}/store/${BUCKET}`, {
    method: "POST",
    headers: { "content-type": `multipart/form-data; boundary=${BOUNDARY}`, ...headers },
  });
  request.removeHeader("content-length");
  request.end("x");
  const [reply] = (await once(request, "response")) as [IncomingMessage];
  expect(await json(reply)).toMatchObject({ code: "INVALID_REQUEST" });
});

test("a form that is aborted leaves nothing behind", async () => {
  const content = bytes(20 * MIB);
  const whole = body([...(await signed("aborted", content)), fileOf(content)]);
  const request = httpRequest(`${server.origin}/store/${BUCKET}`, {
    method: "POST",
    headers: {
      "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
      "content-length": String(whole.length),
    },
  });
  request.on("error", () => {});
  request.write(whole.subarray(0, 10 * MIB));
  await expect.poll(() => server.receiving()).toHaveLength(1);
  request.destroy();
  await nothingIsLeft("aborted");
});

test("a form that comes in crumbs is taken", async () => {
  const content = Buffer.from(`\r\n--${BOUNDARY}\r\n-`.repeat(20));
  const tricky = Buffer.from(String(content).replaceAll(`--${BOUNDARY}`, "--swath"));
  const whole = body([...(await signed("crumbs", tricky)), fileOf(tricky)]);
  const socket = connect(Number(new URL(server.origin).port), "127.0.0.1").setNoDelay(true);
  socket.write(
    `POST /store/${BUCKET} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n` +
      `Content-Type: multipart/form-data; boundary=${BOUNDARY}\r\nContent-Length: ${whole.length}\r\n\r\n`,
  );
  for (let at = 0; at < whole.length; at += 3) {
    socket.write(whole.subarray(at, at + 3));
    if (at % 90 === 0) await new Promise(setImmediate);
  }
  expect(await text(socket)).toMatch(/^HTTP\/1.1 201 /);
  expect(await subject.get("crumbs")).toEqual(tricky);
});

test("many forms at once are each stored whole, with their checksums", async () => {
  await Promise.all(
    Array.from({ length: 12 }, async (_, i) => {
      const content = bytes(3 * MIB + i, i);
      const whole = body([...(await signed(`many/${i}`, content)), fileOf(content)]);
      expect((await send(whole)).status).toBe(201);
    }),
  );
  for (let i = 0; i < 12; i++) {
    const content = bytes(3 * MIB + i, i);
    expect((await subject.get(`many/${i}`)).equals(content)).toBe(true);
    const xxh128 = subject.sum(content).toString("hex");
    expect(await server.store.head(BUCKET, `many/${i}`)).toMatchObject({ checksums: { xxh128 } });
  }
});

test("no page of another origin is invited", async () => {
  const content = bytes(10);
  const whole = body([...(await signed("origin", content)), fileOf(content)]);
  const reply = await send(whole, { origin: "http://evil.example" });
  expect(reply.headers["access-control-allow-origin"]).toBeUndefined();
  const preflight = await fetch(`${server.origin}/store/${BUCKET}`, { method: "OPTIONS" });
  expect(preflight.headers.get("access-control-allow-origin")).toBeNull();
});

const storedPath = (key: string): string => join(server.folder, BUCKET, key);

async function postLarge(key: string, seed: number, isReadThrough = true): Promise<Buffer> {
  const content = bytes(17 * MIB, seed);
  const form = await server.store.presignPost({ ...subject.ticket(key, content), isReadThrough });
  expect(await subject.post(form, content)).toBe(201);
  return content;
}

test.runIf(passesCache())(
  "a large form of what is only read through is written past the page cache",
  async () => {
    await postLarge("FL000124/large.laz", 1);
    expect(cachedBytes(storedPath("FL000124/large.laz"))).toBeLessThan(MIB);
    await postLarge("FL000124/read.laz", 1, false);
    expect(cachedBytes(storedPath("FL000124/read.laz"))).toBeGreaterThan(16 * MIB);
  },
);

test("more large forms at once than are written past it are stored all the same", async () => {
  const keys = Array.from({ length: 8 }, (_, i) => `FL000124/at-once-${i}.laz`);
  const sent = await Promise.all(keys.map((key, i) => postLarge(key, i)));
  for (const [i, key] of keys.entries())
    expect((await subject.get(key)).equals(sent[i]!)).toBe(true);
  await postLarge("FL000124/after.laz", 9);
  if (passesCache()) expect(cachedBytes(storedPath("FL000124/after.laz"))).toBeLessThan(MIB);
});
