import { expect, test } from "vitest";
import { VirtualClock } from "../../testing/virtual-clock.ts";
import { StallWatch } from "./stall.ts";

type Queue = Parameters<StallWatch["of"]>[0];
type State = ReturnType<Queue["active"]> extends Iterable<infer T> ? T : never;

function queueOf(states: readonly State["state"][], nextDue?: number): Queue {
  const attempt = { index: 0, offset: 0, length: 1 };
  const active = states.map((state): State => ({ attempt, state, sent: 0, compressed: 0 }));
  return { active: () => active.values(), nextDue: () => nextDue };
}

async function causeAfter(ms: number, queue: Queue) {
  const clock = new VirtualClock();
  const watch = new StallWatch(clock);
  watch.start();
  await clock.advance(ms);
  return watch.of(queue);
}

test.each([
  ["S1 what is posted before all else", ["READING", "WAITING", "UPLOADING"], "link"],
  ["S2 what is ready before what is prepared", ["READING", "COMPRESSING", "WAITING"], "turn"],
  ["S3 what is compressed before what is read", ["READING", "COMPRESSING"], "compression"],
  ["S3 what is read", ["READING"], "drive"],
] as const)("stall/%s says why nothing moves", async (_, states, cause) => {
  expect(await causeAfter(10_000, queueOf(states, 99))).toEqual({ cause, since: 0 });
});

test("stall/S4 what failed says when it is sent again", async () => {
  expect(await causeAfter(10_000, queueOf([], 12_000))).toEqual({
    cause: "retry",
    since: 0,
    retryAt: 12_000,
  });
  expect(await causeAfter(10_000, queueOf([]))).toBeUndefined();
});

test("stall/S0 a full store is said at once, before all else, until it has room", async () => {
  const clock = new VirtualClock();
  const watch = new StallWatch(clock);
  watch.start();
  await clock.advance(3_000);
  watch.storeFull(true);
  await clock.advance(100);
  watch.storeFull(true);
  expect(watch.of(queueOf(["UPLOADING"]))).toEqual({ cause: "store", since: 3_000 });
  watch.storeFull(false);
  expect(watch.of(queueOf(["UPLOADING"]))).toBeUndefined();
});

test("a shorter time is no stall, and each byte begins it anew", async () => {
  expect(await causeAfter(9_999, queueOf(["UPLOADING"]))).toBeUndefined();
  const clock = new VirtualClock();
  const watch = new StallWatch(clock);
  watch.start();
  await clock.advance(9_000);
  watch.moved(1);
  await clock.advance(9_000);
  expect(watch.of(queueOf(["UPLOADING"]))).toBeUndefined();
  watch.moved(1);
  await clock.advance(1_000);
  expect(watch.of(queueOf(["UPLOADING"]))).toEqual({ cause: "link", since: 9_000 });
});

test("what is not sending does not stand still", async () => {
  const clock = new VirtualClock();
  const watch = new StallWatch(clock);
  await clock.advance(60_000);
  expect(watch.of(queueOf(["UPLOADING"]))).toBeUndefined();
  watch.start();
  watch.stop();
  await clock.advance(60_000);
  expect(watch.of(queueOf(["UPLOADING"]))).toBeUndefined();
});
