import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** The entity tags that a caller says to have. */
export function knownTags(request: FastifyRequest): string[] {
  return request.headers["if-none-match"]?.split(",").map((text) => text.trim()) ?? [];
}

/** Lets browsers poll cheaply: an unchanged JSON reply to a GET is answered 304 without a body. */
export function tagEntities(app: FastifyInstance): void {
  app.addHook("onSend", async (request, reply, payload) => {
    if (request.method !== "GET" || reply.statusCode !== 200) return payload;
    if (typeof payload !== "string" || !request.url.startsWith("/api/")) return payload;
    const tag = `W/"${createHash("sha1").update(payload).digest("base64url")}"`;
    void reply.header("etag", tag);
    if (!reply.hasHeader("cache-control")) void reply.header("cache-control", "private, no-cache");
    if (!knownTags(request).includes(tag)) return payload;
    void reply.code(304).removeHeader("content-length");
    return null;
  });
}
