import cors from "@fastify/cors";
import type { FastifyInstance } from "fastify";

/**
 * Lets pages of these origins call the API with a bearer (CORS). Cookies stay out: no origin but its
 * own renews a session. Without origins nothing is sent and every browser refuses foreign pages.
 */
export async function allowOrigins(
  app: FastifyInstance,
  origins: readonly string[],
): Promise<void> {
  if (origins.length === 0) return;
  const allowed = new Set(origins);
  await app.register(cors, {
    delegator: ({ url, headers: { origin } }, done) =>
      done(null, {
        // Others are answered as if there were no CORS at all.
        origin: url.startsWith("/api/") && origin !== undefined && allowed.has(origin) && origin,
        methods: ["GET", "POST", "PUT", "DELETE"],
        allowedHeaders: ["authorization", "content-type", "if-none-match", "x-request-id"],
        exposedHeaders: ["x-total-count", "x-name", "x-request-id", "etag", "retry-after"],
        maxAge: 600,
        strictPreflight: false,
      }),
  });
}
