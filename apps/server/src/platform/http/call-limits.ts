import rateLimit from "@fastify/rate-limit";
import { AppError } from "@swath/contract/errors";
import type { Identity } from "@swath/contract/identity";
import type { Route } from "@swath/contract/route";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { IDENTITY } from "./refusals.ts";

/** Most calls a minute of one address: 200 people behind one, who poll and upload small files. */
export const CALLS_OF_ADDRESS = 60_000;
/** Most calls a minute of one person, over all their tabs. */
export const CALLS_OF_PERSON = 6_000;
const MINUTE_MS = 60_000;

/** TOO_MANY_REQUESTS, with the seconds after which to retry. */
function tooMany(milliseconds: number): AppError {
  return new AppError("TOO_MANY_REQUESTS", "too many calls; wait a little", {
    retryAfterSeconds: Math.max(1, Math.ceil(milliseconds / 1000)),
  });
}

/** Counts the calls of each address, those for health and metrics excepted. */
export async function limitAddresses(app: FastifyInstance, max: number): Promise<void> {
  await app.register(rateLimit, {
    max,
    timeWindow: MINUTE_MS,
    allowList: (request) => /^\/(healthz|readyz|metrics)$/.test(request.url),
    errorResponseBuilder: (_request, { ttl }) => tooMany(ttl),
  });
}

type Limit = (request: FastifyRequest) => Promise<void>;

/**
 * Counts the calls of each person, once known, and those of each person to a route that allows fewer;
 * throws TOO_MANY_REQUESTS. For an application of {@link limitAddresses}.
 */
export function limitPeople(app: FastifyInstance, callsOfPerson: number): (route: Route) => Limit {
  const limit = (max: number): Limit => {
    const count = app.createRateLimit({
      max,
      timeWindow: MINUTE_MS,
      keyGenerator: (request) => request.getDecorator<Identity>(IDENTITY).subject,
    });
    return async (request) => {
      const counted = await count(request);
      if (!counted.isAllowed && counted.isExceeded) throw tooMany(counted.ttl);
    };
  };
  const all = limit(callsOfPerson);
  // One for all services that a route is served under.
  const own = new Map<Route, Limit>();
  return (route) => {
    const { callsPerMinute } = route;
    if (callsPerMinute === undefined) return all;
    const few = own.get(route) ?? limit(callsPerMinute);
    own.set(route, few);
    return async (request) => {
      await all(request);
      await few(request);
    };
  };
}
