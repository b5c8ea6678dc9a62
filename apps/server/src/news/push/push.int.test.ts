import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { endpoints } from "@swath/contract/endpoints";
import { importJWK, jwtVerify } from "jose";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { endSessions } from "../../platform/identity/end-sessions.ts";
import { testIdentity } from "../../platform/http/testing/recorded-serve.ts";
import { newsRig } from "../testing/news-rig.ts";
import { openBrowser, type PushBrowser } from "../testing/push-browser.ts";
import { publicKeyOf } from "./push-account.ts";
import { createPushClient } from "./push-client.ts";
import { sendPushes } from "./send-pushes.ts";

const ACCOUNT = {
  key: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
  contact: "mailto:operator@example.test",
  services: ["push.example"],
};
const TIMEOUT_MS = 5_000;
const SHORT_MS = 1_000;
const RUN = ["order", "start", "succeed"] as const;
const crew = testIdentity("crew");
const other = testIdentity("other");
const HANDLES = {
  crew: "00000000-0000-4000-8000-000000000001",
  other: "00000000-0000-4000-8000-000000000002",
} as const;

let rig: Awaited<ReturnType<typeof newsRig>>;
let origin: string;
const server = createServer();
/** How the push service answers an address, and what came to it. */
const answers = new Map<string, number | "redirect" | "silent">();
const received: { path: string; headers: NodeJS.Dict<string | string[]>; body: Buffer }[] = [];
const problems: string[] = [];

async function receive(request: IncomingMessage, reply: ServerResponse): Promise<void> {
  const body = await buffer(request);
  const path = request.url ?? "";
  received.push({ path, headers: request.headers, body });
  const answer = answers.get(path) ?? 201;
  if (answer === "silent") return;
  if (answer === "redirect") reply.writeHead(307, { location: `${origin}/elsewhere` }).end();
  else reply.writeHead(answer).end();
}

beforeAll(async () => {
  rig = await newsRig({ push: ACCOUNT });
  server.on("request", (request, reply) => void receive(request, reply));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rig.drop();
});
beforeEach(async () => {
  answers.clear();
  received.length = 0;
  problems.length = 0;
  await sql`TRUNCATE follows, news, news_pending, news_readers, sessions CASCADE`.execute(rig.db);
  for (const [subject, handle] of Object.entries(HANDLES))
    await sql`INSERT INTO sessions (id, handle, subject, tokens, created, expires)
      VALUES (${subject}, ${handle}, ${subject}, '', now(), now() + interval '1 day')`.execute(
      rig.db,
    );
});

/** Over the wire to the server above, for whatever host an address names. */
const toServer = (address: string, init: RequestInit): Promise<Response> =>
  fetch(origin + new URL(address).pathname, init);
async function push(timeoutMs = TIMEOUT_MS): Promise<void> {
  const send = await createPushClient(ACCOUNT, { fetch: toServer, timeoutMs });
  await sendPushes({ db: rig.db, send, onProblem: (problem) => problems.push(problem) });
}
const subscribe = (browser: PushBrowser, identity = crew, path = "/one") =>
  rig.ask(endpoints.subscribePush, {
    identity,
    session: HANDLES[identity.subject as keyof typeof HANDLES],
    body: { endpoint: `https://push.example${path}`, keys: browser.keys },
  });
const count = async (): Promise<number> =>
  (await rig.db.selectFrom("push_subscriptions").select("endpoint").execute()).length;
/** Lets what was put off be due. */
const wait = () => sql`UPDATE push_subscriptions SET retry_at = now()`.execute(rig.db);

async function happen(flight?: string, people = [crew], area: "ip" | "iptm" = "ip") {
  const flightId = flight ?? (await rig.seedFlight(area));
  for (const person of people) await rig.follow(flightId, person);
  await rig.move(flightId, [...RUN]);
  await rig.gather();
  return flightId;
}

test("news comes to the browser that subscribed, which alone can read it, once", async () => {
  const browser = await openBrowser();
  await happen();
  await subscribe(browser);
  const flight = await happen();
  await Promise.all([push(), push()]);
  await push();
  expect(received.map(({ path }) => path)).toEqual(["/one"]);
  const { headers, body } = received[0]!;
  expect(JSON.parse(await browser.open(body))).toEqual({
    title: flight,
    body: "GPS & EO completed",
    path: `/ip?FlightID=%24any%20${flight}&review=${flight.slice(2).padStart(24, "0")}.GPS`,
  });
  expect(headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: "86400" });
  await expect((await openBrowser()).open(body)).rejects.toThrow();
});

test("the server shows itself to the push service, for twelve hours and this service alone", async () => {
  await subscribe(await openBrowser());
  await happen();
  await push();
  const [, token = "", key] =
    /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(String(received[0]?.headers["authorization"])) ?? [];
  expect(key).toBe(publicKeyOf(ACCOUNT));
  const point = Buffer.from(key ?? "", "base64url");
  const x = point.subarray(1, 33).toString("base64url");
  const y = point.subarray(33).toString("base64url");
  const verified = await jwtVerify(
    token,
    await importJWK({ kty: "EC", crv: "P-256", x, y }, "ES256"),
  );
  expect(verified.payload).toMatchObject({ aud: "https://push.example", sub: ACCOUNT.contact });
});

