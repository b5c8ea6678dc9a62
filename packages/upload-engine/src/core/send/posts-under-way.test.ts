import { expect, test } from "vitest";
import type { PostOutcome } from "../../ports/poster.ts";
import { VirtualClock } from "../../testing/virtual-clock.ts";
import { Link } from "./link.ts";
import { PostsUnderWay } from "./posts-under-way.ts";
import type { ReadyObject } from "./ready-objects.ts";
import type { SendEffect, WatchedOutcome } from "./send-events.ts";

const SETTINGS = { concurrentUploads: 2, minPieceBytes: 262_144, storeAddresses: [] };
const OTHER = "https://other.example";

function newLink(storeAddresses: readonly string[] = []): Link {
  return new Link({ ...SETTINGS, storeAddresses: [...storeAddresses] });
}

/** A link whose pace is known: 1 MB a second. */
function knownLink(): Link {
  const link = newLink();
  const carried = { storedBytes: 1_000_000, sourceBytes: 1_000_000, zipped: false };
  link.stored(link.begin(0), carried, 1_000);
  return link;
}

/** Plays the shell: ticks once a second, and a server that answers a call after `callMs`. */
function watched(link = knownLink()) {
  const clock = new VirtualClock();
  const list = { sentBytes: 0 };
  const posts = new PostsUnderWay(list, link);
  const server = { online: true, callMs: 5, asked: [] as number[], answered: [] as number[] };
  const ends = new Map<ReadyObject, (outcome: WatchedOutcome) => void>();
  const end = (ready: ReadyObject, outcome: PostOutcome): void => {
    ends.get(ready)?.(posts.end(ready, outcome, clock.now()));
    ends.delete(ready);
  };
  const carryOut = (effect: SendEffect): void => {
    if (effect.kind === "giveUp") end(effect.ready, { kind: "aborted" });
    if (effect.kind !== "call") return;
    const { call } = effect;
    const began = clock.now();
    server.asked.push(began);
    clock.after(server.callMs, () => {
      const isAnswered = server.online;
      if (isAnswered) server.answered.push(clock.now());
      server.callMs = 5;
      for (const next of posts.called({ kind: "called", call, began, isAnswered }, clock.now()))
        carryOut(next);
    });
  };
  const tick = (): void => {
    clock.after(1_000, () => {
      tick();
      for (const effect of posts.tick(clock.now())) carryOut(effect);
    });
  };
  tick();
  /** Begins a post that ends so after some time, unless it is given up before. */
  const post = (afterMs: number, outcome: PostOutcome = { kind: "stored" }) => {
    const prepared = { body: { size: 10 }, checksum: "", segments: [] };
    const ready = { attempt: { index: 0, offset: 0, length: 10 }, prepared, heldBytes: 0 };
    posts.begin(ready, clock.now());
    clock.after(afterMs, () => {
      if (ends.has(ready)) end(ready, outcome);
    });
    return new Promise<WatchedOutcome>((resolve) => void ends.set(ready, resolve));
  };
  return { clock, link, posts, server, list, post };
}

const lost = (of: "link" | "connection", isLinkAlive = true): WatchedOutcome => ({
  kind: "noResponse",
  isLinkAlive,
  lost: of,
});

test("link/Q2 a silent post is given up within seconds where a call of the server is answered", async () => {
  const { clock, server, post } = watched();
  expect(await clock.settle(post(Infinity))).toEqual(lost("connection"));
  expect(clock.now()).toBeLessThan(7_000);
  expect(server.answered).not.toEqual([]);
});

test("link/N1 a long link of which nothing is known is asked each second, and climbed", async () => {
  const link = newLink([OTHER]);
  link.addresses.reached(OTHER);
  link.answered(-200, 0);
  expect(link.maxPosts).toBe(6);
  const { clock, server } = watched(link);
  await clock.advance(5_000);
  expect(server.answered).not.toEqual([]);
  expect(link.maxPosts).toBe(12);
});

test("link/N9 where no call says whether a slow link is full, one is made after each 2 s", async () => {
  const { clock, server, post } = watched();
  await clock.advance(3_500);
  expect(server.answered).toEqual([]);
  void post(Infinity);
  await clock.advance(3_000);
  expect(server.answered).toEqual([4_005]);
});

