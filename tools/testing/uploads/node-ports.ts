import { promisify } from "node:util";
import { zstdCompress } from "node:zlib";
import { AppError, errorBodySchema, isErrorCode } from "@swath/contract/errors";
import { pathOf } from "@swath/contract/route";
import type { ApiCalls } from "@swath/upload-engine/ports";
import type { BrowserBody } from "../../../packages/upload-engine/src/browser/browser-file.ts";
import type { Compressor } from "../../../packages/upload-engine/src/ports/compressor.ts";
import type { Poster } from "../../../packages/upload-engine/src/ports/poster.ts";
import type { UploaderPorts } from "../../../packages/upload-engine/src/ports/uploader-ports.ts";
import { nodePreparer } from "./node-preparer.ts";

const MEMORY_BYTES = 256_000_000;

/** A server and who calls it. */
export interface Caller {
  readonly origin: string;
  readonly token: string;
}

/** The server's calls as the engine expects them. */
export const nodeApi = ({ origin, token }: Caller): ApiCalls => ({
  call: async (route, { params, query, body, signal, service }) => {
    const path = pathOf(route.path, params as Record<string, string> | undefined);
    const search = new URLSearchParams(query as Record<string, string> | undefined);
    const reply = await fetch(
      `${origin}/api/${service ?? route.services[0]}${path}?${search.toString()}`,
      {
        method: route.method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal === undefined ? {} : { signal }),
      },
    );
    if (reply.ok) return route.reply === undefined ? undefined : await reply.json();
    const { code, message, details } = errorBodySchema.parse(await reply.json());
    if (!isErrorCode(code)) throw new Error(`HTTP ${reply.status}: ${message}`);
    throw new AppError(code, message, details);
  },
});

const nodeCompressor: Compressor = {
  workers: 1,
  start: () => ({
    compress: async (pieces) => ({
      ok: true,
      frames: await Promise.all(
        pieces.map(async ({ index, bytes }) => ({
          index,
          bytes: new Uint8Array(await promisify(zstdCompress)(bytes)),
        })),
      ),
    }),
    close: () => {},
  }),
};

const nodePoster = ({ origin }: Caller): Poster => ({
  post: async ({ url, fields }, body, options) => {
    const { signal } = options;
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append("file", (body as BrowserBody).blob);
    options.onSent(body.size);
    const reply = await fetch(new URL(url, origin), { method: "POST", body: form, signal }).catch(
      () => undefined,
    );
    if (reply === undefined) return { kind: signal.aborted ? "aborted" : "noResponse" };
    if (reply.ok) return { kind: "stored" };
    if (reply.status === 503) return { kind: "busy" };
    return { kind: "refused", status: reply.status, message: await reply.text() };
  },
});

/** Everything an uploader needs, of Node alone. */
export function nodePorts(caller: Caller): UploaderPorts {
  return {
    api: nodeApi(caller),
    fingerprint: "test-node-uploader",
    clock: {
      now: () => performance.now(),
      random: () => Math.random(),
      after: (milliseconds, task) => {
        const timer = setTimeout(task, milliseconds);
        return () => clearTimeout(timer);
      },
    },
    page: { onLeave: () => () => {}, onOnline: () => () => {} },
    preparer: nodePreparer,
    compressor: nodeCompressor,
    poster: nodePoster(caller),
    memoryBytes: MEMORY_BYTES,
    log: () => {},
    close: () => {},
  };
}
