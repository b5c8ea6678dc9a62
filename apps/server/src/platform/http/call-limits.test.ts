import { endpoint, type Endpoint } from "@swath/contract/endpoint";
import Fastify, { type FastifyRequest } from "fastify";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sendError } from "./error-replies.ts";
import { CALLS_OF_ADDRESS, CALLS_OF_PERSON, limitAddresses } from "./call-limits.ts";
import { limitPeople } from "./serve-endpoints.ts";
import { IDENTITY } from "./refusals.ts";

const poll = endpoint("GET", "/poll", {
  services: ["main"],
  permission: "signedIn",
  summary: "Called often",
});
const rare = endpoint("GET", "/rare", { ...poll, callsPerMinute: 2 });

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const answer = async (): Promise<string> => "ok";

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
      app.route({ method: "GET", url: `/${service}${one.path}`, preParsing, handler: answer });
    }
  /** Seconds after which to retry; 0 where the call passed. */
  const call = async (called: Endpoint, subject: string, service = "main"): Promise<number> => {
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

test("an endpoint that allows fewer calls counts its own, over all its services", async () => {
  const { call } = await setUp(100);
  expect(await call(rare, "crew")).toBe(0);
  expect(await call(rare, "crew", "processing")).toBe(0);
  expect(await call(rare, "crew")).toBe(60);
  expect(await call(poll, "crew")).toBe(0);
  expect(await call(rare, "office")).toBe(0);
});

test("200 people who poll four calls every 5 s, from wherever, are below every limit", async () => {
  const app = Fastify();
  await limitAddresses(app, CALLS_OF_ADDRESS);
  const limit = limitPeople(app, CALLS_OF_PERSON)(poll);
  for (let person = 0; person < 200; person += 1) {
    const identity = { subject: `person ${person}` };
    const request = { getDecorator: () => identity, routeOptions: {} } as unknown as FastifyRequest;
    for (let calls = 0; calls < 4 * 12; calls += 1) await limit(request);
  }
  expect(200 * 4 * 12).toBeLessThan(CALLS_OF_ADDRESS);
});
