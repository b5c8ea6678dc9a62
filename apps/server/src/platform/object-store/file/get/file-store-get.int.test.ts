import { afterAll, beforeAll, expect, test } from "vitest";
import { type FileStoreServer, serveFileStore } from "../../testing/file-store-server.ts";

const BUCKET = "swath-lidar";
let server: FileStoreServer;

beforeAll(async () => {
  server = await serveFileStore([BUCKET]);
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
