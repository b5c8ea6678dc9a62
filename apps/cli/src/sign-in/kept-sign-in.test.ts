import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
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

test("two programs renew one after the other; a lock that was left behind holds nobody up", async () => {
  const running: string[] = [];
  const task = (name: string) => async (): Promise<void> => {
    running.push(`${name} begins`);
    await new Promise((done) => setTimeout(done, 30));
    running.push(`${name} ends`);
  };
  const [first, second] = [new KeptSignIn(folder, server), new KeptSignIn(folder, server)];
  await Promise.all([first.alone(task("1")), second.alone(task("2"))]);
  const pairs = [running.slice(0, 2), running.slice(2)];
  for (const [begun, ended] of pairs) expect(ended?.[0]).toBe(begun?.[0]);
  const lock = join(folder, "sign-in-swath.example_8443.json.lock");
  writeFileSync(lock, "");
  const old = Date.now() / 1000 - 120;
  utimesSync(lock, old, old);
  await first.alone(task("3"));
  expect(readdirSync(folder)).toEqual([]);
});