test("several news are one message, of the latest", async () => {
  const browser = await openBrowser();
  await subscribe(browser);
  const flight = await happen();
  await happen(flight);
  await happen(flight);
  await push();
  expect(received).toHaveLength(1);
  expect(JSON.parse(await browser.open(received[0]!.body))).toMatchObject({
    body: "GPS & EO completed, and 2 more",
  });
});

test.each([404, 410])(
  "a subscription that the service answers %i for is removed",
  async (status) => {
    answers.set("/one", status);
    await subscribe(await openBrowser());
    await happen();
    await push();
    expect(await count()).toBe(0);
    expect(problems).toEqual([]);
  },
);

test.each([500, 429, "redirect", "silent"] as const)(
  "what came to nothing (%s) is tried again later, is given up at last, and holds up no other",
  async (answer) => {
    answers.set("/one", answer);
    await subscribe(await openBrowser());
    await subscribe(await openBrowser(), other, "/two");
    const timeoutMs = answer === "silent" ? SHORT_MS : TIMEOUT_MS;
    await happen(undefined, [crew, other]);
    await push(timeoutMs);
    await push(timeoutMs);
    expect(received.map(({ path }) => path).toSorted()).toEqual(["/one", "/two"]);
    expect(problems).toHaveLength(1);
    answers.delete("/one");
    await wait();
    await push();
    expect(received.map(({ path }) => path).filter((path) => path === "/one")).toHaveLength(2);
    answers.set("/one", answer);
    await happen();
    await sql`UPDATE push_subscriptions SET failures = 7`.execute(rig.db);
    await push(timeoutMs);
    expect(await count()).toBe(1);
  },
);

test("a session that ends takes its subscription along, and nothing more is pushed", async () => {
  await subscribe(await openBrowser());
  await happen();
  const from = { address: "192.0.2.1", requestId: "test" };
  await rig.db.transaction().execute((trx) => endSessions(trx, ["crew"], { by: "person", from }));
  expect(await count()).toBe(0);
  await push();
  expect(received).toEqual([]);
});

test("nothing is pushed of what one may no longer see, nor once the session has expired", async () => {
  const browser = await openBrowser();
  await subscribe(browser);
  await subscribe(await openBrowser(), other, "/two");
  await happen(undefined, [crew, other], "iptm");
  await rig.newsOf(testIdentity("crew", "processingOnly"));
  await sql`UPDATE sessions SET expires = now() - interval '1 second' WHERE subject = 'other'`.execute(
    rig.db,
  );
  await push();
  expect(received).toEqual([]);
  const seen = await happen();
  await push();
  expect(JSON.parse(await browser.open(received[0]!.body))).toMatchObject({ title: seen });
});

test("one's own subscription is ended by oneself alone; another's sign-in takes the browser over", async () => {
  const browser = await openBrowser();
  await subscribe(browser);
  const body = { endpoint: "https://push.example/one" };
  await rig.ask(endpoints.unsubscribePush, { identity: other, body });
  expect(await count()).toBe(1);
  await subscribe(browser, other);
  await happen();
  await push();
  expect(received).toEqual([]);
  await rig.ask(endpoints.unsubscribePush, { identity: other, body });
  expect(await count()).toBe(0);
});

test.each([
  ["an address of the network", { endpoint: "https://10.0.0.1/x" }],
  ["an address without TLS", { endpoint: "http://push.example/x" }],
  ["another's host", { endpoint: "https://evil.example/x" }],
])("no subscription has %s", async (_, given) => {
  const { keys } = await openBrowser();
  const body = { keys, ...given };
  const asked = rig.ask(endpoints.subscribePush, { identity: crew, session: HANDLES.crew, body });
  await expect(asked).rejects.toMatchObject({ code: "INVALID_REQUEST" });
  expect(await count()).toBe(0);
});

test("keys that are none, and a caller without a session, get no subscription", async () => {
  const { keys } = await openBrowser();
  const endpoint = "https://push.example/one";
  const p256dh = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]).toString("base64url");
  const refused = { code: "INVALID_REQUEST" };
  const noPoint = { endpoint, keys: { ...keys, p256dh } };
  await expect(
    rig.ask(endpoints.subscribePush, { identity: crew, session: HANDLES.crew, body: noPoint }),
  ).rejects.toMatchObject(refused);
  await expect(
    rig.ask(endpoints.subscribePush, { identity: crew, body: { endpoint, keys } }),
  ).rejects.toMatchObject(refused);
  // Another's session is not the caller's.
  await rig.ask(endpoints.subscribePush, {
    identity: crew,
    session: HANDLES.other,
    body: { endpoint, keys },
  });
  expect(await count()).toBe(0);
});

test("an address that a service of before had is not sent to", async () => {
  await subscribe(await openBrowser());
  await sql`UPDATE push_subscriptions SET endpoint = 'https://127.0.0.1/x'`.execute(rig.db);
  await happen();
  await push();
  expect(received).toEqual([]);
  expect(await count()).toBe(0);
});
