import { describe, expect, test } from "vitest";
import { FakePage } from "../../testing/fake-page.ts";
import { VirtualClock } from "../../testing/virtual-clock.ts";
import { backOff, pause, waitForNetwork } from "./back-off.ts";

describe("a back-off", () => {
  test("doubles from one second to thirty, half of it by chance", () => {
    expect([1, 2, 3, 6, 60].map((attempt) => backOff(attempt, 1))).toEqual([
      1_000, 2_000, 4_000, 30_000, 30_000,
    ]);
    expect(backOff(3, 0)).toBe(2_000);
  });

  test("ends at once when the network is back, and listens no longer", async () => {
    const [clock, page] = [new VirtualClock(), new FakePage()];
    let over = false;
    const waiting = waitForNetwork({ clock, page }, 6, new AbortController().signal);
    void waiting.finally(() => {
      over = true;
    });
    await clock.advance(100);
    expect(over).toBe(false);
    page.online();
    await clock.advance(0);
    expect(over).toBe(true);
    expect(clock.waiting).toBe(0);
  });

  test("ends at once when it is aborted, before or meanwhile", async () => {
    const clock = new VirtualClock();
    const stop = new AbortController();
    const waiting = pause(clock, 1_000, stop.signal);
    stop.abort();
    await waiting;
    await pause(clock, 1_000, stop.signal);
    expect(clock.waiting).toBe(0);
  });
});
