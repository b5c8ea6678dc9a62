import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** How slow a sender or a reader may be, and how long a connection may linger. */
export interface Pace {
  /** Least bytes a second that a body comes in and a reply is taken, on average over their windows. */
  readonly bytesPerSecond: number;
  readonly windowMs: number;
  /** A reader that takes nothing for so long is gone. */
  readonly readerMs: number;
  /** How long a connection stays that was ended here and not at the other end. */
  readonly lingerMs: number;
}

/** The slowest link takes something every few seconds. */
export const UNREAD_MS = 5_000;
/** More than any idle connection has. */
const UNREAD = 1e9;

/**
 * What one connection is busy with:
 *
 * connection/C1 without a request it is idle; Node ends it by its own limits, or it is the first to
 *    go where there are too many;
 * connection/C2 while its body comes it must keep the pace, unless this server is the one that waits;
 * connection/C3 while it is answered it is kept, as long as its reader takes what waits for it at the
 *    pace, on average over the time in which it has to take anything;
 * connection/C4 once ended here it is destroyed, whether or not the other end ever ends it;
 * connection/C5 a request is handled once the reply before it has gone, so that a connection whose
 *    replies nobody reads holds one; a connection that sends more than 16 requests ahead is destroyed;
 * connection/C6 of those that are too many, one whose reader takes nothing goes first;
 * connection/C7 where what waits for readers that take nothing is too much, the longest silent go;
 * connection/C8 callers take turns, each with one request; a caller is an address with a token, because
 *    a proxy or an office has one address for all; probes do not wait.
 */
export class Connection {
  readonly socket: Socket;
  readonly address: string;
  #request: IncomingMessage | undefined;
  #reply: ServerResponse | undefined;
  /** When it was last of use: opened, or done with a request. */
  #idleSince: number;
  #window: PaceWindow;
  #reader: { since: number; bytes: number };
  #readerWindow: PaceWindow;
  #endedAt: number | undefined;

  constructor(socket: Socket, now: number) {
    this.socket = socket;
    this.address = socket.remoteAddress ?? "";
    this.#idleSince = now;
    this.#window = new PaceWindow(now, 0);
    this.#reader = { since: now, bytes: 0 };
    this.#readerWindow = new PaceWindow(now, 0);
  }

  begin(request: IncomingMessage, reply: ServerResponse, now: number): void {
    this.#request = request;
    this.#reply = reply;
    this.#window = new PaceWindow(now, this.socket.bytesRead);
    this.#reader = { since: now, bytes: this.#taken };
    this.#readerWindow = new PaceWindow(now, this.#taken);
  }

  end(reply: ServerResponse, now: number): void {
    if (this.#reply !== reply) return;
    this.#request = undefined;
    this.#reply = undefined;
    this.#idleSince = now;
  }

  /** Whether a body is under way that this server is waiting for. */
  get #isReceiving(): boolean {
    const request = this.#request;
    if (request === undefined || request.complete) return false;
    return request.readableLength < request.readableHighWaterMark;
  }

  get #isAnswering(): boolean {
    return this.#request !== undefined && !this.#isReceiving;
  }

  /** Bytes that the other end has taken. */
  get #taken(): number {
    return this.socket.bytesWritten - this.socket.writableLength;
  }

  /** Whether it is to be destroyed by now. */
  isOverdue(pace: Pace, now: number): boolean {
    if (this.socket.writableEnded) {
      this.#endedAt ??= now;
      return now - this.#endedAt >= pace.lingerMs;
    }
    const isSilent = this.unreadMs(now) >= pace.readerMs;
    return isSilent || this.#isSlowSender(pace, now) || this.#isSlowReader(pace, now);
  }

  #isSlowReader({ bytesPerSecond, readerMs }: Pace, now: number): boolean {
    const isWaiting = this.unreadBytes > 0;
    return this.#readerWindow.isSlow(isWaiting, this.#taken, { now, bytesPerSecond, ms: readerMs });
  }

  #isSlowSender({ bytesPerSecond, windowMs }: Pace, now: number): boolean {
    const { bytesRead } = this.socket;
    return this.#window.isSlow(this.#isReceiving, bytesRead, { now, bytesPerSecond, ms: windowMs });
  }

  /** Bytes that wait for its reader. */
  get unreadBytes(): number {
    return this.socket.writableLength;
  }

  /** For how long its reader has taken nothing of what waits for it, ms. */
  unreadMs(now: number): number {
    const taken = this.#taken;
    if (this.unreadBytes === 0 || taken !== this.#reader.bytes)
      this.#reader = { since: now, bytes: taken };
    return now - this.#reader.since;
  }

  /**
   * How readily it is closed where there are too many, the higher the sooner; undefined for one that
   * is being answered. Those that read nothing go first, then idle ones, the longest idle before others;
   * then slow senders.
   */
  expendability(now: number): number | undefined {
    const unread = this.unreadMs(now);
    if (unread >= UNREAD_MS) return UNREAD + unread;
    if (this.#isAnswering) return undefined;
    if (this.#request === undefined) return 1 + (now - this.#idleSince);
    return 1 / (1 + this.#window.rate(this.socket.bytesRead, now));
  }
}

/** A time in which bytes should pass at a pace. */
class PaceWindow {
  #begun: number;
  #bytes: number;

  constructor(now: number, bytes: number) {
    this.#begun = now;
    this.#bytes = bytes;
  }

  /** Bytes a millisecond so far. */
  rate(bytes: number, now: number): number {
    return (bytes - this.#bytes) / (now - this.#begun + 1);
  }

  /** Whether the time is over and too few bytes passed in it; an idle one is never slow. */
  isSlow(
    isBusy: boolean,
    bytes: number,
    pace: { readonly now: number; readonly ms: number; readonly bytesPerSecond: number },
  ): boolean {
    const passed = pace.now - this.#begun;
    if (isBusy && passed < pace.ms) return false;
    const isSlow = isBusy && bytes - this.#bytes < (pace.bytesPerSecond * passed) / 1_000;
    this.#begun = pace.now;
    this.#bytes = bytes;
    return isSlow;
  }
}
