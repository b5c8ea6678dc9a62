import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { endpoints } from "@swath/contract/endpoints";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { testIdentity } from "../../platform/http/testing/recorded-serve.ts";
import { newsRig } from "../testing/news-rig.ts";
import { openMail } from "./mail-account.ts";
import { sendDigests } from "./send-digests.ts";

const MINUTES = 30;
const TIMEOUT_MS = 5_000;
const RUN = ["order", "start", "succeed"] as const;
const crew = testIdentity("crew");
const other = testIdentity("other");

interface Received {
  readonly to: readonly string[];
  readonly text: string;
}

let rig: Awaited<ReturnType<typeof newsRig>>;
const stops: (() => void)[] = [];
const problems: unknown[] = [];
beforeAll(async () => {
  rig = await newsRig({ mailMinutes: MINUTES });
});
afterAll(async () => {
  for (const stop of stops) stop();
  await rig.drop();
});
beforeEach(async () => {
  problems.length = 0;
  await sql`TRUNCATE follows, news, news_pending, news_readers, sessions CASCADE`.execute(rig.db);
  for (const { subject } of [crew, other]) await signIn(subject);
});

const signIn = (subject: string) =>
  sql`INSERT INTO sessions (id, subject, tokens, created, expires)
    VALUES (${subject}, ${subject}, '', now(), now() + interval '1 day')`.execute(rig.db);

/** A mail server that keeps what it is sent. */
async function openServer(options: SMTPServerOptions = {}, host = "127.0.0.1") {
  const received: Received[] = [];
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    onData: (stream, session, done) => {
      const to = session.envelope.rcptTo.map(({ address }) => address);
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        received.push({ to, text: Buffer.concat(parts).toString() });
        done();
      });
    },
    ...options,
  });
  const listening = server.listen(0, host);
  await once(listening, "listening");
  stops.push(() => server.close());
  const { port } = listening.address() as AddressInfo;
  return { received, url: new URL(`smtp://${host}:${port}`) };
}

const accountOf = (url: URL) => ({
  url,
  user: undefined,
  password: undefined,
  from: "Swath <swath@example.test>",
  minutes: MINUTES,
});
const digest = (url: URL, timeoutMs = TIMEOUT_MS) =>
  sendDigests({
    db: rig.db,
    publicUrl: new URL("https://swath.example"),
    product: "Swath",
    minutes: MINUTES,
    send: openMail(accountOf(url), timeoutMs),
    onProblem: (error) => problems.push(error),
  });
const choose = (identity: typeof crew, isOn = true) =>
  rig.ask(endpoints.setNewsMail, { identity, body: { isOn } });
const pass = (minutes: number) =>
  sql`UPDATE news_readers SET mailed = mailed - ${minutes} * interval '1 minute'`.execute(rig.db);

/** A flight that people follow, something of which has happened. */
async function happen(flight?: string, people = [crew], area: "ip" | "iptm" = "ip") {
  const flightId = flight ?? (await rig.seedFlight(area));
  for (const person of people) await rig.follow(flightId, person);
  await rig.move(flightId, [...RUN]);
  await rig.gather();
  return flightId;
}

test("news since mail was chosen is one letter to the address of the account", async () => {
  const { received, url } = await openServer();
  const early = await happen();
  await choose(crew);
  const flight = await happen(undefined, [crew, other]);
  await happen(flight);
  await digest(url);
  expect(problems).toEqual([]);
  expect(received.map(({ to }) => to)).toEqual([["crew@example.test"]]);
  const [letter] = received;
  expect(letter?.text).toContain(`Subject: Swath: news of ${flight}`);
  expect(letter?.text).toContain("List-Unsubscribe: <https://swath.example/following>");
  expect(letter?.text).toContain("Content-Type: text/plain");
  expect(letter?.text.match(/GPS & EO completed/g)).toHaveLength(2);
  expect(letter?.text).not.toContain(early);
});

