import { errorBodySchema } from "@swath/contract/errors";
import { generateKeyPair, importJWK, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestDatabase } from "../postgres/testing.ts";
import { demonstrationToken } from "../embedded-identity/demonstration-token.ts";
import type { ProviderKeys } from "../embedded-identity/keys.ts";
import { sweepSessions } from "./end-sessions.ts";
import { CookieBrowser, renewal } from "./testing/cookie-browser.ts";
import { CALLS_PER_MINUTE } from "./sign-in-routes.ts";
import { GROUPS } from "./testing/groups.ts";
import { Installation } from "./testing/installation.ts";

let installation: Installation;
let database: TestDatabase;
let publicUrl: URL;
let keys: ProviderKeys;
beforeAll(async () => {
  installation = await Installation.start();
  ({ database, publicUrl, keys } = installation);
});
afterAll(() => installation.close());

const who = (token: string) => installation.who(token);
const pass = (ms: number): void => {
  installation.now = new Date(installation.now.getTime() + ms);
};

describe("signing in", () => {
  test("leads through the provider back to the page that was wanted, with the person's roles", async () => {
    const browser = new CookieBrowser(publicUrl);
    const url = await browser.signIn("leader", "/flights?page=2");
    expect(url.href).toBe(new URL("/flights?page=2", publicUrl).href);
    const { token, expiresAt, identity } = await browser.renew();
    expect(identity).toEqual({
      subject: "leader",
      name: "Lena Leader",
      givenName: "Lena",
      familyName: "Leader",
      email: "leader@demonstration.invalid",
      roles: ["base", "leader", "resubmit"],
    });
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(3_000_000);
    expect(await who(token)).toEqual({ status: 200, code: "" });
  });

  test("keeps the session in a cookie that scripts cannot read, and no token in any cookie", async () => {
    const browser = new CookieBrowser(publicUrl);
    const start = await browser.follow("/auth/login");
    const answer = await browser.go(start.url, {
      method: "POST",
      body: new URLSearchParams({ account: "crew" }),
    });
    let next = answer;
    let cookie: string | undefined;
    for (let hops = 0; hops < 6 && cookie === undefined; hops += 1) {
      next = await browser.go(next.headers.get("location") ?? "");
      cookie = next.headers.getSetCookie().find((line) => line.startsWith("swath_session="));
    }
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    const { token } = await browser.renew();
    for (const { value } of browser.jar.values()) expect(value).not.toContain(token.slice(0, 40));
  });

  test("of nobody's name says so and lets one try again, with the name as text", async () => {
    const browser = new CookieBrowser(publicUrl);
    const start = await browser.follow("/auth/login");
    const body = new URLSearchParams({ login: "<script>x" });
    const refused = await browser.go(start.url, { method: "POST", body });
    expect(refused.status).toBe(401);
    const page = await refused.text();
    expect(page).toContain("has the user name “&lt;script&gt;x”");
    const again = new URLSearchParams({ login: " Crew " });
    const { url } = await browser.follow(start.url, { method: "POST", body: again });
    expect(url.pathname).toBe("/");
  });

  test("shows a page of its own policy without inline scripts", async () => {
    const { page } = await new CookieBrowser(publicUrl).follow("/auth/login");
    const text = await page.text();
    const nonce = /<style nonce="([\w-]+)">/.exec(text)?.[1];
    expect(page.headers.get("content-security-policy")).toContain(`'nonce-${nonce}'`);
    expect(page.headers.get("content-security-policy")).not.toContain("unsafe-inline");
    expect(text).not.toContain("<script");
    for (const account of [
      "crew2",
      "office",
      "operator",
      "admin",
      "processing",
      "guest",
      "nogroup",
    ])
      expect(text).toContain(`value="${account}"`);
  });

  test.each(["//evil.example/", "/.//evil.example", "/x/..//evil.example"])(
    "never returns to another site: %s",
    async (wanted) => {
      const url = await new CookieBrowser(publicUrl).signIn("crew", wanted);
      expect(url.href).toBe(publicUrl.href);
    },
  );

  test("that was begun in another browser is not finished in this one", async () => {
    const victim = new CookieBrowser(publicUrl);
    const attacker = new CookieBrowser(publicUrl);
    const start = await attacker.follow("/auth/login");
    const body = new URLSearchParams({ login: "crew" });
    let step = await attacker.go(start.url, { method: "POST", body });
    let target = new URL(step.headers.get("location") ?? "", publicUrl);
    while (target.pathname !== "/auth/callback") {
      step = await attacker.go(target);
      target = new URL(step.headers.get("location") ?? "", publicUrl);
    }
    const seeded = await victim.follow(target);
    expect(seeded.url.pathname).toBe("/login");
    expect(seeded.url.searchParams.get("problem")).toBe("expired");
    expect(installation.failures).toEqual(["expired"]);
    expect((await victim.go("/api/main/renew")).status).toBe(401);
  });

  test("that the provider refuses before it knows where to is a page with a way back, and in the log", async () => {
    const browser = new CookieBrowser(publicUrl);
    const begun = await browser.go("/auth/login");
    const address = new URL(begun.headers.get("location") ?? "");
    address.searchParams.set("redirect_uri", "https://elsewhere.example/");
    const page = await browser.go(address, { headers: { accept: "text/html" } });
    expect(page.status).toBe(400);
    expect(await page.text()).toContain('<a href="/auth/expired">Back to sign-in</a>');
    const said = installation.written.findLast((line) => line.includes("provider refused"));
    expect(said).toContain('"error":"invalid_redirect_uri"');
  });

  test("for a target that there is none of comes back to a page", async () => {
    const browser = new CookieBrowser(publicUrl);
    const begun = await browser.go("/auth/login?returnTo=/post");
    const address = new URL(begun.headers.get("location") ?? "");
    address.searchParams.set("resource", "not an address");
    const { url } = await browser.follow(address);
    expect(url.pathname).toBe("/login");
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      problem: "failed",
      error: "invalid_target",
      returnTo: "/post",
    });
  });

  test("of too many at one address goes back to the sign-in page, which says so, and is no event", async () => {
    const events = installation.failures.length;
    const address = new URL("/auth/logout", await installation.addServer());
    const headers = { "sec-fetch-site": "cross-site" };
    const call = () => fetch(address, { redirect: "manual", headers });
    for (let left = CALLS_PER_MINUTE; left > 0; left -= 100)
      await Promise.all(Array.from({ length: 100 }, call));
    const reply = await call();
    expect(reply.status).toBe(302);
    expect(reply.headers.get("location")).toContain("/login?problem=busy");
    expect(installation.failures).toHaveLength(events);
  });

  test("of someone without groups gives a session, but no call", async () => {
    const browser = new CookieBrowser(publicUrl);
    await browser.signIn("nogroup");
    const { token, identity } = await browser.renew();
    expect(identity.roles).toEqual([]);
    expect(await who(token)).toEqual({ status: 403, code: "INSUFFICIENT_PRIVILEGES" });
  });
});

