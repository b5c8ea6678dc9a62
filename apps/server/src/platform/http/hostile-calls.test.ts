import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Identity } from "@swath/contract/identity";
import { endpoint } from "@swath/contract/endpoint";
import type { FastifyInstance } from "fastify";
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { systemClock } from "../clock/clock.ts";
import { createHealth } from "../health/health.ts";
import { createLog } from "../log.ts";
import { buildHttp, type HttpOptions } from "./build-http.ts";
import { serveOn } from "./serve-endpoints.ts";

const log = createLog({ level: "error", name: "test" }, { write: () => undefined });
const options: HttpOptions = {
  log,
  release: "1",
  publicUrl: new URL("http://localhost:4680"),
  webFolder: "/nowhere",
  connect: [],
  trustProxy: false,
};
const identity: Identity = {
  subject: "crew",
  name: "Crew",
  givenName: "Crew",
  familyName: "",
  email: "",
  roles: ["base"],
};
const shapes = { services: ["main"], permission: "upload", summary: "A call" } as const;
const anything = endpoint("POST", "/anything", { ...shapes, body: z.json(), reply: z.json() });
const large = endpoint("POST", "/large", { ...shapes, maxValues: 20_000, body: z.json() });
const named = endpoint("POST", "/named/:name", {
  ...shapes,
  params: z.object({ name: z.string() }),
  query: z.strictObject({ text: z.string().optional() }),
});
const streamed = endpoint("POST", "/streamed", {
  ...shapes,
  bodyLimit: 1_000,
  streamed: true,
  body: z.strictObject({ word: z.string() }),
  reply: z.object({ length: z.number() }),
});
const polled = endpoint("GET", "/polled", { ...shapes, cache: { changesWith: "flights" } });
const secret = endpoint("GET", "/secret", shapes);

let app: FastifyInstance;
afterEach(() => app.close());

async function open(more: Partial<HttpOptions> = {}): Promise<void> {
  app = await buildHttp({ ...options, ...more });
  const serve = serveOn(app, { authenticate: async () => identity });
  serve(anything, async ({ body }) => body);
  serve(large, async () => undefined);
  serve(named, async () => undefined);
  serve(streamed, async ({ body }) =>
    body.received(async (read) => ({ length: (await text(read())).length })),
  );
  serve(polled, async () => undefined);
  serve(secret, async () => undefined);
}

async function post(path: string, payload: string, type = "application/json") {
  const headers = { "content-type": type };
  const reply = await app.inject({ method: "POST", url: `/api/main${path}`, payload, headers });
  return { status: reply.statusCode, body: reply.body };
}

const askAs = async (host: string, url = "/api/main/secret"): Promise<number> =>
  (await app.inject({ url, headers: { host } })).statusCode;

const operate = (
  headers: Record<string, string> = {},
  url = "/metrics",
  remoteAddress = "127.0.0.1",
) => app.inject({ url, headers, remoteAddress });

const assetStatus = async (name: string): Promise<number> =>
  (await app.inject(`/assets/${name}`)).statusCode;

describe("a JSON body", () => {
  test.each([
    ["of nested arrays", "[".repeat(40) + "]".repeat(40)],
    ["of half a million arrays in one another", "[".repeat(500_000)],
    ["of 300,000 values", `[${"1,".repeat(300_000)}1]`],
    [
      "of 20,000 members",
      JSON.stringify(
        Object.fromEntries(Array.from({ length: 20_000 }).entries()),
        (_k, v) => v ?? 1,
      ),
    ],
  ])("%s is refused before it is parsed", async (_, payload) => {
    await open();
    const { status, body } = await post("/anything", payload);
    expect([status, (JSON.parse(body) as { code: string }).code]).toEqual([
      413,
      "ENTITY_TOO_LARGE",
    ]);
  });

  test("as deep and long as calls may be is taken, and longer where an endpoint says so", async () => {
    await open();
    expect((await post("/anything", "[".repeat(32) + "]".repeat(32))).status).toBe(200);
    const long = `[${"1,".repeat(15_000)}1]`;
    expect((await post("/anything", long)).status).toBe(413);
    expect((await post("/large", long)).status).toBe(200);
  });

  test("that is streamed is bounded while it comes, and of its type", async () => {
    await open();
    expect(await post("/streamed", "x".repeat(1_000))).toEqual({
      status: 200,
      body: '{"length":1000}',
    });
    expect((await post("/streamed", "x".repeat(1_001))).status).toBe(413);
    expect((await post("/streamed", "x", "text/plain")).status).toBe(415);
  });
});

