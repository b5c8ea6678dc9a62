import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { CookieBrowser } from "../../apps/server/src/platform/identity/testing/cookie-browser.ts";
import { Installation } from "../../apps/server/src/platform/identity/testing/installation.ts";
import { SavedSignIn } from "../../apps/cli/src/sign-in/saved-sign-in.ts";

const SIGN_IN = join(import.meta.dirname, "../../apps/cli/src/sign-in");
const DAY_MS = 86_400_000;
const begunSchema = z.object({
  device_code: z.string(),
  user_code: z.string(),
  verification_uri: z.url(),
});
const grantedSchema = z.object({ refresh_token: z.string() });

/** The sign-in of `swath`: prints a bearer, or that somebody would have to sign in. */
const PROGRAM = `
  import { AccessTokens } from ${JSON.stringify(join(SIGN_IN, "access-tokens.ts"))};
  import { DeviceProvider } from ${JSON.stringify(join(SIGN_IN, "device-provider.ts"))};
  import { SavedSignIn } from ${JSON.stringify(join(SIGN_IN, "saved-sign-in.ts"))};
  const { settings, folder, server } = JSON.parse(process.argv[1]);
  const tokens = new AccessTokens({
    settings,
    provider: new DeviceProvider(settings),
    kept: new SavedSignIn(folder, new URL(server)),
    show: () => {
      console.log("asked");
      process.exit();
    },
    now: () => performance.now(),
  });
  console.log("token " + (await tokens.token()));`;
/** A clock that is wrong, and a provider that says its time or does not. */
const preload = (ahead: number, isDated: boolean) => `
  const RealDate = Date;
  globalThis.Date = class extends RealDate {
    constructor(...words) { super(...(words.length === 0 ? [RealDate.now() + ${ahead}] : words)); }
    static now() { return RealDate.now() + ${ahead}; }
  };
  if (!${isDated}) {
    const real = globalThis.fetch;
    globalThis.fetch = async (...words) => {
      const reply = await real(...words);
      const headers = new Headers(reply.headers);
      headers.delete("date");
      return new Response(reply.body, { status: reply.status, headers });
    };
  }`;

let installation: Installation;
let folder: string;
beforeAll(async () => {
  installation = await Installation.start();
});
afterAll(() => installation.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "swath-clock-"));
});
afterEach(() => rm(folder, { recursive: true }));

const xsrfOf = (page: string): string => /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? "";

/** A call of a program to the provider. */
async function ask(path: string, fields: Record<string, string>): Promise<unknown> {
  const { resource = "", scope, clientId: client_id } = installation.deviceSignIn;
  const body = new URLSearchParams({ client_id, resource, scope, ...fields });
  return (await fetch(new URL(path, installation.publicUrl), { method: "POST", body })).json();
}

/** Signs the crew in, as `swath login` does, without its waiting. */
async function signIn(): Promise<void> {
  const begun = begunSchema.parse(await ask("/idp/device/auth", {}));
  const { device_code, user_code, verification_uri: address } = begun;
  const browser = new CookieBrowser(installation.publicUrl);
  const post = (to: string | URL, fields: Record<string, string>) =>
    browser.follow(to, { method: "POST", body: new URLSearchParams(fields) });
  const first = await browser.follow(address);
  const asked = await post(address, { xsrf: xsrfOf(await first.page.text()), user_code });
  const xsrf = xsrfOf(await asked.page.text());
  const { url } = await post(address, { xsrf, user_code, confirm: "yes" });
  await post(url, { login: "crew" });
  const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
  const granted = grantedSchema.parse(await ask("/idp/token", { grant_type, device_code }));
  const { issuer, clientId } = installation.deviceSignIn;
  const kept = new SavedSignIn(folder, installation.publicUrl);
  await kept.write({ issuer, clientId, refreshToken: granted.refresh_token });
}

interface Run {
  /** How far its clock is ahead, in days. */
  readonly days?: number;
  readonly isDated?: boolean;
  /** Of another client than the provider knows. */
  readonly clientId?: string;
}

/** Has a program of its own renew the sign-in. */
async function renew({ days = 0, isDated = true, ...change }: Run = {}) {
  const { deviceSignIn, publicUrl: server } = installation;
  const settings = { ...deviceSignIn, ...change };
  const words = JSON.stringify({ settings, folder, server });
  const shift = `data:text/javascript,${encodeURIComponent(preload(days * DAY_MS, isDated))}`;
  const program = spawn(
    process.execPath,
    ["--import", shift, "--input-type=module", "-e", PROGRAM, words],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  const [said, problem] = await Promise.all([text(program.stdout), text(program.stderr)]);
  return { asked: said.includes("asked"), token: /^token (\S+)$/m.exec(said)?.[1], problem };
}

async function keptToken(): Promise<string> {
  const [file = ""] = await readdir(folder);
  const kept = JSON.parse(await readFile(join(folder, file), "utf8")) as { refreshToken: string };
  return kept.refreshToken;
}

test("a clock nine days off, ahead or behind, neither hinders a sign-in nor ends it", async () => {
  await signIn();
  for (const days of [9, -9, 0]) {
    const before = await keptToken();
    const renewed = await renew({ days });
    expect(renewed).toMatchObject({ asked: false, problem: "" });
    expect(await installation.who(renewed.token ?? "")).toEqual({ status: 200, code: "" });
    expect(await keptToken()).not.toBe(before);
  }
});

test("a reply that is refused for its time loses no sign-in, and the person reads why", async () => {
  await signIn();
  const before = await keptToken();
  const refused = await renew({ days: 9, isDated: false });
  expect(refused).toMatchObject({ asked: false, token: undefined });
  expect(refused.problem).toContain("Is the clock of this machine right?");
  expect(await keptToken()).not.toBe(before);
  const later = await renew();
  expect(later).toMatchObject({ asked: false, problem: "" });
  expect(await installation.who(later.token ?? "")).toEqual({ status: 200, code: "" });
});

test("what the provider refuses is said by its own word", async () => {
  const refused = await renew({ clientId: "of-nobody" });
  expect(refused).toMatchObject({ asked: false, token: undefined });
  expect(refused.problem).toContain("The identity provider refused: invalid_client");
});
