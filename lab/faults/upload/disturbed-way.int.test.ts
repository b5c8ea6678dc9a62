import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { onTestFinished, expect, test } from "vitest";
import { DisturbedWay } from "./disturbed-way.ts";

const SENT = Buffer.alloc(200_000, 7);

/** Time that passes as a test says. */
class HandTime {
  #now = 0;
  #waiting: { readonly at: number; readonly done: () => void }[] = [];

  readonly sleep = async (milliseconds: number): Promise<void> => {
    if (milliseconds === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({ at: this.#now + milliseconds, done: resolve });
    await promise;
  };

  get waiting(): number {
    return this.#waiting.length;
  }

  pass(milliseconds: number): void {
    this.#now += milliseconds;
    const due = this.#waiting.filter(({ at }) => at <= this.#now);
    this.#waiting = this.#waiting.filter(({ at }) => at > this.#now);
    for (const { done } of due) done();
  }
}

/** A way to a server that answers with the bytes of its requests, and its time. */
async function openWay() {
  const server = http
    .createServer((request, response) => {
      buffer(request).then(
        (body) => response.end(body),
        () => response.destroy(),
      );
    })
    .listen(0, "127.0.0.1");
  await once(server, "listening");
  const time = new HandTime();
  const way = await DisturbedWay.open((server.address() as AddressInfo).port, time.sleep);
  onTestFinished(() => {
    way.close();
    server.close();
    server.closeAllConnections();
  });
  return { way, time };
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
  const { way } = await openWay();
  const [isFlipped, flipped] = await Promise.all([way.flip(5_000), arrived(way)]);
  expect(isFlipped).toBe(true);
  expect(flipped.filter((byte, at) => byte !== SENT[at])).toHaveLength(1);
  expect((await arrived(way)).equals(SENT)).toBe(true);
});

test("what is under way when the connections are reset is lost", async () => {
  const { way, time } = await openWay();
  way.limit(50_000);
  const sending = expect(send(way)).rejects.toThrow();
  await expect.poll(() => time.waiting).toBe(1);
  expect(way.reset()).toBe(1);
  await sending;
});

test("posts are counted, and under way until they are answered", async () => {
  const { way } = await openWay();
  const meter = way.count();
  await arrived(way);
  expect(meter).toMatchObject({ posts: 1, passed: SENT.length, longest: SENT.length });
  expect(meter.takeMostUnderWay()).toBe(SENT.length);
  expect(meter.takeMostUnderWay()).toBe(0);
});

test.each([500, 503] as const)("a way that answers %i is open again afterwards", async (status) => {
  const { way, time } = await openWay();
  const over = way.refuse(status, 300);
  expect((await send(way).catch(() => ({ status: "reset" }))).status).toBe(status);
  time.pass(300);
  await over;
  expect((await send(way)).status).toBe(200);
});

test("a delay holds each chunk, and none once it is over", async () => {
  const { way, time } = await openWay();
  const over = way.delay(300, 200);
  const arriving = arrived(way);
  // The end of the delay, and the first chunk.
  await expect.poll(() => time.waiting).toBe(2);
  time.pass(200);
  await over;
  expect(time.waiting).toBe(1);
  time.pass(100);
  expect((await arriving).equals(SENT)).toBe(true);
  expect((await arrived(way)).equals(SENT)).toBe(true);
});

test("a cut holds bytes back, and the connection survives it", async () => {
  const { way, time } = await openWay();
  const meter = way.count();
  const over = way.cut(700);
  const arriving = arrived(way);
  // What is sent over another way meanwhile arrives.
  await arrived((await openWay()).way);
  expect(meter.passed).toBe(0);
  time.pass(700);
  expect((await arriving).equals(SENT)).toBe(true);
  await over;
});
