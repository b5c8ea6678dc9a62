import { expect, test } from "vitest";
import { VirtualClock } from "../../testing/virtual-clock.ts";
import { type Acknowledged, SpeedMeter, StallWatch, timeLeft } from "./upload-progress.ts";

type Queue = Parameters<StallWatch["of"]>[0];

function queueOf(states: readonly string[], nextDue?: number): Queue {
  const active = states.map((state) => ({ state }));
  return { active: () => active, nextDue: () => nextDue };
}

async function causeAfter(ms: number, queue: Queue) {
  const clock = new VirtualClock();
  const watch = new StallWatch(clock);
  watch.start();
  await clock.advance(ms);
  return watch.of(queue);
}

test.each([
  ["T1 what is posted before all else", ["READING", "WAITING", "UPLOADING"], "link"],
  ["T2 what is ready before what is prepared", ["READING", "COMPRESSING", "WAITING"], "turn"],
  ["T3 what is compressed before what is read", ["READING", "COMPRESSING"], "compression"],
  ["T3 what is read", ["READING"], "drive"],
] as const)("run/%s says why nothing moves", async (_, states, cause) => {
  expect(await causeAfter(10_000, queueOf(states, 99))).toEqual({ cause, since: 0 });
});

test("run/T4 what failed says when it is sent again", async () => {
  expect(await causeAfter(10_000, queueOf([], 12_000))).toEqual({
    cause: "retry",
    since: 0,
    retryAt: 12_000,
  });
  expect(await causeAfter(10_000, queueOf([]))).toBeUndefined();
});

test("run/T0 a full store is said at once, before all else, until it has room", async () => {
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

/** The speed after seconds in which so many bytes were sent. */
async function speedAfter(...seconds: readonly number[]): Promise<number> {
  const clock = new VirtualClock();
  const meter = new SpeedMeter(clock);
  let total = 0;
  meter.start(
    () => total,
    () => {},
  );
  for (const bytes of seconds) {
    total += bytes;
    await clock.advance(1_000);
  }
  const { bytesPerSecond } = meter;
  meter.stop();
  expect(clock.waiting).toBe(0);
  expect(meter.bytesPerSecond).toBe(0);
  return bytesPerSecond;
}

test("the speed is the mean of the last ten samples", async () => {
  expect(await speedAfter(1000, ...Array.from({ length: 10 }, () => 20))).toBe(20);
  expect(await speedAfter(10, 30)).toBe(20);
});

test("zero samples are left out unless all are zero", async () => {
  expect(await speedAfter(10, 0, 0, 30)).toBe(20);
  expect(await speedAfter(0, 0)).toBe(0);
  expect(await speedAfter()).toBe(0);
  expect(await speedAfter(50, ...Array.from({ length: 10 }, () => 0))).toBe(0);
});

test("a part that starts anew does not make the speed negative", async () => {
  expect(await speedAfter(-500, 100)).toBe(100);
});

/** A record a second, given what each 20 s carried. */
function historyOf(...spans: readonly number[]): Acknowledged[] {
  const history: Acknowledged[] = [{ at: 0, bytes: 0 }];
  for (const carried of spans) {
    const { at, bytes } = history.at(-1)!;
    for (let second = 1; second <= 20; second++)
      history.push({ at: at + second * 1000, bytes: bytes + (carried * second) / 20 });
  }
  return history;
}

test("run/L1 only the latest five spans count", () => {
  const history = historyOf(90_000, 200, 200, 200, 200, 200);
  expect(timeLeft(history, 100)).toEqual({ leastSeconds: 10, mostSeconds: 10 });
});

test("run/L2 nothing is said of less than two spans", () => {
  expect(timeLeft([], 100)).toBeUndefined();
  expect(timeLeft(historyOf(200), 100)).toBeUndefined();
  expect(timeLeft(historyOf(200, 200).slice(1), 100)).toBeUndefined();
});

test("run/L2 nothing is said while nothing is acknowledged", () => {
  expect(timeLeft(historyOf(0, 0, 0), 100)).toBeUndefined();
});

test("run/L3 the fastest span gives the least, the slowest the most", () => {
  const history = historyOf(200, 400, 100);
  expect(timeLeft(history, 100)).toEqual({ leastSeconds: 5, mostSeconds: 20 });
});

test("run/L3 bytes that no longer count make no span negative", () => {
  const history = historyOf(200, -200, 200);
  expect(timeLeft(history, 100)).toEqual({ leastSeconds: 10 });
});

test("run/L4 a span that carried nothing leaves the most open", () => {
  expect(timeLeft(historyOf(200, 0, 200), 100)).toEqual({ leastSeconds: 10 });
});

test("run/L4 an upload that has stood still for a while leaves the most open", () => {
  expect(timeLeft(historyOf(200, 200, 0), 100)).toEqual({ leastSeconds: 10 });
});