test("the next letter comes no sooner than so many minutes later, with all there was since", async () => {
  const { received, url } = await openServer();
  await choose(crew);
  const flight = await happen();
  await digest(url);
  await happen(flight);
  await happen(flight);
  await digest(url);
  await pass(MINUTES - 1);
  await digest(url);
  expect(received).toHaveLength(1);
  await pass(1);
  await Promise.all([digest(url), digest(url)]);
  await digest(url);
  expect(received).toHaveLength(2);
  expect(received[1]?.text.match(/GPS & EO completed/g)).toHaveLength(2);
});

test("what was read in the page, and what came after mail was left, is not mailed", async () => {
  const { received, url } = await openServer();
  await choose(crew);
  await choose(other);
  const flight = await happen(undefined, [crew, other]);
  const { news } = await rig.newsOf(crew);
  await rig.ask(endpoints.markNewsRead, { identity: crew, body: { id: news[0]!.id } });
  await choose(other, false);
  await happen(flight, [other]);
  await sql`DELETE FROM news WHERE subject = 'crew' AND NOT is_read`.execute(rig.db);
  await digest(url);
  expect(received).toEqual([]);
});

test("nothing is mailed of what one may no longer see, nor to who is signed in nowhere", async () => {
  const { received, url } = await openServer();
  await choose(crew);
  await choose(other);
  const hidden = await happen(undefined, [crew, other], "iptm");
  const seen = await happen(undefined, [crew]);
  // The group is lost; the next call shows it.
  await rig.newsOf(testIdentity("crew", "processingOnly"));
  await sql`DELETE FROM sessions WHERE subject = 'other'`.execute(rig.db);
  await digest(url);
  expect(received.map(({ to }) => to)).toEqual([["crew@example.test"]]);
  expect(received[0]?.text).toContain(seen);
  expect(received[0]?.text).not.toContain(hidden);
});

test("a letter that the mail server refuses is in the next one, and holds up no other", async () => {
  const refusing = await openServer({
    onRcptTo: ({ address }, _, done) =>
      done(address.startsWith("crew") ? new Error("mailbox full") : null),
  });
  await choose(crew);
  await choose(other);
  const flight = await happen(undefined, [crew, other]);
  await digest(refusing.url);
  expect(refusing.received.map(({ to }) => to)).toEqual([["other@example.test"]]);
  expect(problems).toHaveLength(1);
  await digest(refusing.url);
  expect(problems).toHaveLength(1);
  const { received, url } = await openServer();
  await pass(MINUTES);
  await digest(url);
  expect(received.map(({ to }) => to)).toEqual([["crew@example.test"]]);
  expect(received[0]?.text).toContain(flight);
});

test("a mail server that is silent is given up after a moment", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  stops.push(() => silent.close());
  const { port } = silent.address() as AddressInfo;
  await choose(crew);
  await happen();
  await digest(new URL(`smtp://127.0.0.1:${port}`), 300);
  expect(problems).toHaveLength(1);
});

test("an account without an address has no mail, nor has anybody where none is configured", async () => {
  const nameless = { ...crew, email: "" };
  const { reply } = await rig.ask(endpoints.readNewsSettings, { identity: nameless });
  expect(reply.mail).toBeNull();
  await expect(choose(nameless)).rejects.toMatchObject({ code: "INVALID_REQUEST" });
  await choose(crew);
  const { reply: own } = await rig.ask(endpoints.readNewsSettings, { identity: crew });
  expect(own.mail).toEqual({ address: "crew@example.test", isOn: true, minutes: MINUTES });
  const none = await newsRig();
  const without = await none.ask(endpoints.readNewsSettings, { identity: crew });
  await none.drop();
  expect(without.reply).toEqual({ mail: null, push: null });
});

test("a mail server of elsewhere gets nothing before it turns to TLS", async () => {
  // By an address that is not counted as this machine's own, though it leads here.
  const { received, url } = await openServer({}, "127.0.0.2");
  const elsewhere = openMail(accountOf(url), TIMEOUT_MS);
  const letter = { to: "crew@example.test", subject: "x", text: "x", unsubscribe: "x" };
  await expect(elsewhere(letter)).rejects.toThrow();
  expect(received).toEqual([]);
});
