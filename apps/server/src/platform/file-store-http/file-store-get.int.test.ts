import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { ObjectPlace } from "../object-store/object-store.ts";
import { verifiedStream } from "./file-store-get.ts";
import { type FileStoreServer, serveFileStore } from "./testing/file-store-server.ts";
import { flipByte } from "../object-store/testing/flip-byte.ts";
import { xxh128Digest } from "../object-store/testing/subject.ts";

const BUCKET = "swath-lidar";
let server: FileStoreServer;
/** Objects that the server found damaged as it sent them. */
const damaged: ObjectPlace[] = [];

beforeAll(async () => {
  server = await serveFileStore([BUCKET], { onDamaged: (place) => void damaged.push(place) });
});
afterAll(() => server.close());

async function* body(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}
const put = (key: string, text: string) =>
  server.store.write(BUCKET, key, body(text), { size: text.length });
async function addressOf(key: string): Promise<URL> {
  const ticket = { bucket: BUCKET, key, fileName: "a", expiresInSeconds: 60 };
  return new URL(await server.store.presignGet(ticket), server.origin);
}

test("a part is told of the object it was asked of, else the whole of the new one", async () => {
  await put("a", "0123456789");
  const address = await addressOf("a");
  const tag = (await fetch(address)).headers.get("etag")!;
  const ask = () => fetch(address, { headers: { range: "bytes=2-3", "if-range": tag } });
  expect(await (await ask()).text()).toBe("23");
  await put("a", "abcdefghij");
  const whole = await ask();
  expect([whole.status, await whole.text()]).toEqual([200, "abcdefghij"]);
});

test("asking for the head alone tells the size and no bytes", async () => {
  await put("b", "0123456789");
  const head = await fetch(await addressOf("b"), { method: "HEAD" });
  expect([head.status, head.headers.get("content-length")]).toEqual([200, "10"]);
  expect(await head.text()).toBe("");
});

test("no token, two tokens and one for a form are refused alike", async () => {
  await put("c", "c");
  const address = await addressOf("c");
  const twice = new URL(address);
  twice.searchParams.append("token", "again");
  const { fields } = await server.store.presignPost({
    bucket: BUCKET,
    key: "c",
    size: 1,
    checksum: "AAAAAA==",
    expiresInSeconds: 60,
  });
  const ofForm = new URL(address);
  ofForm.searchParams.set("token", `${fields["policy"]}.${fields["x-swath-signature"]}`);
  for (const bad of [new URL(`/store/${BUCKET}`, server.origin), twice, ofForm]) {
    const reply = await fetch(bad);
    expect([reply.status, await reply.json()]).toEqual([403, { code: "DOWNLOAD_REFUSED" }]);
  }
});

test("an empty object is an empty file", async () => {
  await server.store.write(BUCKET, "empty", (async function* () {})(), { size: 0 });
  const reply = await fetch(await addressOf("empty"));
  expect([reply.status, await reply.text()]).toEqual([200, ""]);
});

const flip = (key: string, at: number) => flipByte(join(server.folder, BUCKET, key), at);
/** Whether a transfer came to its end. */
const cameWhole = (reply: Response): Promise<boolean> =>
  reply.arrayBuffer().then(
    () => true,
    () => false,
  );

const LARGE = 5_000_000;
const large = (): Buffer => Buffer.alloc(LARGE, "0123456789abcdefghi");

test("a byte that went bad near the end of a large object breaks the transfer, and is told", async () => {
  await server.store.write(BUCKET, "rot.las", [large()], { size: LARGE });
  const address = await addressOf("rot.las");
  expect((await (await fetch(address)).arrayBuffer()).byteLength).toBe(LARGE);
  await flip("rot.las", LARGE - 10);
  damaged.length = 0;
  const reply = await fetch(address);
  expect(await cameWhole(reply)).toBe(false);
  expect(damaged).toEqual([{ bucket: BUCKET, key: "rot.las" }]);
});

