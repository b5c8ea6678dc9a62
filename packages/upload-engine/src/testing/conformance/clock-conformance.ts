import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Clock } from "../../ports/uploader-ports.ts";

export interface ClockUnderTest {
  readonly clock: Clock;
  /** Lets at least these milliseconds pass. */
  readonly elapse: (milliseconds: number) => Promise<void>;
  readonly close: () => void;
}

/** What every clock of the engine does; declares the tests of one. */
export function clockConformance(name: string, open: () => ClockUnderTest): void {
  describe(name, () => {
    let under: ClockUnderTest;
    beforeEach(() => {
      under = open();
    });
    afterEach(() => under.close());

    test("runs tasks in the order of their times, each once and not before", async () => {
      const { clock, elapse } = under;
      const start = clock.now();
      const ran: { readonly name: string; readonly early: number }[] = [];
      const set = (task: string, ms: number): void => {
        clock.after(ms, () => ran.push({ name: task, early: start + ms - clock.now() }));
      };
      set("second", 60);
      set("first", 20);
      set("third", 60);
      await elapse(200);
      expect(ran.map((task) => task.name)).toEqual(["first", "second", "third"]);
      // A browser's timer may be a fraction of a millisecond early.
      for (const { early } of ran) expect(early).toBeLessThan(1);
    });

    test("never runs a cancelled task; to cancel it again, or one that has run, does nothing", async () => {
      const { clock, elapse } = under;
      const ran: string[] = [];
      const cancel = clock.after(20, () => ran.push("cancelled"));
      const cancelLater = clock.after(20, () => ran.push("run"));
      cancel();
      cancel();
      await elapse(100);
      cancelLater();
      expect(ran).toEqual(["run"]);
    });

    test("runs what a task sets", async () => {
      const { clock, elapse } = under;
      let times = 0;
      const repeat = (): void => {
        times++;
        clock.after(20, repeat);
      };
      clock.after(20, repeat);
      await elapse(300);
      expect(times).toBeGreaterThan(2);
    });

    test("never goes back", async () => {
      const before = under.clock.now();
      await under.elapse(20);
      expect(under.clock.now()).toBeGreaterThanOrEqual(before + 19);
    });

    test("gives random numbers from 0 up to but not including 1", () => {
      const numbers = Array.from({ length: 100 }, () => under.clock.random());
      expect(new Set(numbers).size).toBeGreaterThan(90);
      expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
    });
  });
}
