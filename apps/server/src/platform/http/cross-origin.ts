import type { FastifyInstance } from "fastify";

const METHODS = "GET, POST, PUT, DELETE";
const HEADERS = "authorization, content-type, if-none-match, x-request-id";
const EXPOSED = "x-total-count, x-request-id, etag, retry-after";
const REMEMBERED_S = "600";

/**
 * Lets pages of these origins call the API with a bearer (CORS). Cookies stay out: no origin but its
 * own renews a session. Without origins nothing is sent and every browser refuses foreign pages.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const allowed = new Set(origins);
  app.addHook("onRequest", async (request, reply) => {
    if (!request.url.startsWith("/api/")) return;
    void reply.header("vary", "Origin");
    const { origin } = request.headers;
    if (origin === undefined || !allowed.has(origin)) return;
    void reply
      .header("access-control-allow-origin", origin)
      .header("access-control-expose-headers", EXPOSED);
    const asked = request.headers["access-control-request-method"];
    if (request.method !== "OPTIONS" || asked === undefined) return;
    await reply
      .code(204)
      .header("access-control-allow-methods", METHODS)
      .header("access-control-allow-headers", HEADERS)
      .header("access-control-max-age", REMEMBERED_S)
      .send();
  });
}
