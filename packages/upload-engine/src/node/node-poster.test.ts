import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import type { NodeBody } from "./node-body.ts";
import { NodePoster } from "./node-poster.ts";

const SIZE = 8_000_000;
const body: NodeBody = { size: SIZE, content: [new Uint8Array(SIZE).fill(7)] };
const form = { url: "/store", fields: { key: 'a"b', policy: "p" } };

let server: Server;
const sockets = new Set<Socket>();
afterEach(() => {
  server.closeAllConnections();
  server.close();
  sockets.clear();
});

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

async function posterTo(handler: Handler): Promise<NodePoster> {
  server = createServer(handler).listen(0, "127.0.0.1");
  server.on("connection", (socket) => sockets.add(socket));
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return new NodePoster(new URL(`http://127.0.0.1:${port}`));
}

const options = (signal = new AbortController().signal) => {
  const sent: number[] = [];
  return { sent, options: { signal, onSent: (bytes: number) => void sent.push(bytes) } };
};

test("the form names its exact length, its fields in order, and the file last", async () => {
  let length: string | undefined;
  let text = Buffer.alloc(0);
  const poster = await posterTo((request, response) => {
    length = request.headers["content-length"];
    void buffer(request).then((bytes) => {
      text = bytes;
      return response.writeHead(204).end();
    });
  });
  expect(await poster.post(form, body, options().options)).toEqual({ kind: "stored" });
  expect(length).toBe(String(text.length));
  const head = text.toString("latin1", 0, 600);
  expect(head).toMatch(/name="key"\r\n\r\na"b\r\n[^]*name="policy"\r\n\r\np\r\n[^]*name="file"/);
  expect(text.indexOf(Buffer.alloc(SIZE, 7))).toBeGreaterThan(0);
  poster.close();
});

test("posts that follow one another use one connection", async () => {
  const poster = await posterTo((request, response) => {
    request.resume().on("end", () => response.writeHead(204).end());
  });
  for (let post = 0; post < 3; post += 1)
    expect(await poster.post(form, body, options().options)).toEqual({ kind: "stored" });
  expect(sockets.size).toBe(1);
  poster.close();
});

test("the whole body is reported as sent before the answer is there", async () => {
  const answer = Promise.withResolvers<undefined>();
  const poster = await posterTo((request, response) => {
    request.resume().on("end", () => void answer.promise.then(() => response.writeHead(204).end()));
  });
  const { sent, options: given } = options();
  const posted = poster.post(form, body, given);
  await expect.poll(() => sent.at(-1)).toBe(SIZE);
  expect(sent.length).toBeGreaterThan(10);
  answer.resolve(undefined);
  expect(await posted).toEqual({ kind: "stored" });
  poster.close();
});

test("a store that takes nothing is handed no more than buffers hold, and an abort closes its connection", async () => {
  const zeros = new Uint8Array(SIZE);
  const large: NodeBody = {
    size: 60 * SIZE,
    content: Array.from({ length: 60 }, () => zeros),
  };
  const held: IncomingMessage[] = [];
  const poster = await posterTo((request, response) => {
    if (request.url === "/other") request.resume().on("end", () => response.writeHead(204).end());
    else held.push(request);
  });
  const controller = new AbortController();
  const { sent, options: given } = options(controller.signal);
  const posted = poster.post(form, large, given);
  await expect.poll(() => sent.length).toBeGreaterThan(0);
  // Meanwhile another post is sent whole.
  expect(await poster.post({ ...form, url: "/other" }, body, options().options)).toEqual({
    kind: "stored",
  });
  expect(sent.at(-1)).toBeLessThan(20_000_000);
  controller.abort();
  expect(await posted).toEqual({ kind: "aborted" });
  held[0]?.resume();
  await expect.poll(() => held[0]?.socket.destroyed).toBe(true);
  poster.close();
});

test("an answer before the body's end counts", async () => {
  const poster = await posterTo((_, response) => {
    response.writeHead(403, { connection: "close" }).end("<Code>AccessDenied</Code>");
  });
  const message = "the store answered 403 AccessDenied";
  const refused = { kind: "refused", status: 403, message };
  expect(await poster.post(form, body, options().options)).toEqual(refused);
  poster.close();
});
