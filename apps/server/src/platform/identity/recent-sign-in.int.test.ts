import { endpoint } from "@swath/contract/endpoint";
import { importJWK, SignJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { CookieBrowser } from "./testing/cookie-browser.ts";
import { Installation } from "./testing/installation.ts";

const declared = {
  services: ["main"],
  permission: "signedIn",
  summary: "What takes a recent sign-in",
} as const;
const remove = endpoint("DELETE", "/data", { ...declared, recentSignIn: { of: "signedIn" } });
const move = endpoint("PUT", "/upload", {
  ...declared,
  query: z.strictObject({ status: z.string() }),
  recentSignIn: { of: "resetUpload", query: { status: "READY" } },
});
const REMOVE = ["DELETE", "/data"] as const;
const RESET = ["PUT", "/upload?status=READY"] as const;
const DONE = { status: 200, code: "" };
const REFUSED = { status: 403, code: "REAUTHENTICATION_REQUIRED" };
const MINUTE = 60_000;

let installation: Installation;
beforeAll(async () => {
  installation = await Installation.start((serve) => {
    serve(remove, async () => undefined);
    serve(move, async () => undefined);
  });
});
afterAll(() => installation.close());

const ask = (token: string, what: readonly [string, string]) =>
  installation.who(token, installation.publicUrl, what);
const pass = (ms: number): void => {
  installation.now = new Date(installation.now.getTime() + ms);
};

async function signedIn(account: string): Promise<{ browser: CookieBrowser; token: string }> {
  installation.now = new Date();
  const browser = new CookieBrowser(installation.publicUrl);
  await browser.signIn(account);
  const { token } = await browser.renew();
  return { browser, token };
}

test("a session of more than five minutes' age does nothing that takes a recent sign-in", async () => {
  const { browser, token } = await signedIn("leader");
  expect(await ask(token, REMOVE)).toEqual(DONE);
  expect(await ask(token, RESET)).toEqual(DONE);
  pass(6 * MINUTE);
  expect(await ask(token, REMOVE)).toEqual(REFUSED);
  expect(await ask(token, RESET)).toEqual(REFUSED);
  expect(await ask(token, ["PUT", "/upload?status=OTHER"])).toEqual(DONE);
  expect(await installation.who(token)).toEqual(DONE);
  // A newer token of the same session is no sign-in.
  pass(50 * MINUTE);
  const { token: newer } = await browser.renew();
  expect(newer).not.toBe(token);
  expect(await ask(newer, REMOVE)).toEqual(REFUSED);
});

test("signing in at the provider, which asks again, makes it recent; passing through does not", async () => {
  const { browser, token } = await signedIn("leader");
  pass(6 * MINUTE);
  await browser.follow("/auth/login?returnTo=%2Fpost");
  const passed = (await browser.renew()).token;
  expect(passed).not.toBe(token);
  expect(await ask(passed, REMOVE)).toEqual(REFUSED);
  installation.now = new Date();
  await browser.signIn("leader", "/post", "&prompt=login");
  const { token: fresh } = await browser.renew();
  expect(await ask(fresh, REMOVE)).toEqual(DONE);
  expect((await installation.who(passed)).code).toBe("SESSION_ENDED");
});

test("an age is asked of the provider, which must then say when the person signed in", async () => {
  const browser = new CookieBrowser(installation.publicUrl);
  const login = await browser.go("/auth/login?prompt=login");
  const { searchParams } = new URL(login.headers.get("location") ?? "");
  expect([searchParams.get("prompt"), searchParams.get("max_age")]).toEqual(["login", "300"]);
});

test("where the provider does not say when the person signed in, no sign-in is recent", async () => {
  const { token } = await signedIn("leader");
  await installation.database.db.updateTable("sessions").set({ authenticated: null }).execute();
  expect(await ask(token, REMOVE)).toEqual(REFUSED);
});

test("a caller without the permission is refused for that, and not asked to sign in again", async () => {
  const { token } = await signedIn("crew");
  pass(6 * MINUTE);
  expect(await ask(token, RESET)).toEqual(DONE);
});

test("a program's token needs no person, and a person's without a session says when", async () => {
  installation.now = new Date();
  const issued = async (groups: string[], claims: object): Promise<string> =>
    new SignJWT({ groups, ...claims })
      .setProtectedHeader({ alg: "RS256", typ: "at+jwt", kid: installation.keys.signing["kid"]! })
      .setSubject("importer")
      .setIssuer(new URL("/idp", installation.publicUrl).href)
      .setAudience("api://swath")
      .setExpirationTime("5 minutes")
      .sign(await importJWK(installation.keys.signing, "RS256"));
  const seconds = Math.floor(Date.now() / 1000);
  expect(await ask(await issued(["group-base", "group-service"], {}), REMOVE)).toEqual(DONE);
  expect(await ask(await issued(["group-base"], {}), REMOVE)).toEqual(REFUSED);
  const old = await issued(["group-base"], { auth_time: seconds - 301 });
  expect(await ask(old, REMOVE)).toEqual(REFUSED);
  const recent = await issued(["group-base"], { auth_time: seconds - 200 });
  expect(await ask(recent, REMOVE)).toEqual(DONE);
});
