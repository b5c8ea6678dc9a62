import { PROBE_PATH } from "@swath/contract/settings";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { allowOrigins } from "./cross-origin.ts";

async function build(...api: string[]) {
  const app = Fastify();
  await allowOrigins(app, { api, store: [] });
  app.get("/api/main/list", async () => [1]);
  app.get("/page", async () => "page");
  return app;
}
const from = (origin: string, more: Record<string, string> = {}) => ({ origin, ...more });
const PREFLIGHT = {
  "access-control-request-method": "PUT",
  "access-control-request-headers": "authorization",
};
const corsOf = (headers: object): string[] =>
  Object.keys(headers).filter((name) => name.startsWith("access-control-"));

test("a page of a listed origin may call with a bearer, and never with cookies", async () => {
  const app = await build("https://portal.example");
  const headers = from("https://portal.example");
  const reply = await app.inject({ url: "/api/main/list", headers });
  expect(reply.headers["access-control-allow-origin"]).toBe("https://portal.example");
  expect(reply.headers["access-control-expose-headers"]).toContain("x-total-count");
  expect(reply.headers["access-control-expose-headers"]).toContain("x-name");
  expect(reply.headers["vary"]).toContain("Origin");
  expect(reply.headers["access-control-allow-credentials"]).toBeUndefined();
  const asked = { method: "OPTIONS", url: "/api/main/list" } as const;
  const preflight = await app.inject({ ...asked, headers: { ...headers, ...PREFLIGHT } });
  expect(preflight.statusCode).toBe(204);
  expect(preflight.headers["access-control-allow-headers"]).toContain("authorization");
  expect(preflight.headers["access-control-allow-methods"]).toContain("PUT");
});

test("pages of other origins, and addresses besides the API, get no such header", async () => {
  const app = await build("https://portal.example");
  for (const origin of ["https://evil.example", "https://portal.example.evil.example", "null"])
    for (const url of ["/api/main/list", "/api/nothing"]) {
      const reply = await app.inject({ url, headers: from(origin, PREFLIGHT), method: "OPTIONS" });
      expect(corsOf(reply.headers)).toEqual([]);
    }
  const page = await app.inject({ url: "/page", headers: from("https://portal.example") });
  expect(corsOf(page.headers)).toEqual([]);
});

test("the server's own pages may post to its store by another of its addresses, others may not", async () => {
  const app = Fastify();
  await allowOrigins(app, { api: [], store: ["https://own.example"] });
  app.post("/store/uploads", async () => "");
  const asked = { method: "OPTIONS", url: "/store/uploads" } as const;
  const posting = { "access-control-request-method": "POST" };
  const own = await app.inject({ ...asked, headers: from("https://own.example", posting) });
  expect(own.statusCode).toBe(204);
  expect(own.headers["access-control-allow-origin"]).toBe("https://own.example");
  const evil = await app.inject({ ...asked, headers: from("https://evil.example", posting) });
  expect(corsOf(evil.headers)).toEqual([]);
  const headers = from("https://own.example", posting);
  const post = { method: "POST", url: "/store/uploads" } as const;
  const posted = await app.inject({ ...post, headers });
  expect(posted.headers["timing-allow-origin"]).toBe("https://own.example");
  const foreign = await app.inject({ ...post, headers: from("https://evil.example") });
  expect(foreign.headers["timing-allow-origin"]).toBeUndefined();
  const api = await app.inject({ ...asked, url: "/api/main/list", headers });
  expect(corsOf(api.headers)).toEqual([]);
});

/** What the page of the portal, or a list, says of who may load it from elsewhere. */
const policyOf = async (method: "GET" | "HEAD", url: string, ...store: string[]) => {
  const app = Fastify();
  app.addHook("onRequest", async (_, reply) => {
    void reply.header("cross-origin-resource-policy", "same-origin");
  });
  await allowOrigins(app, { api: ["https://portal.example"], store });
  app.get("/", async () => "page");
  app.get("/api/main/list", async () => [1]);
  const reply = await app.inject({ method, url });
  return reply.headers["cross-origin-resource-policy"];
};

test("another of the store's addresses may be tried by a call without a body, and by nothing else", async () => {
  const own = "https://own.example";
  expect(await policyOf("HEAD", PROBE_PATH, own)).toBe("cross-origin");
  expect(await policyOf("GET", PROBE_PATH, own)).toBe("same-origin");
  expect(await policyOf("HEAD", "/", own)).toBe("same-origin");
  expect(await policyOf("HEAD", "/api/main/list", own)).toBe("same-origin");
  expect(await policyOf("HEAD", PROBE_PATH)).toBe("same-origin");
});

test("without a list nothing is sent", async () => {
  const app = await build();
  const reply = await app.inject({
    url: "/api/main/list",
    headers: from("https://portal.example"),
  });
  expect(corsOf(reply.headers)).toEqual([]);
});
