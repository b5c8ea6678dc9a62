import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ChangeWatch } from "../postgres/change-watch.ts";
import { sweepSessions } from "./end-sessions.ts";
import { rotateSessionKeys } from "./session-keys.ts";
import { CookieBrowser } from "./testing/cookie-browser.ts";
import { Installation } from "./testing/installation.ts";

const ENDED = { status: 401, code: "SESSION_ENDED" };
const TAKEN = { status: 200, code: "" };
const MINUTE = 60_000;

let installation: Installation;
beforeAll(async () => {
  installation = await Installation.start();
});
afterAll(() => installation.close());

async function signedIn(account: string): Promise<{ browser: CookieBrowser; token: string }> {
  const browser = new CookieBrowser(installation.publicUrl);
  await browser.signIn(account);
  const { token } = await browser.renew();
  return { browser, token };
}

const until = (check: () => boolean) => expect.poll(check, { interval: 10 }).toBe(true);

describe("after sign-out", () => {
  test("every access token of the session is refused at once, and no other's", async () => {
    const { browser, token: first } = await signedIn("crew");
    const other = await signedIn("leader");
    expect(await installation.who(first)).toEqual(TAKEN);
    installation.now = new Date(installation.now.getTime() + 50 * MINUTE);
    const { token: second } = await browser.renew();
    expect(second).not.toBe(first);
    await browser.go("/auth/logout");
    expect(await installation.who(first)).toEqual(ENDED);
    expect(await installation.who(second)).toEqual(ENDED);
    expect(await installation.who(other.token)).toEqual(TAKEN);
    installation.now = new Date();
  });

  test("another server, which keeps the list in memory, refuses the token too", async () => {
    const watch = new ChangeWatch({
      url: installation.database.url,
      channel: "swath_denied_tokens",
      now: () => performance.now(),
      onLoss: () => undefined,
    });
    try {
      await until(() => watch.version() !== undefined);
      const elsewhere = await installation.addServer(() => watch.version());
      const { browser, token } = await signedIn("crew");
      expect(await installation.who(token, elsewhere)).toEqual(TAKEN);
      const before = watch.version();
      await browser.go("/auth/logout");
      await until(() => watch.version() !== before);
      expect(await installation.who(token, elsewhere)).toEqual(ENDED);
    } finally {
      await watch.stop();
    }
  });

  test("the list is forgotten once its tokens have expired by themselves", async () => {
    const { db } = installation.database;
    const { browser } = await signedIn("crew");
    await browser.go("/auth/logout");
    const count = async (): Promise<number> =>
      (await db.selectFrom("denied_tokens").select("digest").execute()).length;
    await sweepSessions(db, () => installation.now);
    expect(await count()).toBeGreaterThan(0);
    await sweepSessions(db, () => new Date(installation.now.getTime() + 24 * 60 * MINUTE));
    expect(await count()).toBe(0);
  });
});

describe("a change of person", () => {
  test("is refused to a page of the person before, and leaves the session as it is", async () => {
    const { browser } = await signedIn("leader");
    expect(await browser.refusedRenewal("?subject=crew")).toEqual({
      status: 409,
      code: "SESSION_CHANGED",
    });
    expect((await browser.go("/api/main/renew?subject=leader")).status).toBe(200);
  });

  test("ends the session before: its tokens are refused", async () => {
    const { browser, token } = await signedIn("crew");
    await browser.signIn("leader", "/post", "&prompt=login");
    expect((await browser.renew()).identity.subject).toBe("leader");
    expect(await installation.who(token)).toEqual(ENDED);
  });
});

