import { AppError } from "@swath/contract/errors";
import { expect, test } from "vitest";
import { withStore } from "./with-store.ts";

const signal = new AbortController().signal;
const away = new AppError("STORE_UNAVAILABLE", "away");

test("a store that is away is called again until it answers", async () => {
  const answers = [away, away, "bytes"];
  const call = async () => {
    const answer = answers.shift();
    if (answer instanceof AppError) throw answer;
    return answer;
  };
  expect(await withStore(call, { storeSeconds: 10, signal })).toBe("bytes");
});

test("a store that stays away is given up in time, any other refusal at once", async () => {
  let calls = 0;
  const call = (error: AppError) => async () => {
    calls += 1;
    throw error;
  };
  await expect(withStore(call(away), { storeSeconds: 0.5, signal })).rejects.toBe(away);
  expect(calls).toBeGreaterThan(1);
  calls = 0;
  const missing = new AppError("OBJECT_NOT_FOUND", "missing");
  await expect(withStore(call(missing), { storeSeconds: 10, signal })).rejects.toBe(missing);
  expect(calls).toBe(1);
});
