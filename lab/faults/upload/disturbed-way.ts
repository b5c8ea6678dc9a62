import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Transform, type TransformCallback } from "node:stream";
import { type ConnectionMeter, PostMeter } from "./post-meter.ts";

/** Chunks of so many bytes are those of posts: calls are shorter. */
const POST_CHUNK_BYTES = 16_384;
const REFUSALS = { 500: "Internal Server Error", 503: "Service Unavailable" } as const;
type Refusal = keyof typeof REFUSALS;
const refusal = (status: Refusal): string =>
  `HTTP/1.1 ${status} ${REFUSALS[status]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`;

type Sleep = (milliseconds: number) => Promise<unknown>;

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
}

/** A way from a client to a server that carries so much of a second, and can be disturbed. */
export class DisturbedWay {
  readonly #listener: Server;
  readonly #port: number;
  #bytesPerMs = Infinity;
  #delayMs = 0;
  readonly #pairs = new Set<Pair>();
  #refuses: Refusal | undefined;
  #isCut = false;
  /** Called with the next post that passes, of which a bit is to be changed. */
  #flips: (() => void) | undefined;
  readonly #sleep: Sleep;
  #meter = new PostMeter();

  private constructor(listener: Server, port: number, wait: Sleep) {
    this.#listener = listener;
    this.#port = port;
    this.#sleep = wait;
  }

  static async open(port: number, wait: Sleep = sleep): Promise<DisturbedWay> {
    const listener = createServer().listen(0, "127.0.0.1");
    await once(listener, "listening");
    const way = new DisturbedWay(listener, port, wait);
    listener.on("connection", (client) => way.#join(client));
    return way;
  }

  get origin(): string {
    return `http://localhost:${(this.#listener.address() as AddressInfo).port}`;
  }

  /** From now on posts are counted anew; those under way count no more. */
  count(): PostMeter {
    this.#meter = new PostMeter();
    return this.#meter;
  }

  #join(client: Socket): void {
    if (this.#refuses !== undefined) {
      client.on("error", () => {}).end(refusal(this.#refuses));
      return;
    }
    const server = connect(this.#port, "127.0.0.1");
    const pair = { client, server };
    this.#pairs.add(pair);
    const meter = this.#meter.connection();
    const end = (): void => {
      meter.ended();
      this.#pairs.delete(pair);
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) socket.on("error", () => {}).on("close", end);
    client.pipe(this.#upwards(meter)).pipe(server);
    server.pipe(client);
    server.on("data", () => meter.ended());
    if (this.#isCut) stop(pair);
  }

  #upwards(meter: ConnectionMeter): Transform {
    return new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        if (this.#flips !== undefined && chunk.length >= POST_CHUNK_BYTES) {
          this.#flips();
          chunk[chunk.length >> 1]! ^= 1;
        }
        meter.up(chunk);
        void this.#hold(chunk, done);
      },
    });
  }

  async #hold(chunk: Buffer, done: TransformCallback): Promise<void> {
    await this.#sleep(chunk.length / this.#bytesPerMs + this.#delayMs);
    done(null, chunk);
  }

  /** From now on, of each connection upwards. */
  limit(bytesPerSecond: number): void {
    this.#bytesPerMs = bytesPerSecond / 1_000;
  }

  /** Ends all connections at once; answers how many there were. */
  reset(): number {
    const ended = [...this.#pairs];
    for (const { client } of ended) client.resetAndDestroy();
    return ended.length;
  }

  /** Lets no byte pass for a time; the connections survive. */
  async cut(ms: number): Promise<void> {
    this.#isCut = true;
    for (const pair of this.#pairs) stop(pair);
    await this.#sleep(ms);
    this.#isCut = false;
    for (const { client, server } of this.#pairs)
      for (const each of [client, server]) each.resume();
  }

  /** Holds each chunk upwards for so long, and with it what comes after it, for a time. */
  async delay(chunkMs: number, ms: number): Promise<void> {
    this.#delayMs = chunkMs;
    await this.#sleep(ms);
    this.#delayMs = 0;
  }

  /** Ends all connections, and answers new ones with a status alone for a time. */
  async refuse(status: Refusal, ms: number): Promise<void> {
    this.#refuses = status;
    this.reset();
    await this.#sleep(ms);
    this.#refuses = undefined;
  }

  /** Changes one bit of the next post that passes within a time; answers whether one did. */
  async flip(ms: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#flips = () => {
      this.#flips = undefined;
      resolve(true);
    };
    void this.#sleep(ms).then(() => resolve(false));
    const flipped = await promise;
    this.#flips = undefined;
    return flipped;
  }

  close(): void {
    this.#listener.close();
    this.reset();
  }
}

function stop({ client, server }: Pair): void {
  client.pause();
  server.pause();
}
