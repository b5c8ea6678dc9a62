import { route, type Route } from "@swath/contract/route";
import Fastify from "fastify";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sendError } from "./error-replies.ts";
import { limitAddresses, limitPeople } from "./call-limits.ts";
import { IDENTITY } from "./refusals.ts";

const poll = route({
  method: "GET",
  services: ["main"],
  path: "/poll",
  permission: "signedIn",
  summary: "Called often",
});
const rare = route({ ...poll, path: "/rare", callsPerMinute: 2 });

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

async function setUp(callsOfPerson: number, callsOfAddress = 100_000) {
  const app = Fastify();
  app.decorateRequest(IDENTITY, null);
  app.setErrorHandler((error, request, reply) => void sendError(request, reply, error));
  await limitAddresses(app, callsOfAddress);
  const limit = limitPeople(app, callsOfPerson);
  for (const one of [poll, rare])
    for (const service of ["main", "processing"]) {
      const counted = limit(one);
      const preParsing = async (request: Parameters<typeof counted>[0]): Promise<void> => {
        request.setDecorator(IDENTITY, { subject: request.headers["x-subject"] });
        await counted(request);
      };
      const handler = async () => "ok";
      app.route({ method: "GET", url: `/${service}${one.path}`, preParsing, handler });
    }
  /** Seconds after which to retry; 0 where the call passed. */
  const call = async (called: Route, subject: string, service = "main"): Promise<number> => {
    const headers = { "x-subject": subject };
    const reply = await app.inject({ url: `/${service}${called.path}`, headers });
    return Number(reply.headers["retry-after"] ?? 0);
  };
  return { call, pass: (ms: number) => vi.setSystemTime(Date.now() + ms) };
}

test("a person who calls too often waits until the minute ends; nobody else does", async () => {
  const { call, pass } = await setUp(3);
  for (let i = 0; i < 3; i += 1) expect(await call(poll, "crew")).toBe(0);
  pass(20_000);
  expect(await call(poll, "crew")).toBe(40);
  expect(await call(poll, "office")).toBe(0);
  pass(40_000);
  expect(await call(poll, "crew")).toBe(0);
});

test("a route that allows fewer calls counts its own, over all its services", async () => {
  const { call } = await setUp(100);
  expect(await call(rare, "crew")).toBe(0);
  expect(await call(rare, "crew", "processing")).toBe(0);
  expect(await call(rare, "crew")).toBe(60);
  expect(await call(poll, "crew")).toBe(0);
  expect(await call(rare, "office")).toBe(0);
});

test("200 people who poll four calls every 5 s, from wherever, are below every limit", async () => {
  const { call } = await setUp(6_000);
  const refused = new Set<number>();
  for (let person = 0; person < 200; person += 1)
    for (let poll_ = 0; poll_ < 4 * 12; poll_ += 1) refused.add(await call(poll, `p${person}`));
  expect([...refused]).toEqual([0]);
}, 60_000);
