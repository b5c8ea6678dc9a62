import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SavedSignIn } from "./saved-sign-in.ts";

const server = new URL("https://swath.example:8443");
const LOCK = "sign-in-swath.example_8443.json.turn";
const sign = { issuer: "https://provider.example", clientId: "programs", refreshToken: "r" };
let place: string;
let folder: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "swath-sign-in-"));
  folder = join(place, "swath");
});
afterEach(() => rmSync(place, { recursive: true }));

test("a sign-in is kept for its server, in a file of this user alone", async () => {
  const kept = new SavedSignIn(folder, server);
  expect(await kept.read()).toBeUndefined();
  await kept.write({ ...sign, refreshToken: "before" });
  await kept.write(sign);
  expect(await kept.read()).toEqual(sign);
  expect(await new SavedSignIn(folder, new URL("https://other.example")).read()).toBeUndefined();
  const files = readdirSync(folder);
  expect(files).toEqual(["sign-in-swath.example_8443.json"]);
  expect(statSync(join(folder, files[0] ?? "")).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  await kept.remove();
  expect(await kept.read()).toBeUndefined();
});

test("what is no sign-in counts as none", async () => {
  const kept = new SavedSignIn(folder, server);
  await kept.write(sign);
  for (const text of ["{", "{}"]) {
    writeFileSync(join(folder, "sign-in-swath.example_8443.json"), text);
    expect(await kept.read()).toBeUndefined();
  }
});

test("two programs renew one after the other", async () => {
  const log: string[] = [];
  const waits = Promise.withResolvers<void>();
  const first = new SavedSignIn(folder, server).alone(async () => {
    log.push("1 begins");
    await waits.promise;
    log.push("1 ends");
  });
  const sleep = async (): Promise<void> => {
    waits.resolve();
    await first;
  };
  await expect.poll(() => log).toEqual(["1 begins"]);
  await new SavedSignIn(folder, server, { sleep }).alone(async () => void log.push("2 begins"));
  expect(log).toEqual(["1 begins", "1 ends", "2 begins"]);
});

/** A lock whose program was killed. */
function leaveBehind(): void {
  mkdirSync(join(folder, LOCK), { recursive: true });
  writeFileSync(join(folder, LOCK, "killed"), "");
}

test("a lock that was left behind holds nobody up for longer than a renewal may take", async () => {
  leaveBehind();
  let now = 0;
  const sleep = async (milliseconds: number): Promise<void> => void (now += 100 * milliseconds);
  await new SavedSignIn(folder, server, { now: () => now, sleep }).alone(async () => {});
  expect(now).toBeGreaterThan(60_000);
  expect(now).toBeLessThan(80_000);
  expect(readdirSync(folder)).toEqual([]);
});

test("of programs that take over a lock at once, one after the other goes on", async () => {
  leaveBehind();
  let within = 0;
  let most = 0;
  const turns = Array.from({ length: 30 }, async () => {
    let now = 0;
    const sleep = async (): Promise<void> => {
      // Time passes while the killed one holds it.
      if (existsSync(join(folder, LOCK, "killed"))) now += 30_001;
      await setImmediate();
    };
    await new SavedSignIn(folder, server, { now: () => now, sleep }).alone(async () => {
      within += 1;
      most = Math.max(most, within);
      for (let turn = 0; turn < 50; turn += 1) await setImmediate();
      within -= 1;
    });
  });
  await Promise.all(turns);
  expect(most).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
});

test("a program whose lock was taken over takes it from nobody", async () => {
  const [mine, theirs] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = new SavedSignIn(folder, server).alone(() => mine.promise);
  await expect.poll(() => readdirSync(folder)).toEqual([LOCK]);
  let now = 0;
  const sleep = async (): Promise<void> => void (now += 30_001);
  const begun = Promise.withResolvers<void>();
  const next = new SavedSignIn(folder, server, { now: () => now, sleep }).alone(() => {
    begun.resolve();
    return theirs.promise;
  });
  await begun.promise;
  mine.resolve();
  await slow;
  expect(readdirSync(folder)).toEqual([LOCK]);
  theirs.resolve();
  await next;
  expect(readdirSync(folder)).toEqual([]);
});
