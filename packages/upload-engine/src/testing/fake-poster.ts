import type { Poster, PostOptions, PostOutcome } from "../ports/poster.ts";
import { pause } from "../core/send/request.ts";
import { SMALL_BYTES } from "../core/send/link.ts";
import type { FakeBody } from "./fake-preparer.ts";
import type { FakeServer } from "./fake-server.ts";

/** How often a post reports its progress. */
const STEPS = 20;

type PostFault = "corrupted" | "silent" | "lost" | "resent";

/** A store that receives forms for a fake server, over a link of a given rate. */
export class FakePoster implements Poster {
  readonly #server: FakeServer;
  bytesPerMs = 100_000;
  /**
   * What happens to the nth post (from 1) of an object or piece, instead of being stored: `silent` is
   * sent and never answered, `lost` is stored without an answer, `resent` is stored by its second connection.
   */
  fault: (name: string, attempt: number) => PostOutcome | PostFault | undefined = () => undefined;
  /** Origins at which nothing answers. */
  readonly away = new Set<string>();
  readonly attempts = new Map<string, number>();
  /** Where each went, in the order in which they began. */
  readonly urls: string[] = [];
  /** Bytes of each, in the same order. */
  readonly sizes: number[] = [];
  /** Origins that were tried, in turn. */
  readonly tried: string[] = [];
  /** Names in the order in which they were stored. */
  readonly stored: string[] = [];
  large = 0;
  mostLarge = 0;
  posting = 0;
  mostPosting = 0;

  constructor(server: FakeServer) {
    this.#server = server;
  }

  async post(...[form, body, options]: Parameters<Poster["post"]>): Promise<PostOutcome> {
    const name = form.fields["name"]!;
    const attempt = (this.attempts.get(name) ?? 0) + 1;
    this.attempts.set(name, attempt);
    this.urls.push(form.url);
    this.sizes.push(body.size);
    const isLarge = body.size >= SMALL_BYTES;
    this.#enter(isLarge);
    const outcome =
      (await this.#send(body as FakeBody, options)) ??
      (await this.#arrive(name, attempt, body as FakeBody, options.signal));
    this.#leave(isLarge);
    return outcome;
  }

  async reach(origin: string): Promise<boolean> {
    this.tried.push(origin);
    return this.#server.online && !this.away.has(origin);
  }

  async #send(body: FakeBody, options: PostOptions): Promise<PostOutcome | undefined> {
    for (let step = 1; step <= STEPS; step++) {
      await pause(this.#server.clock, body.size / this.bytesPerMs / STEPS, options.signal);
      if (options.signal.aborted) return { kind: "aborted" };
      if (!this.#server.online) return { kind: "noResponse" };
      options.onSent((body.size * step) / STEPS);
    }
    return undefined;
  }

  async #arrive(
    name: string,
    attempt: number,
    body: FakeBody,
    signal: AbortSignal,
  ): Promise<PostOutcome> {
    const fault = this.fault(name, attempt);
    if (typeof fault === "object") return fault;
    if (fault === "silent") {
      await pause(this.#server.clock, Infinity, signal);
      return { kind: "aborted" };
    }
    const content = fault === "corrupted" ? `${body.content}?` : body.content;
    const refusal = this.#server.receive(name, content, body.size);
    if (refusal !== undefined) return { kind: "refused", status: 400, message: refusal };
    this.stored.push(name);
    if (fault === "resent") return { kind: "stored", resent: true };
    return { kind: fault === "lost" ? "noResponse" : "stored" };
  }

  #enter(isLarge: boolean): void {
    this.posting++;
    this.mostPosting = Math.max(this.mostPosting, this.posting);
    if (!isLarge) return;
    this.large++;
    this.mostLarge = Math.max(this.mostLarge, this.large);
  }

  #leave(isLarge: boolean): void {
    this.posting--;
    if (isLarge) this.large--;
  }
}
