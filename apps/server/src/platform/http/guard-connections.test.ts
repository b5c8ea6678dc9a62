import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import type { FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createLog } from "../log.ts";
import { buildHttp } from "./build-http.ts";
import { Connection } from "../connections/http-connection.ts";
import { CONNECTION_LIMITS, type ConnectionLimits } from "../connections/guard-connections.ts";

const log = createLog({ level: "error", name: "test" }, { write: () => undefined });

/** More than the system takes of a reply that nobody reads. */
const LARGE = Buffer.alloc(32_000_000);

let app: FastifyInstance | undefined;
const opened = new Set<Socket>();
// Sockets are real; the time by which they are judged passes as a test says.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance", "setInterval", "clearInterval"] });
});
afterEach(async () => {
  vi.useRealTimers();
  for (const socket of opened) socket.destroy();
  opened.clear();
  await app?.close();
});

const handler = async ({ body }: { body: unknown }) => ({ length: JSON.stringify(body).length });

/** A server; the sockets of its side that are open, the requests that it has got, and those that it handles. */
async function serve(limits: ConnectionLimits = CONNECTION_LIMITS) {
  app = await buildHttp({
    log,
    release: "1",
    publicUrl: new URL("http://localhost:4680"),
    webFolder: "/nowhere",
    connect: [],
    trustProxy: false,
    connectionLimits: limits,
  });
  app.route({ method: "POST", url: "/body", handler });
  app.route({ method: "GET", url: "/large", handler: async () => LARGE });
  // What is no JSON is read once a test says so.
  const { promise: asked, resolve: readBodies } = Promise.withResolvers<void>();
  app.addContentTypeParser("application/octet-stream", async (_: unknown, body: Readable) => {
    await asked;
    return await text(body);
  });
  const handled: string[] = [];
  app.addHook("onRequest", async ({ url }) => void handled.push(url));
  await app.listen({ port: 0, host: "127.0.0.1" });
  const held = new Set<Socket>();
  const requests: IncomingMessage[] = [];
  app.server.on("connection", (socket: Socket) => {
    held.add(socket);
    socket.once("close", () => held.delete(socket));
  });
  app.server.on("request", (request: IncomingMessage) => requests.push(request));
  const { port } = app.server.address() as AddressInfo;
  return { port, held, requests, handled, readBodies };
}

async function open(port: number, words = ""): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  opened.add(socket);
  socket.on("error", () => undefined);
  await once(socket, "connect");
  if (words !== "") socket.write(words);
  return socket;
}