test("link/N9 it is made once at a time", async () => {
  const { clock, server, post } = watched();
  await clock.advance(3_500);
  void post(Infinity);
  server.callMs = 3_000;
  await clock.advance(3_000);
  expect(server.asked).toEqual([4_000]);
});

test("link/Q7 all silent posts are given up as soon as a link that was away answers", async () => {
  const { clock, server, post } = watched();
  const ends: unknown[] = [];
  for (let n = 0; n < 4; n++)
    void post(Infinity).then((outcome) => ends.push([clock.now(), outcome]));
  await clock.advance(2_000);
  server.online = false;
  await clock.advance(18_500);
  server.online = true;
  const before = server.answered.length;
  await clock.advance(2_000);
  const end = [server.answered[before], lost("link")];
  expect(ends).toEqual([end, end, end, end]);
});

test("link/Q7 an answer that looks late is asked for again at once", async () => {
  const { clock, server, post, link } = watched();
  link.answered(-1, 0);
  const ends: number[] = [];
  void post(Infinity).then(() => ends.push(clock.now()));
  await clock.advance(2_000);
  server.online = false;
  await clock.advance(18_500);
  server.online = true;
  // Once, as where a connection has to be made first.
  server.callMs = 500;
  const before = server.asked.length;
  await clock.advance(2_600);
  expect(ends).toHaveLength(1);
  const [, second] = server.asked.slice(before);
  expect(second! - server.asked[before]!).toBe(500);
});

test("link/Q3 and Q4 without any answer it is probed until its minute is over", async () => {
  const { clock, server, post } = watched();
  server.online = false;
  expect(await clock.settle(post(Infinity))).toEqual(lost("link", false));
  expect(clock.now()).toBe(60_000);
  expect(server.asked.length).toBeGreaterThan(20);
});

test("a post that broke says whether another one was stored since it began", async () => {
  const { clock, post } = watched();
  const alone = post(1_000, { kind: "noResponse" });
  expect(await clock.settle(alone)).toEqual(lost("link", false));
  const broken = post(2_000, { kind: "noResponse" });
  expect(await clock.settle(post(1_000))).toEqual({ kind: "stored" });
  expect(await clock.settle(broken)).toEqual(lost("link"));
});

test("link/A3 a refusal at another address counts as lost, one at the store's own as refused", () => {
  const link = newLink([OTHER]);
  link.addresses.reached(OTHER);
  const posts = new PostsUnderWay({ sentBytes: 0 }, link);
  const refused = { kind: "refused", status: 403, message: "" } as const;
  const outcomes = Array.from({ length: 2 }, (_, index) => {
    const prepared = { body: { size: 10 }, checksum: "", segments: [] };
    const ready = { attempt: { index, offset: 0, length: 10 }, prepared, heldBytes: 0 };
    return { ready, address: posts.begin(ready, 0) };
  }).map(({ ready, address }) => [address, posts.end(ready, refused, 10)]);
  expect(new Map(outcomes as [string | undefined, WatchedOutcome][])).toEqual(
    new Map<string | undefined, WatchedOutcome>([
      [OTHER, lost("link")],
      [undefined, refused],
    ]),
  );
});

test("bytes of a body count once, and all of them when it is stored", () => {
  const { posts, list } = watched();
  const prepared = { body: { size: 10 }, checksum: "", segments: [] };
  const ready = { attempt: { index: 0, offset: 0, length: 10 }, prepared, heldBytes: 0 };
  posts.begin(ready, 0);
  for (const bytes of [4, 3, 6]) posts.sent(ready, bytes, 1);
  posts.end(ready, { kind: "stored" }, 2);
  expect(list.sentBytes).toBe(10);
});

/** Whether the other address is used on after a post to it that ended so, beside one to the form's own. */
async function isUsedAfter(outcome: PostOutcome): Promise<boolean> {
  const link = newLink([OTHER]);
  link.addresses.reached(OTHER);
  const { clock, post } = watched(link);
  await clock.settle(Promise.all([post(10, outcome), post(20)]));
  const next = [link.addresses.begin(clock.now()), link.addresses.begin(clock.now())];
  return next.includes(OTHER);
}

test("link/A2 an address that answers no post is left aside, one that refuses or is left is not", async () => {
  expect(await isUsedAfter({ kind: "stored" })).toBe(true);
  expect(await isUsedAfter({ kind: "noResponse" })).toBe(false);
  expect(await isUsedAfter({ kind: "aborted" })).toBe(true);
});
