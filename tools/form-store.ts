import { buffer } from "node:stream/consumers";
import type { Plugin } from "vite";

/** Where the store of {@link formStore} takes forms; the outcome follows, such as `/form-store/503`. */
const FORM_STORE = "/form-store/";

/** Takes the form that it answers to the next GET, as it came. */
const KEPT = "kept";

/** A store for browser tests: reads a form whole, then answers the status asked for, or drops it. */
export function formStore(): Plugin {
  let kept: { readonly type: string; readonly body: Buffer } | undefined;
  return {
    name: "form-store",
    configureServer: ({ middlewares }) => {
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
          response.statusCode = Number(outcome);
          response.end(outcome === "204" ? undefined : '{"error":{"code":"ACCESS_DENIED"}}');
        });
      });
    },
  };
}