const head = (length: number, type = "application/json"): string =>
  `POST /body HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;
const getOf = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const bodyOf = (length: number): string => `"${"x".repeat(length - 2)}"`;

const poll = <T>(read: () => T) => expect.poll(read, { interval: 5 });

/** What comes back over a connection. */
function answerOf(socket: Socket): () => string {
  let answer = "";
  socket.on("data", (chunk: Buffer) => (answer += chunk.toString()));
  return () => answer;
}

describe("connections", () => {
  test("connection/C4 that are ended here are destroyed, though the other end keeps them open", async () => {
    const { port, held } = await serve();
    for (let i = 0; i < 20; i += 1) await open(port, "this is no HTTP\r\n\r\n");
    await poll(() => [...held].filter(({ writableEnded }) => writableEnded)).toHaveLength(20);
    vi.advanceTimersByTime(CONNECTION_LIMITS.lingerMs);
    expect([...held].filter(({ destroyed }) => destroyed)).toEqual([]);
    vi.advanceTimersByTime(2 * CONNECTION_LIMITS.sweepMs);
    await poll(() => held.size).toBe(0);
  });

  test("connection/C2 that bring a body slower than the pace are closed, a slow link's are not", async () => {
    const { port, held, requests } = await serve();
    const body = bodyOf(100_000);
    const [tooSlow, slow] = [
      await open(port, head(body.length)),
      await open(port, head(body.length)),
    ];
    const [nothing, answer] = [answerOf(tooSlow), answerOf(slow)];
    const read = (socket: Socket): number | undefined =>
      [...held].find(({ remotePort }) => remotePort === socket.localPort)?.bytesRead;
    await poll(() => requests.length).toBe(2);
    // In ten seconds each: 64 kbit/s that four posts share bring 20 kB to one.
    for (let step = 1; step <= 5; step += 1) {
      if (step <= 2) tooSlow.write(body.slice((step - 1) * 5_000, step * 5_000));
      slow.write(body.slice((step - 1) * 20_000, step * 20_000));
      if (step <= 2) await poll(() => read(tooSlow)).toBe(head(body.length).length + step * 5_000);
      await poll(() => read(slow)).toBe(head(body.length).length + step * 20_000);
      vi.advanceTimersByTime(10_000);
    }
    await poll(answer).toMatch(/^HTTP\/1\.1 200 /);
    await poll(() => tooSlow.readableEnded).toBe(true);
    expect(nothing()).toBe("");
  });

  test("connection/C2 whose body waits for this server are kept", async () => {
    const { port, held, requests, readBodies } = await serve();
    const socket = await open(port, head(200_000, "application/octet-stream"));
    const answer = answerOf(socket);
    socket.write(bodyOf(200_000));
    await poll(() => {
      const [{ readableLength, readableHighWaterMark } = {}] = requests;
      return readableLength! >= readableHighWaterMark!;
    }).toBe(true);
    vi.advanceTimersByTime(10 * CONNECTION_LIMITS.windowMs);
    expect([...held].map(({ destroyed }) => destroyed)).toEqual([false]);
    readBodies();
    await poll(answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  test("of 1,100 that are slow or half closed keep nobody out", async () => {
    const { port, held } = await serve({ ...CONNECTION_LIMITS, connections: 200, ofAddress: 200 });
    const honest = async (): Promise<number> => {
      const reply = await fetch(`http://127.0.0.1:${port}/healthz`);
      return reply.status;
    };
    const statuses: number[] = [];
    for (let i = 0; i < 1_100; i += 1) {
      const words = ["", "GET / HT", head(500), "no HTTP at all\r\n\r\n"][i % 4];
      const socket = await open(port, words);
      if (i % 8 === 0) socket.end();
      if (i % 100 === 99) statuses.push(await honest());
    }
    expect(statuses).toEqual(Array.from({ length: 11 }, () => 200));
    expect(held.size).toBeLessThanOrEqual(220);
  });

  test("that hold all there are give way to the next, which is itself no candidate", async () => {
    const { port, held, requests } = await serve({ ...CONNECTION_LIMITS, connections: 20 });
    for (let i = 0; i < 20; i += 1) await open(port, head(500));
    await poll(() => requests.length).toBe(20);
    vi.advanceTimersByTime(50);
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    expect(held.size).toBeLessThanOrEqual(20);
  });

  test("of one address beyond its limit give way to newer ones, idle before slow ones", async () => {
    const { port, held, requests } = await serve({ ...CONNECTION_LIMITS, ofAddress: 20 });
    const slow = await open(port, head(500));
    const answer = answerOf(slow);
    await poll(() => requests.length).toBe(1);
    slow.write('"x');
    for (let i = 0; i < 60; i += 1) {
      vi.advanceTimersByTime(1);
      await open(port);
    }
    await poll(() => held.size).toBeLessThanOrEqual(21);
    slow.write(`${"x".repeat(497)}"`);
    await poll(answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  test("connection/C5 that send ahead are answered in turn, and one reply at a time", async () => {
    const { port, requests, handled, readBodies } = await serve();
    const socket = await open(port, head(10, "application/octet-stream") + bodyOf(10));
    const answer = answerOf(socket);
    const paths = Array.from({ length: 10 }, (_, i) => `/none-${i}`);
    socket.write(paths.map(getOf).join(""));
    await poll(() => requests.length).toBe(11);
    expect(handled).toEqual(["/body"]);
    expect(answer()).toBe("");
    readBodies();
    await poll(() => answer().match(/\/none-\d/g)).toEqual(paths);
  });

  test("connection/C5 that send many requests ahead are destroyed", async () => {
    const { port, held } = await serve();
    await open(port, getOf("/large").repeat(100));
    await poll(() => held.size).toBe(0);
  });

  test("connection/C6 whose readers take nothing go first where there are too many", async () => {
    const { port, held, requests } = await serve({ ...CONNECTION_LIMITS, connections: 20 });
    const idle = await open(port);
    for (let i = 0; i < 19; i += 1) await open(port, getOf("/large"));
    await poll(() => requests.length).toBe(19);
    vi.advanceTimersByTime(6_000);
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    await poll(() => held.size).toBeLessThanOrEqual(20);
    expect([...held].map(({ remotePort }) => remotePort)).toContain(idle.localPort);
  });

  test("connection/C7 whose readers take nothing are closed where what waits for them takes much memory", async () => {
    const { held, port, requests } = await serve({
      ...CONNECTION_LIMITS,
      unreadBytes: 100_000_000,
    });
    const idle = await open(port);
    for (let i = 0; i < 10; i += 1) await open(port, getOf("/large"));
    await poll(() => requests.length).toBe(10);
    vi.advanceTimersByTime(4_000);
    await poll(() => held.size).toBe(11);
    vi.advanceTimersByTime(3_000);
    // Three of 32 MB are left.
    await poll(() => held.size).toBe(4);
    expect([...held].map(({ remotePort }) => remotePort)).toContain(idle.localPort);
  });

  test.each([
    ["less than the pace is closed", 1_000, true],
    ["the pace is kept", 1_100, false],
  ])("connection/C3 whose reader takes %s", (_, bytesPerSecond, isClosed) => {
    const socket = { bytesRead: 99, bytesWritten: 5e6, writableLength: 5e6, writableEnded: false };
    const connection = new Connection(socket as Socket, 0);
    connection.begin({ complete: true } as IncomingMessage, {} as ServerResponse, 0);
    const overdue: boolean[] = [];
    for (let second = 1; second <= 600; second += 1) {
      socket.writableLength -= bytesPerSecond;
      overdue.push(connection.isOverdue(CONNECTION_LIMITS, second * 1_000));
    }
    expect(overdue.includes(true)).toBe(isClosed);
    expect(overdue.slice(0, 119)).not.toContain(true);
  });

  test("connection/C1 without a whole head, or without a request, are closed by Node within a minute", async () => {
    await serve();
    expect(app!.server.headersTimeout).toBe(15_000);
    expect(app!.server.keepAliveTimeout).toBeLessThanOrEqual(75_000);
  });
});