describe("a session", () => {
  test("is renewed once for all who ask at the same time, over two servers", async () => {
    const browser = new CookieBrowser(publicUrl);
    await browser.signIn("crew");
    const before = await browser.renew();
    const other = await installation.addServer();
    pass(50 * 60_000);
    const asked = await Promise.all(
      [publicUrl, other].flatMap((base) =>
        [1, 2, 3].map(() => browser.go(new URL("/api/main/renew", base))),
      ),
    );
    expect(asked.map((response) => response.status)).toEqual([200, 200, 200, 200, 200, 200]);
    const tokens = await Promise.all(
      asked.map(async (response) => renewal.parse(await response.json()).token),
    );
    expect(new Set(tokens).size).toBe(1);
    expect(tokens[0]).not.toBe(before.token);
    pass(50 * 60_000);
    expect((await browser.renew()).token).not.toBe(tokens[0]);
  });

  test("is not renewed for another site", async () => {
    const browser = new CookieBrowser(publicUrl);
    await browser.signIn("crew");
    for (const headers of [
      { "sec-fetch-site": "cross-site" },
      { origin: "https://evil.example" },
    ]) {
      const response = await browser.go("/api/main/renew", { headers });
      expect(response.status).toBe(403);
    }
  });

  test("is not ended for another site", async () => {
    const browser = new CookieBrowser(publicUrl);
    await browser.signIn("crew");
    for (const headers of [
      { "sec-fetch-site": "cross-site" },
      { origin: "https://evil.example" },
    ]) {
      await browser.go("/auth/logout", { headers });
      expect((await browser.go("/api/main/renew")).status).toBe(200);
    }
  });

  test("ends at sign-out, here and at the provider", async () => {
    const browser = new CookieBrowser(publicUrl);
    await browser.signIn("crew");
    const kept = new Map(browser.jar);
    const { page, url } = await browser.follow("/auth/logout");
    expect(url.pathname).toBe("/idp/session/end");
    const form = await page.text();
    expect(form).not.toMatch(/<script>(?!<)/);
    expect(form).toContain('<script src="/idp/sign-out.js"');
    const action = /action="([^"]+)"/.exec(form)?.[1] ?? "";
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(form)?.[1] ?? "";
    const body = new URLSearchParams({ xsrf, logout: "yes" });
    const last = await browser.follow(action, { method: "POST", body });
    expect(last.url.pathname).toBe("/login");
    const ended = await browser.go("/api/main/renew");
    expect(errorBodySchema.parse(await ended.json()).code).toBe("SESSION_ENDED");
    // A copy of the old cookies opens nothing, and the provider asks anew who one is.
    for (const [name, cookie] of kept) browser.jar.set(name, cookie);
    expect((await browser.go("/api/main/renew")).status).toBe(401);
    expect((await browser.follow("/auth/login")).url.pathname).toMatch(/^\/idp\/sign-in\//);
  });

  test("is not ended at the provider by a link of another page: a person is asked first", async () => {
    const [browser, other] = [new CookieBrowser(publicUrl), new CookieBrowser(publicUrl)];
    await browser.signIn("crew");
    await other.signIn("leader");
    const anothers = (await other.go("/auth/logout")).headers.get("location") ?? "";
    for (const link of ["/idp/session/end", "/idp/session/end?client_id=swath", anothers]) {
      const { page } = await browser.follow(link);
      const asked = await page.text();
      expect(asked).toContain("<h1>Sign out?</h1>");
      expect(asked).not.toContain("<script");
    }
    expect((await browser.follow("/auth/login")).url.pathname).not.toMatch(/^\/idp\/sign-in\//);
  });

  test("leaves nothing in the browser at sign-out, but the provider's own cookies", async () => {
    const browser = new CookieBrowser(publicUrl);
    await browser.signIn("leader");
    const signedOut = await browser.go("/auth/logout");
    expect(signedOut.headers.get("clear-site-data")).toBe('"cache", "storage"');
    expect([...browser.jar.keys()]).not.toContain("swath_session");
    const elsewhere = await browser.go("/auth/logout", {
      headers: { "sec-fetch-site": "cross-site" },
    });
    expect(elsewhere.headers.get("clear-site-data")).toBeNull();
  });

  test("goes to the audit log when it begins and when it ends", async () => {
    const browser = new CookieBrowser(publicUrl);
    await browser.signIn("crew2");
    await browser.go("/auth/logout");
    await browser.go("/auth/logout");
    const events = database.db.selectFrom("audit.events").selectAll().orderBy("id");
    expect(await events.where("subject", "=", "crew2").execute()).toMatchObject([
      { action: "session.started", name: "Robin Reyes", address: "127.0.0.1" },
      { action: "session.ended", name: "Robin Reyes", detail: { by: "person" } },
    ]);
  });

  test("without a cookie, or with a made-up one, is no session", async () => {
    const browser = new CookieBrowser(publicUrl);
    expect((await browser.go("/api/main/renew")).status).toBe(401);
    browser.jar.set("swath_session", { value: "made-up", path: "/" });
    expect((await browser.go("/api/main/renew")).status).toBe(401);
  });

  test("leaves its tokens unreadable in the database and out of the log", async () => {
    const browser = new CookieBrowser(publicUrl);
    await browser.signIn("office");
    const { token } = await browser.renew();
    const db = database.db;
    const rows = await db.selectFrom("sessions").selectAll().execute();
    for (const row of rows) expect(row.tokens.toString("latin1")).not.toContain("eyJ");
    const secret = browser.jar.get("swath_session")?.value ?? "";
    expect(rows.map((row) => row.id)).not.toContain(secret);
    const log = installation.written.join("");
    expect(log).toContain("signed in");
    for (const hidden of [token, secret]) expect(log).not.toContain(hidden);
    expect(log).not.toMatch(/[?&]code=(?!\[hidden\])/);
  });

  test("that nobody used for a week is swept away", async () => {
    await new CookieBrowser(publicUrl).signIn("crew");
    pass(8 * 86_400_000);
    const db = database.db;
    await sweepSessions(db, () => installation.now);
    expect(await db.selectFrom("sessions").selectAll().execute()).toEqual([]);
    installation.now = new Date();
  });
});