test("a byte that went bad in an object of one chunk is refused before a byte of it is sent", async () => {
  await put("rot.txt", "0123456789");
  const address = await addressOf("rot.txt");
  await flip("rot.txt", 3);
  const reply = await fetch(address);
  expect([reply.status, await reply.json()]).toEqual([409, { code: "OBJECT_DAMAGED" }]);
  const whole = await fetch(address, { headers: { range: "bytes=0-" } });
  expect(whole.status).toBe(409);
});

test("a part of a damaged object has the digest of the whole, by which its receiver finds it", async () => {
  await server.store.write(BUCKET, "part.las", [large()], { size: LARGE });
  const address = await addressOf("part.las");
  await flip("part.las", 3);
  const parts: Buffer[] = [];
  let stated: string | null = "";
  for (const range of ["bytes=0-2499999", "bytes=2500000-4999999"]) {
    const reply = await fetch(address, { headers: { range } });
    stated = reply.headers.get("repr-digest");
    parts.push(Buffer.from(await reply.arrayBuffer()));
  }
  expect(stated).toBe(xxh128Digest(large()));
  expect(xxh128Digest(Buffer.concat(parts))).not.toBe(stated);
});

test("an object of several joined pieces is known by its whole, and a bad byte of it breaks the transfer", async () => {
  const [first, second] = [large(), Buffer.alloc(700_000, 9)];
  await server.store.write(BUCKET, "1", [first], { size: first.length });
  await server.store.write(BUCKET, "2", [second], { size: second.length });
  const pieces = [{ key: "1" }, { key: "2" }];
  await server.store.join({ bucket: BUCKET, pieces }, { bucket: BUCKET, key: "joined.las" });
  const address = await addressOf("joined.las");
  const reply = await fetch(address);
  const whole = Buffer.concat([first, second]);
  expect(reply.headers.get("repr-digest")).toBe(xxh128Digest(whole));
  expect(Buffer.from(await reply.arrayBuffer()).equals(whole)).toBe(true);
  await flip("joined.las", first.length + 1);
  expect(await cameWhole(await fetch(address))).toBe(false);
});

test("an object that the store did not receive as it stands has no digest, and is sent as it is", async () => {
  await put("foreign.txt", "0123456789");
  await writeFile(join(server.folder, BUCKET, "foreign.txt"), "by hand");
  const reply = await fetch(await addressOf("foreign.txt"));
  expect(reply.headers.get("repr-digest")).toBeNull();
  expect(await reply.text()).toBe("by hand");
});

/** The streams of objects that the server opens from now on. */
function openedStreams(): Readable[] {
  const streams: Readable[] = [];
  const open = server.store.open.bind(server.store);
  vi.spyOn(server.store, "open").mockImplementation(async (...place) => {
    const object = await open(...place);
    const stream: typeof object.stream = async (range, ...more) => {
      const opened = await object.stream(range, ...more);
      streams.push(opened);
      return opened;
    };
    return { ...object, stream };
  });
  return streams;
}

test("for a reader that takes nothing little is held, and no file stays open once it has gone", async () => {
  const size = 32_000_000;
  const all = (async function* () {
    for (let n = 0; n < 32; n += 1) yield Buffer.alloc(1_000_000, n);
  })();
  await server.store.write(BUCKET, "unread", all, { size });
  const streams = openedStreams();
  const { pathname, search, port } = await addressOf("unread");
  const socket = connect(Number(port), "127.0.0.1");
  await once(socket, "connect");
  socket.pause().write(`GET ${pathname}${search} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  await expect.poll(() => streams.length).toBe(1);
  expect(streams[0]!.readableHighWaterMark).toBeLessThanOrEqual(65_536);
  expect(streams[0]!.closed).toBe(false);
  socket.destroy();
  await expect.poll(() => streams[0]!.closed).toBe(true);
});

test("of a reader that has gone before the first byte the file is closed", async () => {
  await put("gone", "0123456789".repeat(500_000));
  const object = await server.store.open(BUCKET, "gone");
  const source = await object.stream({ start: 0, length: object.size });
  const xxh128 = (await object.xxh128())!;
  const stream = await verifiedStream(source, { key: "gone", xxh128, onDamaged: () => {} });
  stream.destroy();
  await expect.poll(() => source.closed).toBe(true);
});
