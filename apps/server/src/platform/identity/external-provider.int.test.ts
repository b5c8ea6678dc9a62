import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { identitySchema } from "@swath/contract/identity";
import { endpoint } from "@swath/contract/endpoint";
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader } from "jose";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildHttp } from "../http/build-http.ts";
import { createLog } from "../log.ts";
import { serveOn } from "../http/serve-endpoints.ts";
import { createTestDatabase, type TestDatabase } from "../postgres/testing.ts";
import { verifyToken } from "./bearer.ts";
import { openIdentity } from "../open-identity.ts";
import { createSealer } from "./secrets.ts";
import { CookieBrowser } from "./testing/cookie-browser.ts";
import { GROUPS } from "./testing/groups.ts";

const SCRIPT = fileURLToPath(new URL("./testing/separate-provider.ts", import.meta.url));
const AUDIENCE = "api://company-survey";
const CLIENT = { clientId: "survey-portal", clientSecret: "a secret of this test's provider only" };
const whoAmI = endpoint("GET", "/who", {
  services: ["main"],
  permission: "signedIn",
  summary: "Who the bearer is",
  reply: identitySchema,
});

let database: TestDatabase;
let dataFolder: string;
let app: FastifyInstance;
let provider: ChildProcess;
let publicUrl: URL;
let issuer: URL;
let now = new Date();
/** Lines of the log. */
const written: string[] = [];

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

async function startProvider(): Promise<ChildProcess> {
  const child = fork(SCRIPT, {
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    env: {
      PATH: process.env["PATH"],
      PROVIDER_PORT: issuer.port,
      CLIENT_ID: CLIENT.clientId,
      CLIENT_SECRET: CLIENT.clientSecret,
      APPLICATION: publicUrl.origin,
      AUDIENCE,
    },
  });
  await once(child, "message");
  return child;
}

beforeAll(async () => {
  database = await createTestDatabase();
  dataFolder = await mkdtemp(join(tmpdir(), "swath-external-"));
  const port = await freePort();
  publicUrl = new URL(`http://127.0.0.1:${port}`);
  issuer = new URL(`http://127.0.0.1:${await freePort()}`);
  provider = await startProvider();
  app = await buildHttp({
    log: createLog({ level: "warn", name: "test" }, { write: (line) => void written.push(line) }),
    release: "0",
    publicUrl,
    webFolder: join(dataFolder, "none"),
    connect: [],
    trustProxy: false,
  });
  const identity = await openIdentity(app, {
    publicUrl,
    ownUrl: () => publicUrl,
    dataFolder,
    sessionKeys: undefined,
    sessionDays: 30,
    groups: {
      base: ["0f1c-everyone"],
      processingOnly: ["none"],
      guest: ["31d0-visitors"],
      leader: ["77ab-leads"],
      admin: ["none"],
      resubmit: ["none"],
      service: ["none"],
    },
    provider: {
      issuer,
      ...CLIENT,
      scope: "openid profile offline_access",
      audience: AUDIENCE,
      deviceClientId: "programs",
    },
    db: database.db,
    providerDb: database.db,
    renewals: database.db,
    clock: () => now,
    deniedVersion: () => undefined,
    properAddress: () => undefined,
    onFailedSignIn: () => undefined,
  });
  serveOn(app, { authenticate: identity.authenticate })(whoAmI, async (call) => call.identity);
  await app.listen({ port, host: "127.0.0.1" });
});
afterAll(async () => {
  await app.close();
  provider.disconnect();
  await database.drop();
  await rm(dataFolder, { recursive: true, force: true });
});

