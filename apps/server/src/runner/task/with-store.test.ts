import { AppError } from "@swath/contract/errors";
import { expect, test } from "vitest";
import { ManualTimers } from "../../platform/clock/testing/manual-timers.ts";
import { withStore } from "./with-store.ts";

const signal = new AbortController().signal;
/** Lets the time of each wait pass. */
class PassingTimers extends ManualTimers {
  override readonly wait = async (milliseconds: number): Promise<void> =>
    this.advance(milliseconds);
}
const away = new AppError("STORE_UNAVAILABLE", "away");

test("a store that is away is called again until it answers", async () => {
  const answers = [away, away, "bytes"];
  const call = async () => {
    const answer = answers.shift();
    if (answer instanceof AppError) throw answer;
    return answer;
  };
  expect(await withStore(call, { storeSeconds: 10, signal, timers: new PassingTimers() })).toBe(
    "bytes",
  );
});

test("a store that stays away is given up in time, any other refusal at once", async () => {
  let calls = 0;
  const call = (error: AppError) => async () => {
    calls += 1;
    throw error;
  };
  const timers = new PassingTimers();
  await expect(withStore(call(away), { storeSeconds: 60, signal, timers })).rejects.toBe(away);
  expect(timers.now()).toBe(60_000);
  expect(calls).toBeGreaterThan(5);
  calls = 0;
  const missing = new AppError("OBJECT_NOT_FOUND", "missing");
  await expect(withStore(call(missing), { storeSeconds: 10, signal })).rejects.toBe(missing);
  expect(calls).toBe(1);
});
