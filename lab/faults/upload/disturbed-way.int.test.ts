import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { onTestFinished, expect, test } from "vitest";
import { DisturbedWay } from "./disturbed-way.ts";

const SENT = Buffer.alloc(200_000, 7);

/** A way to a server that answers with the bytes of its requests. */
async function openWay(): Promise<DisturbedWay> {
  const server = http
    .createServer((request, response) => {
      buffer(request).then(
        (body) => response.end(body),
        () => response.destroy(),
      );
    })
    .listen(0, "127.0.0.1");
  await once(server, "listening");
  const way = await DisturbedWay.open((server.address() as AddressInfo).port);
  onTestFinished(() => {
    way.close();
    server.close();
    server.closeAllConnections();
  });
  return way;
}

async function send(way: DisturbedWay): Promise<{ status: number | undefined; body: Buffer }> {
  const request = http.request(`${way.origin}/store/uploads`, { method: "POST", agent: false });
  const answered = once(request, "response");
  request.setHeader("content-length", SENT.length).end(SENT);
  const [response] = (await answered) as [http.IncomingMessage];
  return { status: response.statusCode, body: await buffer(response) };
}
const arrived = async (way: DisturbedWay): Promise<Buffer> => (await send(way)).body;

test("one bit of the next post is changed, and none of the one after", async () => {
  const way = await openWay();
  const [isFlipped, flipped] = await Promise.all([way.flip(5_000), arrived(way)]);
  expect(isFlipped).toBe(true);
  expect(flipped.filter((byte, at) => byte !== SENT[at])).toHaveLength(1);
  expect((await arrived(way)).equals(SENT)).toBe(true);
});

test("what is under way when the connections are reset is lost", async () => {
  const way = await openWay();
  way.limit(50_000);
  const sending = expect(send(way)).rejects.toThrow();
  await new Promise((done) => setTimeout(done, 300));
  expect(way.reset()).toBe(1);
  await sending;
});

test("posts are counted, and under way until they are answered", async () => {
  const way = await openWay();
  const meter = way.count();
  await arrived(way);
  expect(meter).toMatchObject({ posts: 1, passed: SENT.length, longest: SENT.length });
  expect(meter.takeMostUnderWay()).toBe(SENT.length);
  expect(meter.takeMostUnderWay()).toBe(0);
});

test.each([500, 503] as const)("a way that answers %i is open again afterwards", async (status) => {
  const way = await openWay();
  const over = way.refuse(status, 300);
  expect((await send(way).catch(() => ({ status: "reset" }))).status).toBe(status);
  await over;
  expect((await send(way)).status).toBe(200);
});

test("a delay holds each chunk, and none once it is over", async () => {
  const way = await openWay();
  const began = performance.now();
  const over = way.delay(300, 200);
  expect((await arrived(way)).equals(SENT)).toBe(true);
  expect(performance.now() - began).toBeGreaterThanOrEqual(290);
  await over;
  const after = performance.now();
  await arrived(way);
  expect(performance.now() - after).toBeLessThan(1_000);
});

test("a cut holds bytes back, and the connection survives it", async () => {
  const way = await openWay();
  const began = performance.now();
  const over = way.cut(700);
  expect((await arrived(way)).equals(SENT)).toBe(true);
  expect(performance.now() - began).toBeGreaterThan(600);
  await over;
});