/** Signs in at the provider's own page, and follows it home. */
async function signIn(browser: CookieBrowser, login: string): Promise<URL> {
  const page = await browser.follow("/auth/login?returnTo=/post");
  expect(page.url.origin).toBe(issuer.origin);
  const body = new URLSearchParams({ prompt: "login", login, password: "any" });
  return (await browser.follow(page.url, { method: "POST", body })).url;
}
/** Has the provider do something; its answer. */
async function tell(message: "rotate" | "target" | "secret" | "right"): Promise<void> {
  provider.send(message);
  await once(provider, "message");
}
/** Comes home from the provider's page while the provider is away. */
async function signInAway(): Promise<URL> {
  const browser = new CookieBrowser(publicUrl);
  const begun = await browser.go("/auth/login?returnTo=/post");
  const state = new URL(begun.headers.get("location") ?? "").searchParams.get("state") ?? "";
  return (await browser.follow(`/auth/callback?code=any&state=${state}&iss=${issuer.origin}`)).url;
}
/** Where a sign-in went back to, and what the log says of it. */
function failed(page: URL) {
  expect(page.pathname).toBe("/login");
  const said = Object.fromEntries(page.searchParams);
  const line = written.find((text) => text.includes(said["reference"] ?? "none")) ?? "{}";
  return { said, logged: JSON.parse(line) as Record<string, unknown> };
}
/** The browser of the first attempt to sign in that succeeds. */
async function signedInAtLast(login: string): Promise<CookieBrowser> {
  let browser = new CookieBrowser(publicUrl);
  const attempt = async (): Promise<string> => {
    browser = new CookieBrowser(publicUrl);
    return (await signIn(browser, login)).pathname;
  };
  await expect.poll(attempt, { timeout: 20_000, interval: 1_000 }).toBe("/post");
  return browser;
}
/** What the server keeps for the person's latest session. */
async function idTokenOf(subject: string): Promise<string> {
  const { tokens } = await database.db
    .selectFrom("sessions")
    .select("tokens")
    .where("subject", "=", subject)
    .orderBy("created", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  const secret = (await readFile(join(dataFolder, "session.key"))).toString();
  const kept = createSealer([secret], "session tokens").unseal(tokens) ?? "";
  return (JSON.parse(kept) as { id: string }).id;
}
async function who(token: string) {
  const headers = { authorization: `Bearer ${token}` };
  const reply = await fetch(new URL("/api/main/who", publicUrl), { headers });
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
}

test("a person of another provider signs in with the roles of its groups", async () => {
  const browser = new CookieBrowser(publicUrl);
  expect((await signIn(browser, "lena@company.test")).href).toBe(`${publicUrl.origin}/post`);
  const { token, identity } = await browser.renew();
  expect(identity).toMatchObject({
    subject: "lena@company.test",
    name: "lena",
    roles: ["base", "leader"],
  });
  expect(decodeJwt(token)).toMatchObject({ iss: issuer.origin, aud: AUDIENCE });
  expect((await who(token)).body).toEqual(identity);
  const guest = new CookieBrowser(publicUrl);
  await signIn(guest, "gus@company.test");
  expect((await guest.renew()).identity.roles).toEqual(["base", "guest"]);
});

test("the ID token of a session is no bearer, whatever audience the calls have", async () => {
  const browser = new CookieBrowser(publicUrl);
  await signIn(browser, "lena@company.test");
  const { token } = await browser.renew();
  const id = await idTokenOf("lena@company.test");
  expect(decodeJwt(id)).toMatchObject({ sub: "lena@company.test", aud: CLIENT.clientId });
  const keys = createRemoteJWKSet(new URL("/jwks", issuer));
  const rules = { issuer: issuer.origin, keys, groups: GROUPS };
  // Without an audience of its own an API takes tokens for its client: then only the kind differs.
  const asBearer = verifyToken(id, { ...rules, audience: CLIENT.clientId });
  await expect(asBearer).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  expect((await who(id)).status).toBe(401);
  const access = await verifyToken(token, { ...rules, audience: AUDIENCE });
  expect(access.identity.subject).toBe("lena@company.test");
});

test("a token is refreshed at the provider, whose refresh token then is a new one", async () => {
  const browser = new CookieBrowser(publicUrl);
  await signIn(browser, "lena@company.test");
  const first = await browser.renew();
  for (const _ of [1, 2]) {
    now = new Date(now.getTime() + 50 * 60_000);
    const next = await browser.renew();
    expect(next.token).not.toBe(first.token);
    expect((await who(next.token)).status).toBe(200);
  }
});

test("the provider's new signing key is found, and tokens of the old one stay good", async () => {
  const before = new CookieBrowser(publicUrl);
  await signIn(before, "lena@company.test");
  const old = (await before.renew()).token;
  await tell("rotate");
  // Keys are asked for again a few seconds after the last time at the earliest.
  const browser = await signedInAtLast("gus@company.test");
  const { token } = await browser.renew();
  expect(decodeProtectedHeader(token).kid).not.toBe(decodeProtectedHeader(old).kid);
  expect((await who(token)).status).toBe(200);
  expect((await who(old)).status).toBe(200);
});

test("signing out ends the session here and leads to the provider's own sign-out", async () => {
  const browser = new CookieBrowser(publicUrl);
  await signIn(browser, "lena@company.test");
  const { page, url } = await browser.follow("/auth/logout");
  expect(url.origin).toBe(issuer.origin);
  const form = await page.text();
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(form)?.[1] ?? "";
  const action = /action="([^"]+)"/.exec(form)?.[1] ?? "";
  const body = new URLSearchParams({ xsrf, logout: "yes" });
  const last = await browser.follow(action, { method: "POST", body });
  expect(last.url.href).toBe(`${publicUrl.origin}/login`);
  expect((await browser.go("/api/main/renew")).status).toBe(401);
  const again = await browser.follow("/auth/login");
  expect(again.url.pathname).toMatch(/^\/interaction\//);
});

