import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import type { Plugin } from "vite";

/** Where the store of {@link formStore} takes forms; the outcome follows, such as `/form-store/503`. */
const FORM_STORE = "/form-store/";

/** Takes the form that it answers to the next GET, as it came. */
const KEPT = "kept";

/** Answers the first form, which leaves a connection to use again; resets that of the second. */
const BREAKS = "breaks";
const BREAKS_AFTER_MS = 500;

/** The same, of forms that are read at 5 MB a second, however busy this machine is. */
const SLOWLY_BREAKS = "breaks-slowly";
const SLOWLY_BREAKS_AFTER_BYTES = 7_500_000;
const READ_EACH_MS = 20;
const READ_BYTES_PER_MS = 5_000;

/** A store for browser tests: reads a form whole, then answers the status asked for, or drops it. */
export function formStore(): Plugin {
  let kept: { readonly type: string; readonly body: Buffer } | undefined;
  const forms = { [BREAKS]: 0, [SLOWLY_BREAKS]: 0 };
  return {
    name: "form-store",
    configureServer: ({ middlewares, httpServer }) => {
      const reset = (socket: Socket): void => {
        if (httpServer !== null && "closeIdleConnections" in httpServer)
          httpServer.closeIdleConnections();
        socket.resetAndDestroy();
      };
      middlewares.use(FORM_STORE, (request, response) => {
        const outcome = request.url?.slice(1) ?? "";
        response.setHeader("access-control-allow-origin", "*");
        if (request.method === "OPTIONS") {
          response.end();
          return;
        }
        if (outcome === "drop") {
          request.once("data", () => request.destroy());
          return;
        }
        // Read, and never answered.
        if (outcome === "silent") {
          request.resume();
          return;
        }
        if (outcome === BREAKS && ++forms[BREAKS] === 2) {
          setTimeout(() => reset(request.socket), BREAKS_AFTER_MS);
          return;
        }
        if (outcome === SLOWLY_BREAKS) {
          const breaks = ++forms[SLOWLY_BREAKS] === 2;
          readSlowly(request, {
            onRead: (bytes) => {
              if (breaks && bytes >= SLOWLY_BREAKS_AFTER_BYTES) reset(request.socket);
            },
            onEnd: () => {
              response.statusCode = 204;
              response.end();
            },
          });
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

interface SlowReader {
  /** Told of all bytes so far, again and again. */
  readonly onRead: (bytes: number) => void;
  readonly onEnd: () => void;
}

function readSlowly(request: IncomingMessage, { onRead, onEnd }: SlowReader): void {
  const began = performance.now();
  let bytes = 0;
  const reading = setInterval(() => {
    while (bytes < (performance.now() - began) * READ_BYTES_PER_MS) {
      const chunk = request.read() as Buffer | null;
      if (chunk === null) break;
      bytes += chunk.length;
    }
    onRead(bytes);
  }, READ_EACH_MS);
  const stop = (): void => clearInterval(reading);
  request.once("error", stop).once("close", stop).once("end", onEnd);
}
