import { expect, test } from "vitest";
import { VirtualClock } from "../../testing/virtual-clock.ts";
import { SpeedMeter } from "./speed-meter.ts";

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
