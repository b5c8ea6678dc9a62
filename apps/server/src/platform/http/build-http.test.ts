import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { AppError, errorBodySchema } from "@swath/contract/errors";
import { type Identity, may, PERMISSIONS, type Role, ROLES } from "@swath/contract/identity";
import { endpoint } from "@swath/contract/endpoint";
import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { buildHttp, type HttpOptions } from "./build-http.ts";
import type { Health } from "../health/health.ts";
import { createLog } from "../log.ts";
import { withoutSecrets } from "./observe-calls.ts";
import type { Refusal } from "./refusals.ts";
import { serveOn } from "./serve-endpoints.ts";

const folder = await mkdtemp(join(tmpdir(), "swath-pages-"));
const written: string[] = [];
const refusals: Refusal[] = [];
const log = createLog({ level: "info", name: "test" }, { write: (line) => written.push(line) });

const echo = endpoint("POST", "/echo/:id", {
  services: ["main", "processing"],
  permission: "upload",
  summary: "Says it again",
  params: z.object({ id: z.string().regex(/^\d{3}$/, "must be 3 digits") }),
  query: z.strictObject({ loud: z.stringbool().default(false) }),
  body: z.strictObject({ word: z.string().max(10) }),
  reply: z.object({ word: z.string(), by: z.string() }),
});
const list = endpoint("GET", "/list", {
  services: ["main"],
  permission: "signedIn",
  summary: "A list",
  cache: { changesWith: "flights" },
  reply: z.array(z.number()),
});
const failing = endpoint("GET", "/failing/:how", {
  services: ["main"],
  permission: "signedIn",
  summary: "Fails",
  params: z.object({ how: z.string() }),
  reply: z.object({}),
});

function someone(roles: readonly Role[]): Identity {
  return {
    subject: "someone",
    name: "Some One",
    givenName: "Some",
    familyName: "One",
    email: "some@one.example",
    roles: [...roles],
  };
}

/** The bearer of these tests is the list of its roles. */
async function authenticate(header: string | undefined): Promise<Identity> {
  if (header === undefined) throw new AppError("UNAUTHENTICATED", "no bearer token");
  if (header === "Bearer expired") throw new AppError("TOKEN_EXPIRED", "the token has expired");
  return someone(header.slice("Bearer ".length).split(",") as Role[]);
}

const SINCE = new Date("2026-03-14T06:00:00.000Z");
const options: HttpOptions = {
  log,
  release: "1.2.3",
  publicUrl: new URL("http://localhost:4680"),
  webFolder: folder,
  connect: ["https://store.example"],
  images: ["https://tiles.example"],
  health: {
    findings: async () => [
      { check: "database", isEssential: true, fault: null },
      { check: "store", isEssential: true, fault: { why: "away", since: SINCE } },
    ],
  },
  trustProxy: false,
  onRefusal: (refusal) => refusals.push(refusal),
};
let app: FastifyInstance;
const crew = { authorization: "Bearer base" };

beforeAll(async () => {
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "index.html"), "<html><head></head><body>Pages</body></html>");
  await writeFile(join(folder, "assets", "app-1a2b.js"), "export {};");
  await writeFile(join(folder, "assets", "app-1a2b.js.br"), brotliCompressSync("export {};"));
  app = await buildHttp(options);
  const serve = serveOn(app, { authenticate });
  serve(echo, async ({ body, query, identity }) => ({
    word: query.loud ? body.word.toUpperCase() : body.word,
    by: identity.subject,
  }));
  serve(list, async () => [1, 2, 3]);
  serve(failing, async ({ params }) => {
    if (params.how === "expected")
      throw new AppError("INVALID_TRANSITION", "not from here", { from: "DATA_READY" });
    throw new Error("secret-of-the-server", { cause: new Error("its cause") });
  });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => {
  refusals.length = 0;
  written.length = 0;
});

const post = (url: string, payload: string, headers: Record<string, string> = {}) =>
  app.inject({
    method: "POST",
    url,
    payload,
    headers: { ...crew, "content-type": "application/json", ...headers },
  });

