import { endpoint } from "@swath/contract/endpoint";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { CookieBrowser } from "./testing/cookie-browser.ts";
import { Installation } from "./testing/installation.ts";

const remove = endpoint("DELETE", "/data", {
  services: ["main"],
  permission: "signedIn",
  summary: "What takes a recent sign-in",
  recentSignIn: { of: "signedIn" },
});
const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";

const begunSchema = z.object({
  device_code: z.string(),
  user_code: z.string(),
  verification_uri: z.url(),
});
const grantedSchema = z.object({ access_token: z.string(), refresh_token: z.string() });

let installation: Installation;
beforeAll(async () => {
  installation = await Installation.start((serve) => serve(remove, async () => undefined));
});
afterAll(() => installation.close());

/** A call of the program to the provider. */
async function ask(path: string, fields: Record<string, string>): Promise<Response> {
  const resource = installation.deviceSignIn.resource ?? "";
  const body = new URLSearchParams({ client_id: "swath-cli", resource, ...fields });
  return fetch(new URL(`/idp${path}`, installation.publicUrl), { method: "POST", body });
}

const begin = async () => {
  const reply = await ask("/device/auth", { scope: installation.deviceSignIn.scope });
  return begunSchema.parse(await reply.json());
};

const redeem = (deviceCode: string) =>
  ask("/token", { grant_type: DEVICE_GRANT, device_code: deviceCode });
const refresh = (refreshToken: string) =>
  ask("/token", { grant_type: "refresh_token", refresh_token: refreshToken });

const errorOf = async (reply: Response): Promise<string> =>
  z.object({ error: z.string() }).parse(await reply.json()).error;

const xsrfOf = (page: string): string => /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? "";

/** Enters a code; returns the page that follows, and what its form needs. */
async function enter(browser: CookieBrowser, address: string, user_code: string) {
  const first = await browser.follow(address);
  const body = new URLSearchParams({ xsrf: xsrfOf(await first.page.text()), user_code });
  const { page } = await browser.follow(address, { method: "POST", body });
  const text = await page.text();
  return { text, xsrf: xsrfOf(text) };
}

/** Lets a program sign in as an account. */
async function confirm(account: string, answer: "confirm" | "abort" = "confirm") {
  const begun = await begin();
  const { user_code, verification_uri: address } = begun;
  const browser = new CookieBrowser(installation.publicUrl);
  const { text, xsrf } = await enter(browser, address, user_code);
  expect(text).toContain(`<code>${user_code}</code>`);
  const fields = { xsrf, user_code, confirm: "yes", ...(answer === "abort" && { abort: "yes" }) };
  const body = new URLSearchParams(fields);
  const { url } = await browser.follow(address, { method: "POST", body });
  if (answer === "abort") return begun;
  expect(url.pathname).toMatch(/^\/idp\/sign-in\//);
  const login = new URLSearchParams({ login: account });
  const { page } = await browser.follow(url, { method: "POST", body: login });
  expect(await page.text()).toContain("The program is signed in.");
  return begun;
}

async function signedIn(account: string) {
  const { device_code } = await confirm(account);
  return grantedSchema.parse(await (await redeem(device_code)).json());
}

test("a program gets a bearer of the person once they entered its code", async () => {
  const { access_token: token } = await signedIn("crew");
  expect(await installation.who(token)).toEqual({ status: 200, code: "" });
  const who = await installation.call("GET", "/who", token);
  expect(await who.json()).toMatchObject({ subject: "crew", roles: ["base"] });
});

test("before the code is entered, and for a code that was refused, there is no token", async () => {
  const { device_code } = await begin();
  expect(await errorOf(await redeem(device_code))).toBe("authorization_pending");
  const refused = await confirm("crew", "abort");
  expect(await errorOf(await redeem(refused.device_code))).toBe("access_denied");
});

test("a code is good once: for one person, and for one token", async () => {
  const { device_code, user_code, verification_uri: address } = await confirm("crew");
  const browser = new CookieBrowser(installation.publicUrl);
  const { text } = await enter(browser, address, user_code);
  expect(text).toContain("There is no such code, or it was used or has expired.");
  expect((await redeem(device_code)).status).toBe(200);
  expect(await errorOf(await redeem(device_code))).toBe("invalid_grant");
});

test("a refresh token is honoured once, and a second use ends the sign-in", async () => {
  const first = await signedIn("crew");
  const second = grantedSchema.parse(await (await refresh(first.refresh_token)).json());
  expect(await installation.who(second.access_token)).toEqual({ status: 200, code: "" });
  expect(await errorOf(await refresh(first.refresh_token))).toBe("invalid_grant");
  expect(await errorOf(await refresh(second.refresh_token))).toBe("invalid_grant");
});

test("a program that signs out revokes its refresh token", async () => {
  const { refresh_token: token } = await signedIn("crew");
  expect((await ask("/token/revocation", { token })).status).toBe(200);
  expect(await errorOf(await refresh(token))).toBe("invalid_grant");
});

test("a program's bearer does nothing that takes a recent sign-in", async () => {
  const { access_token: token } = await signedIn("leader");
  const refused = { status: 403, code: "REAUTHENTICATION_REQUIRED" };
  expect(await installation.who(token, installation.publicUrl, ["DELETE", "/data"])).toEqual(
    refused,
  );
});

test("the program's client takes no sign-in by redirect", async () => {
  const address = new URL("/idp/auth", installation.publicUrl);
  address.search = new URLSearchParams({
    client_id: "swath-cli",
    response_type: "code",
    redirect_uri: new URL("/auth/callback", installation.publicUrl).href,
    scope: "openid",
    code_challenge: "a".repeat(43),
    code_challenge_method: "S256",
  }).toString();
  expect((await fetch(address, { redirect: "manual" })).status).toBe(400);
});
