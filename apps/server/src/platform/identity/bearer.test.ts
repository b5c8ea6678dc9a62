import { AppError } from "@swath/contract/errors";
import { expect, test } from "vitest";
import { type Verified, rememberVerified } from "./bearer.ts";

const START = Date.parse("2026-03-14T01:00:00Z");
const MINUTE = 60_000;

function rig(lifetime: number) {
  let now = START;
  const asked: string[] = [];
  const identity = { subject: "s", name: "", givenName: "", familyName: "", email: "", roles: [] };
  const verify = async (token: string): Promise<Verified> => {
    asked.push(token);
    if (token === "forged" || now >= START + lifetime)
      throw new AppError("UNAUTHENTICATED", "the token is not valid");
    return { identity: { ...identity, subject: token }, expires: new Date(START + lifetime) };
  };
  const remembering = rememberVerified(verify, () => new Date(now));
  return {
    asked,
    ask: async (token: string) => (await remembering(token)).identity.subject,
    pass: (ms: number) => void (now += ms),
  };
}

test("a token is verified once a minute, and each token for itself", async () => {
  const { ask, asked, pass } = rig(60 * MINUTE);
  expect([await ask("one"), await ask("two"), await ask("one")]).toEqual(["one", "two", "one"]);
  expect(asked).toEqual(["one", "two"]);
  pass(MINUTE);
  await ask("one");
  expect(asked).toEqual(["one", "two", "one"]);
});

test("a token is asked about again from the moment on that it expires", async () => {
  const { ask, pass } = rig(MINUTE / 2);
  await ask("one");
  pass(MINUTE / 2 - 1);
  expect(await ask("one")).toBe("one");
  pass(1);
  await expect(ask("one")).rejects.toThrow("not valid");
});

test("a refused token is verified each time", async () => {
  const { ask, asked } = rig(MINUTE);
  await expect(ask("forged")).rejects.toThrow("not valid");
  await expect(ask("forged")).rejects.toThrow("not valid");
  expect(asked).toEqual(["forged", "forged"]);
});