async function signed(
  change: (token: SignJWT) => SignJWT,
  header: Record<string, string> = {},
  key?: CryptoKey,
): Promise<string> {
  const token = new SignJWT({ groups: ["group-base"], scope: "api" })
    .setProtectedHeader({
      alg: "RS256",
      typ: "at+jwt",
      kid: keys.signing["kid"] ?? "",
      ...header,
    })
    .setSubject("crew")
    .setIssuer(new URL("/idp", publicUrl).href)
    .setAudience("api://swath")
    .setExpirationTime("5 minutes");
  return change(token).sign(key ?? (await importJWK(keys.signing, "RS256")));
}

describe("a bearer", () => {
  test("that is whole and ours is taken", async () => {
    expect(await who(await signed((token) => token))).toEqual({ status: 200, code: "" });
    const made = await demonstrationToken("crew", {
      publicUrl,
      keys,
      groups: GROUPS,
      clock: () => new Date(),
      seconds: 60,
    });
    expect(await who(made ?? "")).toEqual({ status: 200, code: "" });
  });

  test("that has expired is TOKEN_EXPIRED", async () => {
    const token = await signed((fresh) => fresh.setExpirationTime("1 minute ago"));
    expect(await who(token)).toEqual({ status: 401, code: "TOKEN_EXPIRED" });
  });

  test("of another audience, issuer or type is refused", async () => {
    const tokens = await Promise.all([
      signed((token) => token.setAudience("swath")),
      signed((token) => token.setIssuer("https://evil.example")),
      signed((token) => token, { typ: "JWT" }),
    ]);
    for (const token of tokens)
      expect(await who(token)).toEqual({ status: 401, code: "UNAUTHENTICATED" });
  });

  test("that is forged, unsigned, signed with the public key as a secret, or no token is refused", async () => {
    const { privateKey } = await generateKeyPair("RS256");
    const claims = { sub: "admin", groups: ["group-base", "group-admin"] };
    const unsigned = new UnsecuredJWT(claims)
      .setIssuer(new URL("/idp", publicUrl).href)
      .setAudience("api://swath")
      .setExpirationTime("5 minutes")
      .encode();
    const confused = await new SignJWT(claims)
      .setProtectedHeader({ alg: "HS256", typ: "at+jwt" })
      .setIssuer(new URL("/idp", publicUrl).href)
      .setAudience("api://swath")
      .setExpirationTime("5 minutes")
      .sign(new TextEncoder().encode(keys.signing["n"] ?? ""));
    const whole = await signed((token) => token);
    const [head = "", , signature = ""] = whole.split(".");
    const changed = [head, Buffer.from(JSON.stringify(claims)).toString("base64url"), signature];
    const forged = await signed((token) => token, {}, privateKey);
    for (const token of [forged, unsigned, confused, changed.join("."), "nonsense", "a.b.c"])
      expect(await who(token)).toEqual({ status: 401, code: "UNAUTHENTICATED" });
  });
});
