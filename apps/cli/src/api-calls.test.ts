import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { AppError } from "@swath/contract/errors";
import { endpoints } from "@swath/contract/endpoints";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { apiCalls } from "./api-calls.ts";

const flightId = "FL000123";
let server: Server;
let heard: string[] = [];
let answers: (readonly [status: number, body: string])[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    const [status, body] = answers.shift() ?? [200, "{}"];
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
});
beforeEach(() => {
  heard = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function api() {
  const { port } = server.address() as AddressInfo;
  return apiCalls({
    server: new URL(`http://127.0.0.1:${port}`),
    services: {
      main: "/api/main",
      processing: "/api/processing",
      "terrain-mapper": "/api/terrain-mapper",
      orchestration: "/api/orchestration",
    },
    tokens: { token: async () => "old", after: async () => "new" },
  });
}

const refusal = (code: string) =>
  JSON.stringify({ code, message: "no", details: {}, requestId: "r" });

const call = () => api().call(endpoints.readFlight, { params: { flightId } });

test("a call goes to its service with the bearer", async () => {
  answers = [[200, JSON.stringify({ FlightID: flightId })]];
  const reply = await api().call(endpoints.readFlight, { params: { flightId } });
  expect(reply.FlightID).toBe(flightId);
  expect(heard).toEqual([`GET /api/main/flights/${flightId} Bearer old`]);
});

test("a refused token is renewed, and the call made once more", async () => {
  answers = [
    [401, refusal("TOKEN_EXPIRED")],
    [200, JSON.stringify({ FlightID: flightId })],
  ];
  await api().call(endpoints.readFlight, { params: { flightId } });
  expect(heard.map((line) => line.split(" ").at(-1))).toEqual(["old", "new"]);
});

test("a refusal of the contract is an AppError; what a proxy answers is none", async () => {
  answers = [[404, refusal("FLIGHT_NOT_FOUND")]];
  await expect(call()).rejects.toThrow(AppError);
  answers = [[502, "<html>"]];
  const other = await call().catch((error: unknown) => error);
  expect(other).toBeInstanceOf(Error);
  expect(other).not.toBeInstanceOf(AppError);
});
