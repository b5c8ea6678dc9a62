import { endpoints } from "@swath/contract/endpoints";
import { describe, expect, test } from "vitest";
import type { ApiCalls } from "../../ports/uploader-ports.ts";
import { FakePage } from "../../testing/fake-page.ts";
import { VirtualClock } from "../../testing/virtual-clock.ts";
import { backOff, isLeaseLost, pause, requestWithRetry, waitForNetwork } from "./request.ts";

class Answered extends Error {
  readonly status: number;
  readonly code: string;
  readonly details = { queueIndex: 2 };
  constructor(status: number, code = "SOME_CODE") {
    super("no");
    this.status = status;
    this.code = code;
  }
}

/** Calls that fail with these errors, one after the other, and then succeed. */
function failing(...errors: readonly unknown[]) {
  const clock = new VirtualClock();
  const page = new FakePage();
  const left = [...errors];
  const seen = { calls: 0, times: [] as number[] };
  const call = async (): Promise<never> => {
    seen.calls++;
    seen.times.push(clock.now());
    if (left.length > 0) throw left.shift();
    return "fine" as never;
  };
  const api: ApiCalls = { call };
  const stop = new AbortController();
  const result = requestWithRetry({ api, clock, page }, endpoints.readSettings, {
    signal: stop.signal,
  });
  return { clock, page, seen, stop, result };
}

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
const FINE = { kind: "answered", value: "fine" };

describe("a request", () => {
  test("send/A1 is repeated without end while there is no response", async () => {
    const { clock, seen, result } = failing(...times(100, () => new TypeError("offline")));
    expect(await clock.settle(result)).toEqual(FINE);
    expect(seen.calls).toBe(101);
    const waits = seen.times.slice(1).map((time, i) => time - seen.times[i]!);
    for (const [i, wait] of waits.entries()) {
      const longest = Math.min(30_000, 1_000 * 2 ** i);
      expect(wait).toBeGreaterThanOrEqual(longest / 2);
      expect(wait).toBeLessThanOrEqual(longest);
    }
  });

  test("send/A1 is repeated at once when the network is back", async () => {
    const { clock, page, result } = failing(...times(6, () => new TypeError("offline")));
    for (let i = 0; i < 6; i++) {
      await clock.advance(1);
      page.online();
    }
    await clock.advance(1);
    expect(await result).toEqual(FINE);
    expect(clock.now()).toBe(7);
  });

  test.each([401, 408, 429, 502, 503, 504])("send/A2 is repeated after a %d", async (status) => {
    const { clock, result } = failing(...times(20, () => new Answered(status)));
    expect(await clock.settle(result)).toEqual(FINE);
  });

  test("send/A2 an error without a status, or with status 0, is no response", async () => {
    const { clock, result } = failing(new Answered(0), { status: 400, code: "NO_ERROR" }, "text");
    expect(await clock.settle(result)).toEqual(FINE);
  });

  test("send/A3 is repeated 8 times after a 500, and no more", async () => {
    const eight = failing(...times(8, () => new Answered(500)));
    expect(await eight.clock.settle(eight.result)).toEqual(FINE);
    const nine = failing(...times(9, () => new Answered(500)));
    expect(await nine.clock.settle(nine.result)).toMatchObject({ kind: "refused", status: 500 });
  });

  test("send/A3 counts no other failure as a 500", async () => {
    const errors = times(8, () => [new Answered(500), new Answered(503)]).flat();
    const { clock, result } = failing(...errors);
    expect(await clock.settle(result)).toEqual(FINE);
  });

  test.each([400, 403, 404, 409, 413, 501])("send/A4 ends with a %d", async (status) => {
    const { clock, seen, result } = failing(new Answered(status));
    expect(await clock.settle(result)).toEqual({
      kind: "refused",
      status,
      code: "SOME_CODE",
      message: "no",
      details: { queueIndex: 2 },
    });
    expect(seen.calls).toBe(1);
  });

  test("send/A5 ends at once when it is aborted, while it waits or is on its way", async () => {
    const waiting = failing(...times(9, () => new TypeError("offline")));
    await waiting.clock.advance(1);
    waiting.stop.abort();
    expect(await waiting.result).toEqual({ kind: "aborted" });
    expect(waiting.seen.calls).toBe(1);
    const sent = failing(new Answered(409));
    sent.stop.abort();
    expect(await sent.result).toEqual({ kind: "aborted" });
  });
});

const refusal = (status: number, code = "UPLOAD_NOT_ACTIVE") =>
  ({ kind: "refused", status, code, message: "", details: {} }) as const;

test("a lease is lost by 403, 404 and 409, but not by an object that does not fit", () => {
  const lost = [400, 401, 403, 404, 408, 409, 500].filter((status) => isLeaseLost(refusal(status)));
  expect(lost).toEqual([403, 404, 409]);
  expect(isLeaseLost(refusal(403, "UPLOAD_POLICY_REFUSED"))).toBe(false);
});

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