describe("a served endpoint", () => {
  test("answers under each of its services with validated parts", async () => {
    for (const service of ["main", "processing"]) {
      const reply = await post(`/api/${service}/echo/123?loud=true`, '{"word":"hello"}');
      expect(reply.statusCode).toBe(200);
      expect(reply.json()).toEqual({ word: "HELLO", by: "someone" });
    }
  });

  test("is described at /api/docs", async () => {
    const reply = await app.inject("/api/docs/json");
    const described = reply.json<{ openapi: string; paths: Record<string, unknown> }>();
    expect(described.openapi).toBe("3.1.0");
    expect(Object.keys(described.paths)).toContain("/api/main/echo/{id}");
    expect((await app.inject("/api/docs/")).statusCode).toBe(200);
  });

  test("is answered 304 while nothing changed", async () => {
    const first = await app.inject({ url: "/api/main/list", headers: crew });
    const tag = String(first.headers["etag"]);
    expect(tag).toMatch(/^W\/"/);
    const second = await app.inject({
      url: "/api/main/list",
      headers: { ...crew, "if-none-match": tag },
    });
    expect(second.statusCode).toBe(304);
    expect(second.body).toBe("");
  });

  test("refuses a bearer that is missing or expired before it reads the body", async () => {
    const missing = await app.inject({ method: "POST", url: "/api/main/echo/123", payload: "{" });
    expect(missing.statusCode).toBe(401);
    expect(missing.json()).toMatchObject({ code: "UNAUTHENTICATED" });
    expect(missing.headers["www-authenticate"]).toBe("Bearer");
    const expired = await post("/api/main/echo/123", "{", { authorization: "Bearer expired" });
    expect(expired.json()).toMatchObject({ code: "TOKEN_EXPIRED" });
    expect(refusals.map((refusal) => [refusal.code, refusal.route])).toEqual([
      ["UNAUTHENTICATED", "/api/main/echo/:id"],
      ["TOKEN_EXPIRED", "/api/main/echo/:id"],
    ]);
  });
});

describe("permissions", () => {
  test.each(ROLES.flatMap((role) => [[role], ["base", role]] as Role[][]))(
    "of %s %s are those of the contract",
    async (...roles) => {
      const held = roles.filter((role) => role !== undefined);
      const reply = await post("/api/main/echo/123", '{"word":"hello"}', {
        authorization: `Bearer ${held.join(",")}`,
      });
      expect(reply.statusCode).toBe(may(held, "upload") ? 200 : 403);
      if (reply.statusCode === 200) return;
      expect(reply.json()).toMatchObject({ code: "INSUFFICIENT_PRIVILEGES" });
      expect(refusals).toMatchObject([
        { identity: { subject: "someone" }, code: "INSUFFICIENT_PRIVILEGES", method: "POST" },
      ]);
    },
  );

  test("without the base group nothing is allowed", () => {
    for (const permission of PERMISSIONS) expect(may(["leader", "admin"], permission)).toBe(false);
  });
});

describe("an error", () => {
  test.each([
    ["malformed JSON", "/api/main/echo/123", '{"word":', 400, "INVALID_REQUEST"],
    ["a wrong body", "/api/main/echo/123", '{"word":7}', 400, "INVALID_REQUEST"],
    ["a foreign property", "/api/main/echo/123", '{"word":"a","x":1}', 400, "INVALID_REQUEST"],
    ["a poisoned body", "/api/main/echo/123", '{"__proto__":{"word":"a"}}', 400, "INVALID_REQUEST"],
    ["an empty body", "/api/main/echo/123", "", 400, "INVALID_REQUEST"],
    ["a wrong parameter", "/api/main/echo/12x", '{"word":"a"}', 400, "INVALID_REQUEST"],
    ["a foreign query", "/api/main/echo/123?x=1", '{"word":"a"}', 400, "INVALID_REQUEST"],
    ["a malformed address", "/api/main/echo/%E0%A4", '{"word":"a"}', 400, "INVALID_REQUEST"],
    ["a large body", "/api/main/echo/123", `"${"x".repeat(2e6)}"`, 413, "ENTITY_TOO_LARGE"],
    ["an unknown endpoint", "/api/main/nothing", "{}", 404, "ROUTE_NOT_FOUND"],
    ["an unknown service", "/api/other/echo/123", "{}", 404, "ROUTE_NOT_FOUND"],
    ["a wrong method", "/api/main/list", "{}", 405, "METHOD_NOT_ALLOWED"],
  ])("for %s has the one form", async (_, url, payload, status, code) => {
    const reply = await post(url, payload, { "x-request-id": "my-request.7" });
    expect(reply.statusCode).toBe(status);
    const body = errorBodySchema.strict().parse(reply.json());
    expect(body).toMatchObject({ code, requestId: "my-request.7" });
    expect(reply.headers["x-request-id"]).toBe("my-request.7");
  });

  test("names the method that would do", async () => {
    const reply = await app.inject({ method: "DELETE", url: "/api/main/echo/123" });
    expect(reply.headers["allow"]).toBe("POST");
  });

  test("for another media type is 415", async () => {
    const reply = await post("/api/main/echo/123", "<word/>", { "content-type": "text/xml" });
    expect(reply.json()).toMatchObject({ code: "UNSUPPORTED_MEDIA_TYPE" });
  });

  test("that a handler expects keeps its code and facts", async () => {
    const reply = await app.inject({ url: "/api/main/failing/expected", headers: crew });
    expect(reply.statusCode).toBe(409);
    expect(reply.json()).toMatchObject({
      code: "INVALID_TRANSITION",
      details: { from: "DATA_READY" },
    });
    expect(refusals).toMatchObject([
      { code: "INVALID_TRANSITION", identity: { name: "Some One" } },
    ]);
  });

  test("that nobody expected is logged with its cause and tells the client nothing", async () => {
    const reply = await app.inject({ url: "/api/main/failing/bug", headers: crew });
    expect(reply.statusCode).toBe(500);
    expect(reply.json()).toMatchObject({ code: "INTERNAL", details: {} });
    expect(reply.body).not.toContain("secret-of-the-server");
    expect(written.join("")).toContain("secret-of-the-server");
    expect(written.join("")).toContain("its cause");
  });

  test("for what is no HTTP has the same form", async () => {
    const address = new URL(await app.listen({ port: 0, host: "127.0.0.1" }));
    const socket = connect(Number(address.port), "127.0.0.1");
    socket.end("this is no request\r\n\r\n");
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(() =>
      errorBodySchema.parse(JSON.parse(answer.split("\r\n\r\n")[1] ?? "")),
    ).not.toThrow();
  });
});

describe("the pages", () => {
  test("are served for any page route, under a policy with a nonce of their own", async () => {
    const headers = { host: "localhost:4680" };
    const one = await app.inject({ url: "/flights/FL000123?tab=1", headers });
    const two = await app.inject({ url: "/", headers });
    expect([one.statusCode, two.statusCode]).toEqual([200, 200]);
    expect(one.headers["cache-control"]).toBe("no-cache");
    const nonce = /<meta name="csp-nonce" content="([\w-]+)" \/>/.exec(one.body)?.[1];
    expect(one.headers["content-security-policy"]).toContain(`style-src 'self' 'nonce-${nonce}'`);
    expect(one.headers["content-security-policy"]).toContain(
      "connect-src 'self' https://store.example",
    );
    expect(one.headers["content-security-policy"]).not.toContain("unsafe-inline");
    expect(two.body).not.toContain(String(nonce));
  });

  test("show pictures of their own host and of the base maps', and no others", async () => {
    const page = await app.inject({ url: "/", headers: { host: "localhost:4680" } });
    const policy = String(page.headers["content-security-policy"]).split("; ");
    expect(policy).toContain("img-src 'self' data: blob: https://tiles.example");
  });

  test("turn no text into a script: trusted types, by one policy", async () => {
    const page = await app.inject({ url: "/", headers: { host: "localhost:4680" } });
    const worker = await app.inject("/assets/app-1a2b.js");
    for (const reply of [page, worker]) {
      const policy = String(reply.headers["content-security-policy"]).split("; ");
      expect(policy).toContain("require-trusted-types-for 'script'");
      expect(policy).toContain("trusted-types default");
    }
  });

  test("opened by another name of this machine lead to the public address", async () => {
    const reply = await app.inject({
      url: "/flights?a=1",
      headers: { host: "127.0.0.1:4680" },
    });
    expect(reply.statusCode).toBe(302);
    expect(reply.headers["location"]).toBe("http://localhost:4680/flights?a=1");
  });

  test("load hashed files that never change, and miss none silently", async () => {
    const asset = await app.inject("/assets/app-1a2b.js");
    expect(asset.headers["cache-control"]).toContain("immutable");
    expect(asset.headers["content-security-policy"]).toContain("wasm-unsafe-eval");
    expect((await app.inject("/assets/gone.js")).statusCode).toBe(404);
    expect((await app.inject("/%2e%2e/%2e%2e/etc/passwd")).body).not.toContain("root:");
  });

  test("load the form that was compressed when they were built", async () => {
    const url = "/assets/app-1a2b.js";
    const asset = await app.inject({ url, headers: { "accept-encoding": "gzip, br" } });
    expect(asset.headers["content-encoding"]).toBe("br");
    expect(asset.headers["content-type"]).toContain("javascript");
    expect(asset.headers["cache-control"]).toContain("immutable");
    expect(asset.rawPayload).toEqual(brotliCompressSync("export {};"));
    expect((await app.inject(url)).body).toBe("export {};");
  });

  test("of the API may load nothing", async () => {
    const reply = await app.inject({ url: "/api/main/list", headers: crew });
    expect(reply.headers["content-security-policy"]).toContain("default-src 'none'");
    expect(reply.headers["x-content-type-options"]).toBe("nosniff");
  });
});

describe("operations", () => {
  test("a server lives while what it needs is away, but is not ready", async () => {
    expect((await app.inject("/healthz")).statusCode).toBe(200);
    const ready = await app.inject("/readyz");
    expect(ready.statusCode).toBe(503);
    expect(ready.json()).toEqual({
      status: "unavailable",
      checks: {
        database: { ok: true },
        store: { ok: false, why: "away", since: "2026-03-14T06:00:00.000Z" },
      },
    });
  });

  test("a server that answers calls is ready, and says what is not done", async () => {
    const fault = { why: "no worker runs", since: SINCE };
    const health: Health = {
      findings: async () => [{ check: "worker", isEssential: false, fault }],
    };
    await using degraded = await buildHttp({ ...options, health });
    const ready = await degraded.inject("/readyz");
    expect(ready.statusCode).toBe(200);
    expect(ready.json()).toMatchObject({ status: "degraded", checks: { worker: { ok: false } } });
  });

  test("calls are counted by endpoint, not by address", async () => {
    await post("/api/main/echo/123", '{"word":"a"}');
    const { body } = await app.inject("/metrics");
    expect(body).toMatch(
      /http_request_duration_seconds_count\{method="POST",route="\/api\/main\/echo\/:id",status="2xx"\}/,
    );
    expect(body).not.toContain("/echo/123");
    expect(body).toContain("process_resident_memory_bytes");
  });

  test("logs hold no secret", async () => {
    await app.inject({ url: "/auth/callback?code=opensesame&state=x", headers: crew });
    log.info(
      { headers: { authorization: "Bearer base", cookie: "swath=1" }, token: "abc" },
      "kept",
    );
    const lines = written.join("");
    expect(lines).toContain("kept");
    for (const secret of ["opensesame", "Bearer base", "swath=1", '"abc"'])
      expect(lines).not.toContain(secret);
    expect(withoutSecrets("/a?b=1&code=2&c=3")).toBe("/a?b=1&code=[hidden]&c=3");
  });

  test("a caller above a limit is refused in the one form, with the seconds to wait", async () => {
    const refused: Refusal[] = [];
    const small = await buildHttp({
      ...options,
      callsPerMinute: 3,
      onRefusal: (r) => refused.push(r),
    });
    serveOn(small, { authenticate, callsOfPerson: 2 })(list, async () => [1]);
    const ask = (headers: Record<string, string>) =>
      small.inject({ url: "/api/main/list", headers });
    await ask(crew);
    await ask(crew);
    const ofPerson = await ask(crew);
    const ofAddress = await ask({ authorization: "Bearer base,guest" });
    for (const reply of [ofPerson, ofAddress]) {
      expect(reply.statusCode).toBe(429);
      expect(errorBodySchema.parse(reply.json())).toMatchObject({ code: "TOO_MANY_REQUESTS" });
      expect(Number(reply.headers["retry-after"])).toBeGreaterThan(0);
      expect(Number(reply.headers["retry-after"])).toBeLessThanOrEqual(60);
    }
    expect(refused.map(({ identity }) => identity?.subject)).toEqual(["someone", undefined]);
    await small.close();
  });

  test("5,000 small calls of one address pass", async () => {
    const replies = await Promise.all(
      Array.from({ length: 5_000 }, () => app.inject({ url: "/api/main/list", headers: crew })),
    );
    expect(new Set(replies.map((reply) => reply.statusCode))).toEqual(new Set([200]));
  });
});
