import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { KeptSignIn } from "./kept-sign-in.ts";

const server = new URL("https://swath.example:8443");
const sign = { issuer: "https://provider.example", clientId: "programs", refreshToken: "r" };
let place: string;
let folder: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "swath-sign-in-"));
  folder = join(place, "swath");
});
afterEach(() => rmSync(place, { recursive: true }));

test("a sign-in is kept for its server, in a file of this user alone", async () => {
  const kept = new KeptSignIn(folder, server);
  expect(await kept.read()).toBeUndefined();
  await kept.write({ ...sign, refreshToken: "before" });
  await kept.write(sign);
  expect(await kept.read()).toEqual(sign);
  expect(await new KeptSignIn(folder, new URL("https://other.example")).read()).toBeUndefined();
  const files = readdirSync(folder);
  expect(files).toEqual(["sign-in-swath.example_8443.json"]);
  expect(statSync(join(folder, files[0] ?? "")).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  await kept.remove();
  expect(await kept.read()).toBeUndefined();
});

test("what is no sign-in counts as none", async () => {
  const kept = new KeptSignIn(folder, server);
  await kept.write(sign);
  for (const text of ["{", "{}"]) {
    writeFileSync(join(folder, "sign-in-swath.example_8443.json"), text);
    expect(await kept.read()).toBeUndefined();
  }
});

test("two programs renew one after the other", async () => {
  const log: string[] = [];
  const waits = Promise.withResolvers<void>();
  const first = new KeptSignIn(folder, server).alone(async () => {
    log.push("1 begins");
    await waits.promise;
    log.push("1 ends");
  });
  const sleep = async (): Promise<void> => {
    waits.resolve();
    await first;
  };
  await expect.poll(() => log).toEqual(["1 begins"]);
  await new KeptSignIn(folder, server, { sleep }).alone(async () => void log.push("2 begins"));
  expect(log).toEqual(["1 begins", "1 ends", "2 begins"]);
});

test("a lock that was left behind holds nobody up", async () => {
  mkdirSync(folder);
  writeFileSync(join(folder, "sign-in-swath.example_8443.json.lock"), "");
  let now = Date.now();
  const sleep = async (milliseconds: number): Promise<void> => void (now += 100 * milliseconds);
  const left = now;
  await new KeptSignIn(folder, server, { now: () => now, sleep }).alone(async () => {});
  expect(now - left).toBeGreaterThan(60_000);
  expect(readdirSync(folder)).toEqual([]);
});
