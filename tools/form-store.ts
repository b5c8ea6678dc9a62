import { buffer } from "node:stream/consumers";
import type { Plugin } from "vite";

/** Where the store of {@link formStore} takes forms; the outcome follows, such as `/form-store/503`. */
const FORM_STORE = "/form-store/";

/** Takes the form that it answers to the next GET, as it came. */
const KEPT = "kept";

/** Answers the first form, which leaves a connection to use again; resets that of the second. */
const BREAKS = "breaks";
const BREAKS_AFTER_MS = 500;

/** A store for browser tests: reads a form whole, then answers the status asked for, or drops it. */
export function formStore(): Plugin {
  let kept: { readonly type: string; readonly body: Buffer } | undefined;
  let breaking = 0;
  return {
    name: "form-store",
    configureServer: ({ middlewares, httpServer }) => {
      middlewares.use(FORM_STORE, (request, response) => {
        const outcome = request.url?.slice(1) ?? "";
        if (outcome === "drop") {
          request.once("data", () => request.destroy());
          return;
        }
        // Read, and never answered.
        if (outcome === "silent") {
          request.resume();
          return;
        }
        if (outcome === BREAKS && ++breaking === 2) {
          setTimeout(() => {
            if (httpServer !== null && "closeIdleConnections" in httpServer)
              httpServer.closeIdleConnections();
            request.socket.resetAndDestroy();
          }, BREAKS_AFTER_MS);
          return;
        }
        if (outcome === KEPT && request.method === "GET") {
          response.setHeader("content-type", kept?.type ?? "");
          response.end(kept?.body);
          return;
        }
        if (outcome === KEPT) {
          const keep = async (): Promise<void> => {
            kept = { type: request.headers["content-type"] ?? "", body: await buffer(request) };
            response.end();
          };
          void keep();
          return;
        }
        request.resume().once("end", () => {
          response.statusCode = outcome === BREAKS ? 204 : Number(outcome);
          response.end(
            response.statusCode === 204 ? undefined : '{"error":{"code":"ACCESS_DENIED"}}',
          );
        });
      });
    },
  };
}