test("a page may have the provider ask who it is, although someone is signed in there", async () => {
  const { browser } = await signedIn("crew");
  const silent = await browser.follow("/auth/login?returnTo=%2Fpost");
  expect(silent.url.pathname).toBe("/post");
  const asked = await browser.follow("/auth/login?returnTo=%2Fpost&prompt=login");
  expect(asked.url.pathname).toMatch(/^\/idp\/sign-in\//);
});

test("new keys sign nobody out: a server that has them renews the sessions of the former", async () => {
  const { browser } = await signedIn("crew");
  await rotateSessionKeys(installation.dataFolder, 2);
  const rotated = await installation.addServer();
  installation.now = new Date(installation.now.getTime() + 50 * MINUTE);
  const renewed = await browser.go(new URL("/api/main/renew", rotated));
  expect(renewed.status).toBe(200);
  // What is sealed from now on no longer opens with the former alone.
  expect((await browser.refusedRenewal()).code).toBe("SESSION_ENDED");
  installation.now = new Date();
});

describe("a renewal", () => {
  test("says how long its token lives by the server's clock", async () => {
    const { browser } = await signedIn("crew");
    const { expiresIn, expiresAt } = await browser.renew();
    const left = (Date.parse(expiresAt) - installation.now.getTime()) / 1000;
    expect(expiresIn).toBe(Math.floor(left));
    expect(expiresIn).toBeGreaterThan(3_000);
  });
});

describe("a sign-in that comes to nothing", () => {
  const WANTED = "/post/FL000123?x=1";
  const begin = async (browser: CookieBrowser): Promise<URL> => {
    const start = await browser.follow(`/auth/login?returnTo=${encodeURIComponent(WANTED)}`);
    return start.url;
  };
  const expectBack = ({ url }: { url: URL }, problem: string): void => {
    expect(url.pathname).toBe("/login");
    expect(url.searchParams.get("problem")).toBe(problem);
    expect(url.searchParams.get("returnTo")).toBe(WANTED);
  };

  test("keeps the way back where the provider refuses", async () => {
    const browser = new CookieBrowser(installation.publicUrl);
    const login = await browser.go(`/auth/login?returnTo=${encodeURIComponent(WANTED)}`);
    const state = new URL(login.headers.get("location") ?? "").searchParams.get("state") ?? "";
    expectBack(await browser.follow(`/auth/callback?error=access_denied&state=${state}`), "failed");
  });

  test("keeps the way back where it took too long", async () => {
    const browser = new CookieBrowser(installation.publicUrl);
    const page = await begin(browser);
    installation.now = new Date(installation.now.getTime() + 20 * MINUTE);
    const body = new URLSearchParams({ login: "crew" });
    expectBack(await browser.follow(page, { method: "POST", body }), "expired");
    installation.now = new Date();
  });

  test("keeps the way back where the provider has forgotten it", async () => {
    const browser = new CookieBrowser(installation.publicUrl);
    await begin(browser);
    expectBack(await browser.follow("/idp/sign-in/forgotten"), "expired");
  });

  test("a hundred times leaves cookies that fit a call, and the next succeeds", async () => {
    const browser = new CookieBrowser(installation.publicUrl);
    for (let tries = 0; tries < 100; tries += 1) await browser.go("/auth/login");
    const sent = [...browser.jar].reduce(
      (sum, [name, { value }]) => sum + name.length + value.length,
      0,
    );
    expect(sent).toBeLessThan(8_000);
    expect((await browser.signIn("crew")).pathname).toBe("/post");
  });

  test("a hundred times, each carried on to the provider, leaves the way in open", async () => {
    const browser = new CookieBrowser(installation.publicUrl);
    for (let tries = 0; tries < 100; tries += 1) await browser.follow("/auth/login");
    expect((await browser.signIn("crew")).pathname).toBe("/post");
  });

  test("gives way where it cannot be read, such as one that was planted", async () => {
    const browser = new CookieBrowser(installation.publicUrl);
    for (let tries = 0; tries < 6; tries += 1)
      browser.jar.set(`swath_sign_in_${tries}`, { value: "x".repeat(1_500), path: "/auth" });
    await browser.go("/auth/login");
    expect([...browser.jar.keys()].filter((name) => /^swath_sign_in_\d$/.test(name))).toEqual([]);
    expect((await browser.signIn("crew")).pathname).toBe("/post");
  });
});
