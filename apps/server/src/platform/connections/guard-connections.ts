import { createServer, type RequestListener, type Server, type ServerOptions } from "node:http";
import type { Socket } from "node:net";
import { Connection, type Pace, UNREAD_MS } from "./http-connection.ts";
import { fairStart, inTurn } from "./fair-start.ts";

export interface ConnectionLimits extends Pace {
  /** Most connections at once. */
  readonly connections: number;
  /** Most of one address, which may be that of an office or of a proxy. */
  readonly ofAddress: number;
  /** Most bytes that wait for readers that take nothing. */
  readonly unreadBytes: number;
  readonly sweepMs: number;
}

/**
 * A link of 64 kbit/s that four posts share brings 2 KB a second to each. A connection that is
 * closed as one too many is idle or slow: its browser opens another when it needs one.
 */
export const CONNECTION_LIMITS: ConnectionLimits = {
  connections: 4_000,
  ofAddress: 2_000,
  bytesPerSecond: 1_024,
  windowMs: 20_000,
  readerMs: 120_000,
  lingerMs: 2_000,
  unreadBytes: 134_217_728,
  sweepMs: 1_000,
};

/** Of those that are too many, a part is closed at once: the search for the worst costs a while. */
const EVICTED_PART = 0.05;

class Connections {
  readonly #all = new Map<Socket, Connection>();
  readonly #ofAddress = new Map<string, number>();
  readonly #limits: ConnectionLimits;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  of(socket: Socket): Connection | undefined {
    return this.#all.get(socket);
  }

  open(socket: Socket): void {
    const connection = new Connection(socket, performance.now());
    const { address } = connection;
    this.#all.set(socket, connection);
    this.#count(address, 1);
    socket.once("close", () => {
      this.#all.delete(socket);
      this.#count(address, -1);
    });
    const { connections, ofAddress } = this.#limits;
    // Not the new one itself, which has had no time to ask for anything.
    if (this.#all.size > connections) this.#evict(connections, (other) => other !== connection);
    else if ((this.#ofAddress.get(address) ?? 0) > ofAddress)
      this.#evict(ofAddress, (other) => other !== connection && other.address === address);
  }

  #count(address: string, by: number): void {
    const count = (this.#ofAddress.get(address) ?? 0) + by;
    if (count === 0) this.#ofAddress.delete(address);
    else this.#ofAddress.set(address, count);
  }

  #evict(most: number, among: (connection: Connection) => boolean): void {
    const now = performance.now();
    const found: { connection: Connection; score: number }[] = [];
    for (const connection of this.#all.values()) {
      const score = among(connection) ? connection.expendability(now) : undefined;
      if (score !== undefined) found.push({ connection, score });
    }
    found.sort((a, b) => b.score - a.score);
    const many = Math.max(1, Math.floor(most * EVICTED_PART));
    for (const { connection } of found.slice(0, many)) connection.socket.destroy();
  }

  sweep(): void {
    const now = performance.now();
    for (const connection of this.#all.values())
      if (connection.isOverdue(this.#limits, now)) connection.socket.destroy();
    this.#endUnread(now);
  }

  /** Ends the longest silent readers until what waits for the others is within its bound. */
  #endUnread(now: number): void {
    const silent: { connection: Connection; ms: number }[] = [];
    let bytes = 0;
    for (const connection of this.#all.values()) {
      const ms = connection.socket.destroyed ? 0 : connection.unreadMs(now);
      if (ms < UNREAD_MS) continue;
      silent.push({ connection, ms });
      bytes += connection.unreadBytes;
    }
    if (bytes <= this.#limits.unreadBytes) return;
    for (const { connection } of silent.toSorted((a, b) => b.ms - a.ms)) {
      if (bytes <= this.#limits.unreadBytes) return;
      bytes -= connection.unreadBytes;
      connection.socket.destroy();
    }
  }
}

/** A server on which connections that bring nothing, or read nothing, do not deny it to others. */
export function guardedServer(
  handle: RequestListener,
  limits: ConnectionLimits,
  options: ServerOptions,
): Server {
  const connections = new Connections(limits);
  const start = fairStart(handle);
  const server = createServer(
    options,
    inTurn((request, reply) => {
      const connection = connections.of(request.socket);
      connection?.begin(request, reply, performance.now());
      reply.once("close", () => connection?.end(reply, performance.now()));
      start(request, reply);
    }),
  );
  // A reserve, for the moment in which those that are too many close.
  server.maxConnections = Math.ceil(limits.connections * (1 + 2 * EVICTED_PART));
  server.on("connection", (socket: Socket) => connections.open(socket));
  const timer = setInterval(() => connections.sweep(), limits.sweepMs);
  timer.unref();
  server.once("close", () => clearInterval(timer));
  return server;
}