test("a person whom the provider does not let in comes back to a page, and the log says why", async () => {
  const browser = new CookieBrowser(publicUrl);
  const { url } = await browser.follow("/auth/login?returnTo=/post");
  const { said, logged } = failed((await browser.follow(`${url.href}/abort`)).url);
  expect(said).toMatchObject({ problem: "denied", error: "access_denied", returnTo: "/post" });
  expect(logged).toMatchObject({
    msg: "sign-in failed",
    error: "access_denied",
    err: {
      error: "access_denied",
      error_description: expect.stringContaining("aborted") as string,
    },
  });
});

test("an error of the provider's redirect is a page, also where it names no attempt", async () => {
  const browser = new CookieBrowser(publicUrl);
  await tell("target");
  const wrongTarget = failed((await browser.follow("/auth/login?returnTo=/post")).url);
  await tell("right");
  expect(wrongTarget.said).toMatchObject({
    problem: "failed",
    error: "invalid_target",
    returnTo: "/post",
  });
  expect(wrongTarget.logged).toMatchObject({ err: { error: "invalid_target" } });
  for (const query of ["error=server_error", "error=%3Cb%3E&state=none&error=again"]) {
    const { said, logged } = failed((await browser.follow(`/auth/callback?${query}`)).url);
    expect(said["problem"]).toBe(query === "error=server_error" ? "away" : "failed");
    expect(said["error"]).toBe(query === "error=server_error" ? "server_error" : undefined);
    expect(logged).toMatchObject({ msg: "sign-in failed" });
  }
});

test("an error of the provider's token endpoint is a page, and the log says which", async () => {
  await tell("secret");
  const wrongSecret = failed(await signIn(new CookieBrowser(publicUrl), "lena@company.test"));
  await tell("right");
  expect(wrongSecret.said).toMatchObject({ problem: "failed", returnTo: "/post" });
  expect(JSON.stringify(wrongSecret.logged)).toContain("invalid_client");
  const browser = new CookieBrowser(publicUrl);
  const { url } = await browser.follow("/auth/login?returnTo=/post");
  const form = new URLSearchParams({ prompt: "login", login: "gus@company.test", password: "any" });
  let next: URL | undefined = url;
  let init: RequestInit = { method: "POST", body: form };
  for (; next !== undefined && next.pathname !== "/auth/callback"; init = {}) {
    const to: string | null = (await browser.go(next, init)).headers.get("location");
    next = to === null ? undefined : new URL(to, next);
  }
  next?.searchParams.set("code", "opensesame");
  const { said, logged } = failed((await browser.follow(next ?? "/")).url);
  expect(said).toMatchObject({ problem: "failed", error: "invalid_grant", returnTo: "/post" });
  expect(logged).toMatchObject({ err: { error: "invalid_grant" } });
  expect(written.join("")).not.toContain("opensesame");
});

test("a provider that is away is told as such, and found again without a restart", async () => {
  const browser = new CookieBrowser(publicUrl);
  await signIn(browser, "lena@company.test");
  provider.disconnect();
  await once(provider, "exit");
  now = new Date(now.getTime() + 60 * 60_000);
  expect((await browser.go("/api/main/renew")).status).toBe(503);
  const back = failed(await signInAway());
  expect(back.said).toMatchObject({ problem: "away", returnTo: "/post" });
  expect(JSON.stringify(back.logged)).toContain("ECONNREFUSED");
  provider = await startProvider();
  await signedInAtLast("lena@company.test");
});
