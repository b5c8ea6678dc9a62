import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Identity } from "@swath/contract/identity";
import { IDENTITY } from "./refusals.ts";

const MOST_TAGS = 10_000;
const CACHE_CONTROL = "private, no-cache";

/** Whether a caller has the reply of this entity tag. */
const has = (request: FastifyRequest, tag: string): boolean =>
  request.headers["if-none-match"]?.split(",").some((text) => text.trim() === tag) ?? false;

declare module "fastify" {
  interface FastifyContextConfig {
    /** Its replies may be kept by a browser that asks each time whether they are still the same. */
    revalidated?: boolean;
  }
}

const PRIVATE = /^\/(api\/(?!docs\b)|auth\/)/;

/**
 * Lets browsers poll cheaply: an unchanged JSON reply to a GET of a route that says so is answered
 * 304 without a body. No other private reply is kept by anybody.
 * (`@fastify/etag` compares one tag only, and tags errors and replies to other methods too.)
 */
export function tagEntities(app: FastifyInstance): void {
  app.addHook("onSend", async (request, reply, payload) => {
    const { revalidated = false } = request.routeOptions.config;
    if (request.method !== "GET" || reply.statusCode !== 200 || !revalidated) {
      if (PRIVATE.test(request.url) && !reply.hasHeader("cache-control"))
        void reply.header("cache-control", "no-store");
      return payload;
    }
    if (typeof payload !== "string") return payload;
    // Encoded once, for the tag and the wire.
    const bytes = Buffer.from(payload);
    const tag = `W/"${createHash("sha1").update(bytes).digest("base64url")}"`;
    void reply.header("etag", tag);
    if (!reply.hasHeader("cache-control")) void reply.header("cache-control", CACHE_CONTROL);
    if (!has(request, tag)) return bytes;
    void reply.code(304).removeHeader("content-length");
    return null;
  });
}

/** What is known to be current now: another number after every change, undefined while unknown. */
export type Version = () => number | undefined;

/** The entity tags of replies that are still the same; emptied by every change of the version. */
export function createTagMemory(version: Version) {
  const tags = new Map<string, string>();
  let of: number | undefined;
  const current = (): number | undefined => {
    const now = version();
    if (now !== of) tags.clear();
    of = now;
    return now;
  };
  return {
    version: current,
    tagOf: (key: string): string | undefined =>
      current() === undefined ? undefined : tags.get(key),
    /** Remembers the tag of a reply that was begun at a version. */
    keep: (key: string, begun: number | undefined, tag: string): void => {
      if (begun === undefined || begun !== current()) return;
      if (tags.size >= MOST_TAGS) tags.clear();
      tags.set(key, tag);
    },
  };
}

/** Replies differ by caller: some uploads are the caller's own. */
const keyOf = (request: FastifyRequest): string =>
  `${request.getDecorator<Identity>(IDENTITY).subject} ${request.url}`;

/**
 * Hooks of a route whose replies change only with a version: a poll for a reply that the caller has,
 * and that is still the same, is answered without a query. To run after the caller was admitted.
 */
export function rememberReplies(version: Version) {
  const memory = createTagMemory(version);
  const begun = new WeakMap<FastifyRequest, number>();
  return {
    config: { revalidated: true },
    preHandler: async (request: FastifyRequest, reply: FastifyReply) => {
      const tag = memory.tagOf(keyOf(request));
      if (tag !== undefined && has(request, tag)) {
        void reply.header("etag", tag).header("cache-control", CACHE_CONTROL);
        return reply.code(304).send();
      }
      const now = memory.version();
      if (now !== undefined) begun.set(request, now);
      return undefined;
    },
    onSend: async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
      const tag = reply.getHeader("etag");
      const whole = reply.statusCode === 200 || reply.statusCode === 304;
      if (whole && typeof tag === "string") memory.keep(keyOf(request), begun.get(request), tag);
      return payload;
    },
  };
}
