import type { BrowserSession, PersonSession } from "@swath/contract/identity";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { CookieBrowser } from "../platform/identity/testing/cookie-browser.ts";
import { Installation } from "../platform/identity/testing/installation.ts";
import { serveSessions } from "./sessions.routes.ts";

const TAKEN = { status: 200, code: "" };
const ENDED = { status: 401, code: "SESSION_ENDED" };
const DAY = 86_400_000;
const CHROME =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

let installation: Installation;
beforeAll(async () => {
  installation = await Installation.start(serveSessions);
});
afterAll(() => installation.close());
beforeEach(async () => {
  installation.now = new Date();
  await installation.database.db.deleteFrom("sessions").execute();
});

async function signedIn(account: string): Promise<{ browser: CookieBrowser; token: string }> {
  const browser = new CookieBrowser(installation.publicUrl);
  await browser.signIn(account);
  return { browser, token: (await browser.renew()).token };
}
async function sessionsOf(token: string): Promise<BrowserSession[]> {
  const response = await installation.call("GET", "/sessions", token);
  expect(response.status).toBe(200);
  return (await response.json()) as BrowserSession[];
}
async function currentOf(token: string): Promise<string> {
  return (await sessionsOf(token)).find(({ isCurrent }) => isCurrent)?.id ?? "";
}
const codeOf = async (method: string, path: string, token: string): Promise<string> =>
  (await installation.who(token, installation.publicUrl, [method, path])).code;

const find = async (token: string, search: string) => {
  const query = new URLSearchParams({ search }).toString();
  const response = await installation.call("GET", `/administration/sessions?${query}`, token);
  const items = (await response.json()) as PersonSession[];
  return { items, total: response.headers.get("x-total-count") };
};

describe("a person", () => {
  test("sees each browser of theirs, and nobody else's", async () => {
    const first = await signedIn("crew");
    const second = await signedIn("crew");
    await signedIn("leader");
    await second.browser.go("/api/main/renew", { headers: { "user-agent": CHROME } });
    const sessions = await sessionsOf(second.token);
    expect(sessions).toHaveLength(2);
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toMatchObject([
      { device: "Chrome 140 on Linux", address: "127.0.0.1" },
    ]);
    expect(await currentOf(first.token)).not.toBe(await currentOf(second.token));
    const [{ begun, ends }] = sessions as [BrowserSession];
    expect(Date.parse(ends) - Date.parse(begun)).toBe(30 * DAY);
    expect(JSON.stringify(sessions)).not.toContain(second.token.slice(-40));
  });

  test("ends one of them, whose tokens are refused at once", async () => {
    const [here, lost] = [await signedIn("crew"), await signedIn("crew")];
    const id = await currentOf(lost.token);
    expect(await codeOf("DELETE", `/sessions/${id}`, here.token)).toBe("");
    expect(await installation.who(lost.token)).toEqual(ENDED);
    expect((await lost.browser.refusedRenewal()).code).toBe("SESSION_ENDED");
    expect(await installation.who(here.token)).toEqual(TAKEN);
    expect(await codeOf("DELETE", `/sessions/${id}`, here.token)).toBe("SESSION_NOT_FOUND");
  });

  test("ends all others and keeps this one", async () => {
    const others = [await signedIn("crew"), await signedIn("crew")];
    const here = await signedIn("crew");
    const leader = await signedIn("leader");
    const reply = await installation.call("DELETE", "/sessions", here.token);
    expect(await reply.json()).toEqual({ ended: 2 });
    for (const { token } of others) expect(await installation.who(token)).toEqual(ENDED);
    expect(await installation.who(here.token)).toEqual(TAKEN);
    expect(await installation.who(leader.token)).toEqual(TAKEN);
  });

  test("ends nobody else's, and does not learn whether it exists", async () => {
    const [crew, leader] = [await signedIn("crew"), await signedIn("leader")];
    const id = await currentOf(leader.token);
    expect(await codeOf("DELETE", `/sessions/${id}`, crew.token)).toBe("SESSION_NOT_FOUND");
    for (const [method, path] of [
      ["GET", "/administration/sessions"],
      ["DELETE", `/administration/sessions/${id}`],
      ["DELETE", "/administration/people/leader/sessions"],
    ] as const)
      expect(await codeOf(method, path, crew.token)).toBe("INSUFFICIENT_PRIVILEGES");
    expect(await installation.who(leader.token)).toEqual(TAKEN);
  });
});

describe("an administrator", () => {
  test("finds anybody's by name, where a wildcard is a character", async () => {
    const { token } = await signedIn("admin");
    await signedIn("crew");
    expect((await find(token, "")).total).toBe("2");
    const found = await find(token, "CASEY c");
    expect(found.items).toMatchObject([{ name: "Casey Crew", subject: "crew", isCurrent: false }]);
    expect(found.total).toBe("1");
    expect((await find(token, "%")).items).toEqual([]);
  });

  test("ends anybody's, by name in the audit log", async () => {
    const [admin, crew, again] = [
      await signedIn("admin"),
      await signedIn("crew"),
      await signedIn("crew"),
    ];
    const id = await currentOf(crew.token);
    expect(await codeOf("DELETE", `/administration/sessions/${id}`, admin.token)).toBe("");
    expect(await installation.who(crew.token)).toEqual(ENDED);
    expect(await installation.who(again.token)).toEqual(TAKEN);
    const path = "/administration/people/crew/sessions";
    const reply = await installation.call("DELETE", path, admin.token);
    expect(await reply.json()).toEqual({ ended: 1 });
    expect(await installation.who(again.token)).toEqual(ENDED);
    const { db } = installation.database;
    const events = await db
      .selectFrom("audit.events")
      .select(["name", "detail"])
      .where("action", "=", "session.ended")
      .where("subject", "=", "admin")
      .execute();
    const detail = { by: "administrator", person: "Casey Crew" };
    expect(events).toEqual([
      { name: "Ada Admin", detail },
      { name: "Ada Admin", detail },
    ]);
  });

  test.each(["\0", "a\0b"])("searching for %j is refused as no text", async (search) => {
    const { token } = await signedIn("admin");
    const query = new URLSearchParams({ search }).toString();
    const code = await codeOf("GET", `/administration/sessions?${query}`, token);
    expect(code).toBe("INVALID_REQUEST");
  });
});

describe("a session that is used every day", () => {
  test("ends 30 days after its sign-in, and is no longer listed", async () => {
    const { browser } = await signedIn("crew");
    for (let day = 0; day < 6; day += 1) {
      installation.now = new Date(installation.now.getTime() + 5 * DAY - 1_000);
      expect((await browser.go("/api/main/renew")).status).toBe(200);
    }
    installation.now = new Date(installation.now.getTime() + 10_000);
    expect((await browser.refusedRenewal()).code).toBe("SESSION_ENDED");
    const other = await signedIn("crew");
    expect(await sessionsOf(other.token)).toHaveLength(1);
  });
});
