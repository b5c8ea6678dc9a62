import { expect, test } from "vitest";
import { type Check, createHealth, statusOf } from "./health.ts";

const START = Date.parse("2026-03-14T06:00:00.000Z");

function rig(checks: Readonly<Record<string, Partial<Check>>>, timeoutMs?: number) {
  let ms = 0;
  const whole = Object.fromEntries(
    Object.entries(checks).map(([name, check]) => [
      name,
      { look: async () => undefined, isEssential: true, ...check },
    ]),
  );
  const health = createHealth(whole, {
    clock: () => new Date(START + ms),
    now: () => ms,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  return { health, pass: (more: number) => (ms += more) };
}

test("what is wrong is told with the time since which it is", async () => {
  let why: string | undefined = "away";
  const { health, pass } = rig({ store: { look: async () => why } });
  const first = { check: "store", isEssential: true, fault: { why, since: new Date(START) } };
  expect(await health.findings()).toEqual([first]);
  pass(60_000);
  why = "full";
  expect(await health.findings()).toMatchObject([{ fault: { why, since: new Date(START) } }]);
  why = undefined;
  pass(1_000);
  expect(await health.findings()).toMatchObject([{ fault: null }]);
  why = "away";
  pass(1_000);
  expect(await health.findings()).toMatchObject([{ fault: { since: new Date(START + 62_000) } }]);
});

test("a check that throws, or hangs, fails with the reason", async () => {
  const { health } = rig(
    {
      database: { look: () => Promise.reject(new Error("connection refused")) },
      store: { look: () => new Promise(() => undefined) },
    },
    5,
  );
  expect((await health.findings()).map(({ fault }) => fault?.why)).toEqual([
    "connection refused",
    "it has not answered for 0.005 s",
  ]);
});

test("all who ask within a second share one look", async () => {
  let looks = 0;
  const { health, pass } = rig({
    store: {
      look: async () => {
        looks++;
        return undefined;
      },
    },
  });
  await Promise.all([health.findings(), health.findings()]);
  pass(999);
  await health.findings();
  expect(looks).toBe(1);
  pass(1);
  await health.findings();
  expect(looks).toBe(2);
});

const broken = { look: async () => "away" };
const status = async (checks: Parameters<typeof rig>[0]) =>
  statusOf(await rig(checks).health.findings());

test("a server without what is essential is unavailable, without the rest degraded", async () => {
  expect(await status({ database: {} })).toBe("ok");
  expect(await status({ database: {}, worker: { ...broken, isEssential: false } })).toBe(
    "degraded",
  );
  expect(await status({ database: broken, worker: { ...broken, isEssential: false } })).toBe(
    "unavailable",
  );
});