describe("text that no database keeps", () => {
  test.each([
    ["NUL in a body", "/anything", String.raw`{"a":["x\u0000"]}`],
    ["NUL in a key of a body", "/anything", String.raw`{"a\u0000":1}`],
    ["half a character in a body", "/anything", String.raw`["\ud800"]`],
    ["NUL in a parameter", "/named/a%00b", "{}"],
    ["NUL in a query", "/named/a?text=%00", "{}"],
  ])("is refused: %s", async (_, path, payload) => {
    await open();
    const { status, body } = await post(path, payload);
    expect([status, (JSON.parse(body) as { code: string }).code]).toEqual([400, "INVALID_REQUEST"]);
  });

  test("is refused outside of the API too, and a percent sign is none of it", async () => {
    await open();
    expect((await app.inject("/idp/auth?state=%00")).statusCode).toBe(400);
    expect((await post("/named/a%2500?text=%2500", "{}")).status).toBe(200);
  });

  test("may stand in the address of a page, which leaves it out", async () => {
    await open();
    const plain = await app.inject("/post?Aircraft=A");
    const hostile = await app.inject("/post?Aircraft=%00");
    expect(hostile.statusCode).toBe(plain.statusCode);
  });
});

describe("a call by another name", () => {
  test("of this server is refused, so that no other site's name leads here", async () => {
    await open({ publicUrl: new URL("https://swath.example"), hosts: ["swath.internal"] });
    for (const host of ["evil.example", "swath.example.evil.example", "10.0.0.7", "evil:4680"])
      expect([host, await askAs(host)]).toEqual([host, 400]);
    for (const host of [
      "swath.example",
      "SWATH.example:443",
      "swath.internal:8080",
      "localhost:4680",
    ])
      expect([host, await askAs(host)]).toEqual([host, 200]);
  });

  test("is answered where it only asks whether the server lives", async () => {
    await open();
    expect(await askAs("10.0.0.7:4680", "/healthz")).toBe(200);
    expect(await askAs("10.0.0.7:4680", "/metrics")).toBe(400);
  });
});

describe("what operators read", () => {
  test("is there for programs of the demonstration's own machine, through no proxy", async () => {
    await open();
    expect((await operate()).statusCode).toBe(200);
    expect((await operate({ "x-forwarded-for": "192.0.2.1" })).statusCode).toBe(404);
    expect((await operate({}, "/metrics", "192.0.2.1")).statusCode).toBe(404);
  });

  test("needs the operator's token elsewhere, and is nowhere without one", async () => {
    await open({ operators: { token: "a token of operators", ownMachine: true } });
    expect((await operate()).statusCode).toBe(404);
    expect((await operate({ authorization: "Bearer a token of operator" })).statusCode).toBe(404);
    expect((await operate({ authorization: "Bearer a token of operators" })).statusCode).toBe(200);
    await app.close();
    await open({ operators: { token: undefined, ownMachine: false } });
    expect((await operate()).statusCode).toBe(404);
  });

  test("is not what a probe is answered, who costs one check a second", async () => {
    let checked = 0;
    const look = async (): Promise<undefined> => void (checked += 1);
    const health = createHealth(
      { database: { look, isEssential: true } },
      { clock: systemClock, now: () => 0 },
    );
    await open({ health, operators: { token: undefined, ownMachine: false } });
    for (let i = 0; i < 20; i += 1)
      expect((await operate({}, "/readyz", "192.0.2.1")).json()).toEqual({ status: "ok" });
    expect(checked).toBe(1);
  });
});

describe("what is kept of replies", () => {
  test("is nothing but polls, which a browser checks each time", async () => {
    await open();
    const caching = async (url: string): Promise<unknown> =>
      (await app.inject(url)).headers["cache-control"];
    expect(await caching("/api/main/secret")).toBe("no-store");
    expect(await caching("/api/main/nothing")).toBe("no-store");
    expect(await caching("/auth/nothing")).toBe("no-store");
    const reply = await app.inject({ method: "POST", url: "/api/main/anything", payload: {} });
    expect(reply.headers["cache-control"]).toBe("no-store");
  });
});

test("source maps are not served, whole or compressed", async () => {
  const folder = await mkdtemp(join(tmpdir(), "swath-maps-"));
  await mkdir(join(folder, "assets"));
  for (const name of ["app.js", "app.js.map", "app.js.map.br"])
    await writeFile(join(folder, "assets", name), "content");
  await open({ webFolder: folder });
  expect([await assetStatus("app.js"), await assetStatus("app.js.map")]).toEqual([200, 404]);
  expect(await assetStatus("app.js.map.br")).toBe(404);
  await rm(folder, { recursive: true });
});
