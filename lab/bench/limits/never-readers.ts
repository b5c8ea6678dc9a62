import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

const CONNECTIONS = 300;
const SECONDS = 15;

/** The file of a page that everybody is given: the first script. */
export async function scriptOf(origin: string): Promise<string> {
  const page = await (await fetch(origin)).text();
  const script = /<script[^>]* src="([^"]+)"/.exec(page)?.[1];
  if (script === undefined) throw new Error("the pages are not built");
  return script;
}

interface NeverReaders {
  readonly port: number;
  /** Requests that each connection sends in one write. */
  readonly requests: string;
}

function opened({ port, requests }: NeverReaders): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.pause().write(requests);
      resolve(socket);
    });
    socket.on("error", () => resolve(socket));
  });
}

/** The thread of the never-readers: their work must not delay the caller whose wait is measured. */
async function connectAll(readers: NeverReaders): Promise<void> {
  const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => opened(readers)));
  parentPort!.once("message", () => {
    for (const socket of sockets) socket.destroy();
  });
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
  const requests = `GET ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`.repeat(ahead);
  const readers: NeverReaders = { port: Number(port), requests };
  const thread = new Worker(new URL(import.meta.url), { workerData: readers });
  let longest = 0;
  for (const end = performance.now() + SECONDS * 1_000; performance.now() < end; await sleep(100)) {
    const asked = performance.now();
    await fetch(`${origin}/readyz`).then((reply) => reply.arrayBuffer());
    longest = Math.max(longest, performance.now() - asked);
  }
  thread.postMessage("close");
  return longest;
}

if (!isMainThread) await connectAll(workerData as NeverReaders);
