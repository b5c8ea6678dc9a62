import cors from "@fastify/cors";
import { PROBE_PATH } from "@swath/contract/settings";
import type { FastifyInstance } from "fastify";

interface AllowedOrigins {
  /** Of pages that may call the API. */
  readonly api: readonly string[];
  /** Of pages that may post to the store by another of its addresses. */
  readonly store: readonly string[];
}

const API = "/api/";
const STORE = "/store/";

/**
 * Lets pages of these origins call the API with a bearer, or post the store's forms (CORS). Cookies
 * stay out: no origin but its own renews a session. Without origins nothing is sent and every browser
 * refuses foreign pages.
 */
export async function allowOrigins(
  app: FastifyInstance,
  { api, store }: AllowedOrigins,
): Promise<void> {
  if (api.length === 0 && store.length === 0) return;
  const allows = (url: string, origin: string): boolean =>
    (url.startsWith(API) && api.includes(origin)) ||
    (url.startsWith(STORE) && store.includes(origin));
  // By the times of its posts a page learns that a connection broke under one.
  app.addHook("onRequest", async ({ url, headers: { origin } }, reply) => {
    if (url.startsWith(STORE) && origin !== undefined && store.includes(origin))
      void reply.header("timing-allow-origin", origin);
  });
  // It tries another address by a call without a body, which no other site learns anything by.
  app.addHook("onSend", async ({ method, url }, reply) => {
    if (store.length > 0 && method === "HEAD" && url === PROBE_PATH)
      void reply.header("cross-origin-resource-policy", "cross-origin");
  });
  await app.register(cors, {
    delegator: ({ url, headers: { origin } }, done) =>
      done(null, {
        // Others are answered as if there were no CORS at all.
        origin: origin !== undefined && allows(url, origin) && origin,
        methods: ["GET", "POST", "PUT", "DELETE"],
        allowedHeaders: ["authorization", "content-type", "if-none-match", "x-request-id"],
        exposedHeaders: ["x-total-count", "x-name", "x-request-id", "etag", "retry-after"],
        maxAge: 600,
        strictPreflight: false,
      }),
  });
}
