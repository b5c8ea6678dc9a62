import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const CONNECTIONS = 300;
const SECONDS = 15;

const opened = (port: number, words: string): Promise<Socket> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.pause().write(words);
      resolve(socket);
    });
    socket.on("error", () => resolve(socket));
  });

/** The file of a page that everybody is given: the first script. */
export async function scriptOf(origin: string): Promise<string> {
  const page = await (await fetch(origin)).text();
  const script = /<script[^>]* src="([^"]+)"/.exec(page)?.[1];
  if (script === undefined) throw new Error("the pages are not built");
  return script;
}

/**
 * 300 connections that send many requests in one write and read no reply, for 15 s; answers the longest
 * time for which somebody else waited for `/readyz` meanwhile, ms.
 */
export async function neverRead(
  origin: string,
  path: string,
  ahead: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  const { host, port } = new URL(origin);
  const lines = Object.entries({ Host: host, ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const words = `GET ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`.repeat(ahead);
  const sockets = Promise.all(
    Array.from({ length: CONNECTIONS }, () => opened(Number(port), words)),
  );
  let longest = 0;
  for (const end = performance.now() + SECONDS * 1_000; performance.now() < end; await sleep(100)) {
    const asked = performance.now();
    await fetch(`${origin}/readyz`).then((reply) => reply.arrayBuffer());
    longest = Math.max(longest, performance.now() - asked);
  }
  for (const socket of await sockets) socket.destroy();
  return longest;
}
