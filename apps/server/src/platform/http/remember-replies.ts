import type { FastifyReply, FastifyRequest } from "fastify";
import type { Identity } from "@swath/contract/identity";
import { knownTags } from "./entity-tags.ts";
import { IDENTITY } from "./refusals.ts";
import type { ReplyMemory } from "./reply-memory.ts";

/** Replies differ by who asks: some uploads are the caller's own. */
const keyOf = (request: FastifyRequest): string =>
  `${request.getDecorator<Identity>(IDENTITY).subject} ${request.url}`;

/**
 * Hooks of a route whose replies change only with the memory's version: a poll for a reply that the
 * caller has, and that is still the same, is answered without asking anyone. To run after the caller
 * was let in.
 */
export function rememberReplies(memory: ReplyMemory) {
  const begun = new WeakMap<FastifyRequest, number>();
  return {
    preHandler: async (request: FastifyRequest, reply: FastifyReply) => {
      const tag = memory.tagOf(keyOf(request));
      if (tag !== undefined && knownTags(request).includes(tag)) {
        void reply.header("etag", tag).header("cache-control", "private, no-cache");
        return reply.code(304).send();
      }
      const version = memory.version();
      if (version !== undefined) begun.set(request, version);
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
