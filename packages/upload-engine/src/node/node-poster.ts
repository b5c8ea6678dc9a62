import { randomUUID } from "node:crypto";
import http from "node:http";
import https from "node:https";
import { PROBE_PATH } from "@swath/contract/settings";
import type { UploadAuthReply } from "@swath/contract/uploads";
import {
  answeredPost,
  type Poster,
  type PostOptions,
  type PostOutcome,
  REACH_MS,
} from "../ports/poster.ts";
import type { StoredBody } from "../ports/preparer.ts";
import { type FormText, formText, type NodeBody, slicesOf, UnreadableBody } from "./node-body.ts";

/** The error code in a store's answer lies well within this length. */
const MOST_ANSWER_BYTES = 16_384;

/** Posts forms over connections that are kept and used again. */
export class NodePoster implements Poster {
  readonly #base: URL;
  readonly #http = new http.Agent({ keepAlive: true });
  readonly #https = new https.Agent({ keepAlive: true });

  /** `base`: what the addresses of forms are relative to, where they name no host. */
  constructor(base: URL) {
    this.#base = base;
  }

  async post(
    { url, fields }: UploadAuthReply,
    body: StoredBody,
    options: PostOptions,
  ): Promise<PostOutcome> {
    const { signal } = options;
    if (signal.aborted) return { kind: "aborted" };
    const text = formText(fields, `swath-${randomUUID()}`);
    const headers = {
      "content-type": text.contentType,
      "content-length": text.before.length + body.size + text.after.length,
    };
    const request = this.#request(url, { method: "POST", headers, signal });
    try {
      const unreadable = write(request, text, body as NodeBody, options);
      const outcome = await Promise.race([answerOf(request), unreadable]);
      return signal.aborted ? { kind: "aborted" } : outcome;
    } finally {
      // One that was answered before its whole body was taken cannot be used again.
      if (!request.writableFinished) request.destroy();
    }
  }

  reach(origin: string): Promise<boolean> {
    return new Promise((resolve) => {
      const url = new URL(PROBE_PATH, new URL(origin, this.#base));
      const request = this.#request(url, { method: "HEAD", timeout: REACH_MS });
      request.once("response", (response) => {
        response.resume();
        resolve(true);
      });
      request.on("timeout", () => request.destroy());
      request.on("error", () => resolve(false));
      request.once("close", () => resolve(false));
      request.end();
    });
  }

  #request(address: string | URL, options: http.RequestOptions): http.ClientRequest {
    const url = new URL(address, this.#base);
    return url.protocol === "https:"
      ? https.request(url, { ...options, agent: this.#https })
      : http.request(url, { ...options, agent: this.#http });
  }

  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }
}

/** Settles only where the body cannot be read: what a broken connection comes to is its answer's. */
async function write(
  request: http.ClientRequest,
  { before, after }: FormText,
  body: NodeBody,
  options: PostOptions,
): Promise<PostOutcome> {
  try {
    await handOver(request, before);
    let sent = 0;
    for await (const slice of slicesOf(body)) {
      await handOver(request, slice);
      sent += slice.length;
      options.onSent(sent);
    }
    request.end(after);
  } catch (error) {
    if (error instanceof UnreadableBody) return { kind: "unreadable", path: error.path };
  }
  return new Promise(() => {});
}

/** Resolves once the system took the bytes: the next are read no earlier. */
function handOver(request: http.ClientRequest, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    request.write(bytes, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}

function answerOf(request: http.ClientRequest): Promise<PostOutcome> {
  return new Promise((resolve) => {
    let answered = false;
    const noResponse = (): void => {
      if (!answered) resolve({ kind: "noResponse" });
    };
    request.once("response", (response) => {
      answered = true;
      const status = response.statusCode ?? 0;
      // The status counts, though the rest of the answer does not come.
      readText(response).then(
        (text) => resolve(answeredPost(status, text)),
        () => resolve(answeredPost(status, "")),
      );
    });
    request.on("error", noResponse);
    request.once("close", noResponse);
  });
}

async function readText(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    if (length < MOST_ANSWER_BYTES) chunks.push(chunk);
    length += chunk.length;
  }
  return Buffer.concat(chunks).toString("utf8", 0, MOST_ANSWER_BYTES);
}
