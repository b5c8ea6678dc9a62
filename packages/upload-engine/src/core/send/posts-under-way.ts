import type { TaskList } from "../state/task-list.ts";
import type { Link } from "./link.ts";
import type { Carried, PostStart } from "./link-measurements.ts";
import type { ObjectOutcome } from "./post-object.ts";
import type { ReadyObject } from "./ready-objects.ts";
import type { LinkCall, SendEffect, SendEvent, WatchedOutcome } from "./send-events.ts";
import { StalledPosts } from "./stalled-posts.ts";
import type { StoreAddress } from "./store-addresses.ts";

const SHORTEST_PROBE_MS = 3_000;
const LONGEST_PROBE_MS = 10_000;
const PROBE_ROUND_TRIPS = 4;

interface PostUnderWay {
  readonly began: number;
  readonly start: PostStart;
  readonly address: StoreAddress;
  /** Bytes of the body that were handed over. */
  sent: number;
  lastSign: number;
  /** Why it was given up: the link was away, or its connection is silent. */
  givenUp?: "away" | "silent";
}

/** The posts under way: tells the link of each, and gives up those that {@link StalledPosts} names. */
export class PostsUnderWay {
  readonly #list: Pick<TaskList, "sentBytes">;
  readonly #link: Link;
  readonly #stalls = new StalledPosts<ReadyObject>();
  readonly #posts = new Map<ReadyObject, PostUnderWay>();
  /** When the latest post was stored. */
  #storedAt = -Infinity;
  #isAsking = false;

  constructor(list: Pick<TaskList, "sentBytes">, link: Link) {
    this.#list = list;
    this.#link = link;
  }

  /** Chooses the address that a post goes to from now on. */
  begin(ready: ReadyObject, now: number): StoreAddress {
    const start = this.#link.begin(now);
    const address = this.#link.addresses.begin(now);
    this.#posts.set(ready, { began: now, start, address, sent: 0, lastSign: now });
    this.#stalls.watch(ready, now);
    return address;
  }

  sent(ready: ReadyObject, bytes: number, now: number): void {
    const post = this.#posts.get(ready);
    if (post === undefined) return;
    post.lastSign = now;
    this.#stalls.sign(ready, bytes, now);
    this.#count(post, bytes);
  }

  end(ready: ReadyObject, ended: ObjectOutcome, now: number): WatchedOutcome {
    const post = this.#posts.get(ready)!;
    this.#posts.delete(ready);
    if (ended.kind === "stored") {
      this.#storedAt = now;
      this.#stalls.stored(ready, now);
    }
    this.#stalls.end(ready);
    const outcome = this.#watched(post, ended);
    this.#link.addresses.ended(post.address, resultAt(outcome), now);
    if (outcome.kind === "stored") {
      this.#count(post, ready.prepared.body.size);
      this.#link.stored(post.start, carriedBy(ready), now);
      if (outcome.resent !== undefined) this.#link.resent(now, outcome.resent);
    } else if (outcome.kind === "noResponse") this.#link.broken(now, outcome.lost);
    else this.#link.ended(now);
    return outcome;
  }

  /** Gives up dead posts, and calls the server where the link must be measured; once a second. */
  tick(now: number): SendEffect[] {
    this.#link.tick(now);
    const { effects, isProbeDue } = this.#giveUpDead(now);
    if (this.#stalls.isProbing) return effects;
    if (isProbeDue || this.#link.isClimbing) return [...effects, this.#probe("probe", now)];
    if (!this.#stalls.isSending || !this.#link.isUnsure(now) || this.#isAsking) return effects;
    // link/N9 Whether calls wait in a queue.
    this.#isAsking = true;
    return [...effects, { kind: "call", call: "ask", limitMs: LONGEST_PROBE_MS }];
  }

  called(
    { call, began, isAnswered }: Extract<SendEvent, { kind: "called" }>,
    now: number,
  ): SendEffect[] {
    if (call === "ask") {
      this.#isAsking = false;
      if (isAnswered) this.#link.answered(began, now);
      return [];
    }
    this.#stalls.probeEnded();
    if (!isAnswered) {
      this.#stalls.unanswered(began);
      return [];
    }
    const isBack = this.#stalls.answered(began, now);
    this.#link.answered(began, now);
    // A connection that had to be made looks as if the call had waited in a queue.
    if (isBack && this.#link.isFull) return [this.#probe("secondProbe", now)];
    return isBack || call === "secondProbe" ? this.#giveUpDead(now).effects : [];
  }

  /** Whether the link lives: a small call that ends soon, since its own connection may be dead too. */
  #probe(call: LinkCall, now: number): SendEffect {
    this.#stalls.probeBegan(now);
    const wanted = PROBE_ROUND_TRIPS * this.#stalls.roundTripMs;
    const limitMs = Math.min(LONGEST_PROBE_MS, Math.max(SHORTEST_PROBE_MS, wanted));
    return { kind: "call", call, limitMs };
  }

  #giveUpDead(now: number): { readonly effects: SendEffect[]; readonly isProbeDue: boolean } {
    const { pace, isFull } = this.#link;
    const known = pace.connectionBytesPerSecond;
    const { giveUp, wasAway, probe } = this.#stalls.decide(now, known, isFull);
    const effects = giveUp.map((ready): SendEffect => {
      this.#posts.get(ready)!.givenUp ??= wasAway ? "away" : "silent";
      return { kind: "giveUp", ready };
    });
    if (effects.length > 0) {
      const facts = { count: effects.length };
      effects.push({ kind: "log", message: "silent posts were given up", facts });
    }
    return { effects, isProbeDue: probe };
  }

  #watched(post: PostUnderWay, outcome: ObjectOutcome): WatchedOutcome {
    // link/A3 At another address something else than the store may have refused it.
    if (outcome.kind === "refused" && post.address !== undefined)
      return { kind: "noResponse", isLinkAlive: true, lost: "link" };
    const isGivenUp = outcome.kind === "aborted" && post.givenUp !== undefined;
    if (outcome.kind !== "noResponse" && !isGivenUp) return outcome;
    const isLinkAlive = this.#storedAt >= post.began || this.#stalls.isLiveSince(post.lastSign);
    const isSilent = isLinkAlive && post.givenUp === "silent";
    return { kind: "noResponse", isLinkAlive, lost: isSilent ? "connection" : "link" };
  }

  #count(post: PostUnderWay, bytes: number): void {
    this.#list.sentBytes += Math.max(0, bytes - post.sent);
    post.sent = Math.max(post.sent, bytes);
  }
}

/** The result of a post for the address that it went to. */
function resultAt({ kind }: WatchedOutcome): "stored" | "failed" | "stopped" {
  if (kind === "stored") return "stored";
  return kind === "noResponse" ? "failed" : "stopped";
}

function carriedBy({ attempt, prepared }: ReadyObject): Carried {
  const { body, segments } = prepared;
  const zipped = segments.some((segment) => segment.zipped);
  return { storedBytes: body.size, sourceBytes: attempt.length, zipped };
}
