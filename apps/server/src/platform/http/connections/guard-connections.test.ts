import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { afterEach, describe, expect, test } from "vitest";
import { createLog } from "../../log.ts";
import { buildHttp } from "../build-http.ts";
import { CONNECTION_LIMITS, type ConnectionLimits } from "./guard-connections.ts";

const QUICK = { ...CONNECTION_LIMITS, windowMs: 300, lingerMs: 100, sweepMs: 20 };
const log = createLog({ level: "error", name: "test" }, { write: () => undefined });

let app: FastifyInstance | undefined;
const opened = new Set<Socket>();
afterEach(async () => {
  for (const socket of opened) socket.destroy();
  opened.clear();
  await app?.close();
});

const handler = async ({ body }: { body: unknown }) => ({ length: JSON.stringify(body).length });

async function serve(limits: ConnectionLimits): Promise<{ port: number; held: () => number }> {
  app = await buildHttp({
    log,
    release: "1",
    publicUrl: new URL("http://localhost:4680"),
    webFolder: "/nowhere",
    connect: [],
    checks: {},
    trustProxy: false,
    connectionLimits: limits,
  });
  app.route({ method: "POST", url: "/body", handler });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const held = new Set<Socket>();
  app.server.on("connection", (socket: Socket) => {
    held.add(socket);
    socket.once("close", () => held.delete(socket));
  });
  const { port } = app.server.address() as AddressInfo;
  return { port, held: () => held.size };
}

async function open(port: number, text = ""): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  opened.add(socket);
  socket.on("error", () => undefined);
  await once(socket, "connect");
  if (text !== "") socket.write(text);
  return socket;
}

const head = (length: number): string =>
  `POST /body HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

async function until(condition: () => boolean, ms = 3_000): Promise<boolean> {
  for (const begun = performance.now(); performance.now() - begun < ms; await sleep(10))
    if (condition()) return true;
  return false;
}

/** Sends a body in steps of so many bytes, every 50 ms; answers what came back. */
async function trickle(port: number, bytes: number, step: number): Promise<string> {
  const socket = await open(port, head(bytes));
  let answer = "";
  socket.on("data", (chunk: Buffer) => (answer += chunk.toString()));
  const body = `"${"x".repeat(bytes - 2)}"`;
  for (let at = 0; at < bytes && !socket.destroyed && !socket.readableEnded; at += step) {
    socket.write(body.slice(at, at + step));
    await sleep(50);
  }
  await until(() => answer !== "" || socket.destroyed || socket.readableEnded);
  return answer;
}

describe("connections", () => {
  test("connection/C4 that are ended here are destroyed, though the other end keeps them open", async () => {
    const { port, held } = await serve(QUICK);
    for (let i = 0; i < 20; i += 1) await open(port, "this is no HTTP\r\n\r\n");
    expect(await until(() => held() === 0)).toBe(true);
  });

  test("connection/C2 that bring a body slower than the pace are closed, a slow link's are not", async () => {
    const { port } = await serve(QUICK);
    const [tooSlow, slow] = await Promise.all([
      trickle(port, 4_000, 20),
      // 64 kbit/s.
      trickle(port, 16_000, 400),
    ]);
    expect(tooSlow).toBe("");
    expect(slow).toMatch(/^HTTP\/1\.1 200 /);
  });

  test("connection/C2 whose body waits for this server are kept", async () => {
    const { port, held } = await serve(QUICK);
    const waiting = Promise.withResolvers<undefined>();
    app!.server.prependListener("request", (request) => {
      if (request.url === "/body") request.pause();
      void waiting.promise.then(() => request.resume());
    });
    const socket = await open(port, head(200_000));
    socket.write(`"${"x".repeat(199_998)}"`);
    await sleep(900);
    expect(held()).toBe(1);
    waiting.resolve(undefined);
    const [chunk] = (await once(socket, "data")) as [Buffer];
    expect(chunk.toString()).toMatch(/^HTTP\/1\.1 200 /);
  });

  test("of 1,100 that are slow or half closed keep nobody out", async () => {
    const { port, held } = await serve({ ...CONNECTION_LIMITS, connections: 200, ofAddress: 200 });
    const honest = async (): Promise<number> => {
      const reply = await fetch(`http://127.0.0.1:${port}/healthz`);
      return reply.status;
    };
    const statuses: number[] = [];
    for (let i = 0; i < 1_100; i += 1) {
      const text = ["", "GET / HT", head(500), "no HTTP at all\r\n\r\n"][i % 4];
      const socket = await open(port, text);
      if (i % 8 === 0) socket.end();
      if (i % 100 === 99) statuses.push(await honest());
    }
    expect(statuses).toEqual(Array.from({ length: 11 }, () => 200));
    expect(held()).toBeLessThanOrEqual(220);
  });

  test("that hold all there are give way to the next, which is itself no candidate", async () => {
    const { port, held } = await serve({ ...CONNECTION_LIMITS, connections: 20 });
    for (let i = 0; i < 20; i += 1) await open(port, head(500));
    expect(await until(() => held() === 20)).toBe(true);
    await sleep(50);
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  });

  test("of one address beyond its limit give way to newer ones, idle before slow ones", async () => {
    const { port, held } = await serve({ ...CONNECTION_LIMITS, ofAddress: 20 });
    const slow = await open(port, head(500));
    slow.write('"x');
    await sleep(50);
    for (let i = 0; i < 60; i += 1) await open(port);
    expect(await until(() => held() <= 21)).toBe(true);
    let answer = "";
    slow.on("data", (chunk: Buffer) => (answer += chunk.toString()));
    slow.write(`${"x".repeat(497)}"`);
    await until(() => answer !== "");
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  test("connection/C1 without a whole head, or without a request, are closed by Node within a minute", async () => {
    await serve(CONNECTION_LIMITS);
    expect(app!.server.headersTimeout).toBe(15_000);
    expect(app!.server.keepAliveTimeout).toBeLessThanOrEqual(75_000);
  });
});
