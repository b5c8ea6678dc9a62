import { endpoints } from "@swath/contract/endpoints";
import type { UploaderPorts } from "../../ports/uploader-ports.ts";
import type { Link } from "./link.ts";
import {
  type Authorisation,
  type NamedObject,
  type ObjectOutcome,
  postObject,
} from "./post-object.ts";
import { requestWithin } from "./request.ts";
import { StalledPosts } from "./stalled-posts.ts";
import { formAt, type StoreAddress } from "./store-addresses.ts";

const TICK_MS = 1_000;
const SHORTEST_PROBE_MS = 3_000;
const LONGEST_PROBE_MS = 10_000;
const PROBE_ROUND_TRIPS = 4;

/**
 * How a watched post ended; without a response, whether the link has carried anything meanwhile, and
 * whether the link broke, or that connection alone fell silent.
 */
export type WatchedOutcome =
  | Exclude<ObjectOutcome, { kind: "noResponse" }>
  | {
      readonly kind: "noResponse";
      readonly isLinkAlive: boolean;
      readonly lost: "link" | "connection";
    };

/** Why a post is aborted that is given up. */
const AWAY = "the link was away";
const SILENT = "the connection is silent";

/** What is posted, and to which of the store's addresses. */
interface AddressedPost {
  readonly object: NamedObject;
  readonly address: StoreAddress;
}

/** Posts, and gives up those whose connection is dead, as {@link StalledPosts} decides. */
export class PostWatch {
  readonly #ports: UploaderPorts;
  readonly #link: Link;
  readonly #signal: AbortSignal;
  readonly #onTick: () => void;
  /** Each post by what ends it. */
  readonly #stalls = new StalledPosts<AbortController>();
  #storedAt = -Infinity;
  #isAsking = false;
  #cancelTick: (() => void) | undefined;

  /** `onTick` is called about once a second from the start until the signal aborts. */
  constructor(ports: UploaderPorts, link: Link, signal: AbortSignal, onTick: () => void) {
    this.#ports = ports;
    this.#link = link;
    this.#signal = signal;
    this.#onTick = onTick;
    signal.addEventListener("abort", () => this.#cancelTick?.(), { once: true });
  }

  start(): void {
    this.#cancelTick = this.#ports.clock.after(TICK_MS, () => {
      this.start();
      this.#tick();
    });
  }

  async post(
    form: Authorisation,
    { object, address }: AddressedPost,
    onSent: (bytes: number) => void,
  ): Promise<WatchedOutcome> {
    const { clock, poster } = this.#ports;
    const post = new AbortController();
    const stop = (): void => post.abort();
    this.#signal.addEventListener("abort", stop, { once: true });
    if (this.#signal.aborted) stop();
    const began = clock.now();
    let lastSign = began;
    this.#stalls.watch(post, began);
    const outcome = await postObject(poster, addressed(form, address), object, {
      signal: post.signal,
      onSent: (bytes) => {
        lastSign = clock.now();
        this.#stalls.sign(post, bytes, lastSign);
        onSent(bytes);
      },
    });
    if (outcome.kind === "stored") {
      this.#storedAt = clock.now();
      this.#stalls.stored(post, this.#storedAt);
    }
    this.#stalls.end(post);
    this.#signal.removeEventListener("abort", stop);
    const isGivenUp = outcome.kind === "aborted" && !this.#signal.aborted;
    if (isRefusedThere(outcome, address))
      return { kind: "noResponse", isLinkAlive: true, lost: "link" };
    if (outcome.kind !== "noResponse" && !isGivenUp) return outcome;
    const isLinkAlive = this.#storedAt >= began || this.#stalls.isLiveSince(lastSign);
    const isSilent = isLinkAlive && post.signal.reason === SILENT;
    return { kind: "noResponse", isLinkAlive, lost: isSilent ? "connection" : "link" };
  }

  #tick(): void {
    const now = this.#ports.clock.now();
    this.#link.tick(now);
    const isProbeDue = this.#giveUpDead(now);
    if (!this.#stalls.isProbing) {
      if (isProbeDue || this.#link.isClimbing) void this.#probe(now);
      else if (this.#stalls.isSending && this.#link.isUnsure(now)) void this.#ask(now);
    }
    this.#onTick();
  }

  /** Answers whether a probe is due. */
  #giveUpDead(now: number): boolean {
    const { pace, isFull } = this.#link;
    const known = pace.connectionBytesPerSecond;
    const { giveUp, wasAway, probe } = this.#stalls.decide(now, known, isFull);
    for (const post of giveUp) post.abort(wasAway ? AWAY : SILENT);
    if (giveUp.length > 0) this.#ports.log("silent posts were given up", { count: giveUp.length });
    return probe;
  }

  /** connections/N9 Whether calls wait in a queue. */
  async #ask(began: number): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    const input = { signal: this.#signal };
    const { kind } = await requestWithin(
      this.#ports,
      endpoints.readSettings,
      input,
      LONGEST_PROBE_MS,
    );
    this.#isAsking = false;
    if (kind !== "aborted" && kind !== "noResponse")
      this.#link.answered(began, this.#ports.clock.now());
  }

  /** Whether the link lives: a small call, ended soon, since its own connection may be dead too. */
  async #probe(began: number, isSecond = false): Promise<void> {
    const { clock } = this.#ports;
    const limit = PROBE_ROUND_TRIPS * this.#stalls.roundTripMs;
    const limitMs = Math.min(LONGEST_PROBE_MS, Math.max(SHORTEST_PROBE_MS, limit));
    const input = { signal: this.#signal };
    this.#stalls.probeBegan(began);
    const result = await requestWithin(this.#ports, endpoints.readSettings, input, limitMs);
    this.#stalls.probeEnded();
    if (result.kind === "aborted") return;
    if (result.kind === "noResponse") {
      this.#stalls.unanswered(began);
      return;
    }
    const now = clock.now();
    const isBack = this.#stalls.answered(began, now);
    this.#link.answered(began, now);
    // Its connection may have been made anew, which looks as if it had waited in a queue.
    if (isBack && this.#link.isFull) void this.#probe(now, true);
    else if (isBack || isSecond) this.#giveUpDead(now);
  }
}

function addressed(form: Authorisation, address: StoreAddress): Authorisation {
  return form.kind === "answered" ? { ...form, value: formAt(form.value, address) } : form;
}

/** addresses/A3 Not the store may have answered there. */
function isRefusedThere({ kind }: ObjectOutcome, address: StoreAddress): boolean {
  return kind === "refused" && address !== undefined;
}
