import rateLimit from "@fastify/rate-limit";
import { AppError } from "@swath/contract/errors";
import type { FastifyInstance } from "fastify";

/** Most calls a minute of one address: 200 people behind one, who poll and upload small files. */
export const CALLS_OF_ADDRESS = 60_000;
/** Most calls a minute of one person, over all their tabs. */
export const CALLS_OF_PERSON = 6_000;
export const MINUTE_MS = 60_000;

/** The configuration of routes that programs of the operator call: health and metrics. */
export const UNLIMITED = { rateLimit: false } as const;

/** TOO_MANY_REQUESTS, with the seconds after which to retry. */
export function tooMany(milliseconds: number): AppError {
  return new AppError("TOO_MANY_REQUESTS", "too many calls; wait a little", {
    retryAfterSeconds: Math.max(1, Math.ceil(milliseconds / 1000)),
  });
}

/** Counts the calls of each address; routes are excepted by {@link UNLIMITED}. */
export async function limitAddresses(app: FastifyInstance, max: number): Promise<void> {
  await app.register(rateLimit, {
    max,
    timeWindow: MINUTE_MS,
    errorResponseBuilder: (_request, { ttl }) => tooMany(ttl),
  });
}
