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
import { formText, type NodeBody, slicesOf, UnreadableBody } from "./node-body.ts";

/** The error code in a store's answer lies well within this length. */
const MOST_ANSWER_BYTES = 16_384;

interface Connections {
  readonly http: http.Agent;
  readonly https: https.Agent;
}

/** Posts forms over connections that are kept and used again. */
export class NodePoster implements Poster {
  readonly #base: URL;
  readonly #connections: Connections = {
    http: new http.Agent({ keepAlive: true }),
    https: new https.Agent({ keepAlive: true }),
  };

  /** `base`: what the addresses of forms are relative to, where they name no host. */
  constructor(base: URL) {
    this.#base = base;
  }

  async post(form: UploadAuthReply, body: StoredBody, options: PostOptions): Promise<PostOutcome> {
    const { signal } = options;
    if (signal.aborted) return { kind: "aborted" };
    const outcome = await new FormPost(
      new URL(form.url, this.#base),
      this.#connections,
      options,
    ).send(form.fields, body as NodeBody);
    return signal.aborted ? { kind: "aborted" } : outcome;
  }

  reach(origin: string): Promise<boolean> {
    const url = new URL(PROBE_PATH, new URL(origin, this.#base));
    return new Promise((resolve) => {
      const request = requestOf(url, this.#connections, {
        method: "HEAD",
        timeout: REACH_MS,
      });
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

  close(): void {
    this.#connections.http.destroy();
    this.#connections.https.destroy();
  }
}

function requestOf(
  url: URL,
  connections: Connections,
  options: http.RequestOptions,
): http.ClientRequest {
  return url.protocol === "https:"
    ? https.request(url, { ...options, agent: connections.https })
    : http.request(url, { ...options, agent: connections.http });
}

/** One request: whichever comes first of its answer, its failure and its abort ends it. */
class FormPost {
  readonly #url: URL;
  readonly #connections: Connections;
  readonly #options: PostOptions;

  constructor(url: URL, connections: Connections, options: PostOptions) {
    this.#url = url;
    this.#connections = connections;
    this.#options = options;
  }

  async send(fields: Readonly<Record<string, string>>, body: NodeBody): Promise<PostOutcome> {
    const text = formText(fields, `swath-${randomUUID()}`);
    const request = this.#begin({
      "content-type": text.contentType,
      "content-length": text.before.length + body.size + text.after.length,
    });
    const { signal } = this.#options;
    const abort = (): void => void request.destroy();
    signal.addEventListener("abort", abort, { once: true });
    try {
      const answered = answerOf(request);
      const unreadable = this.#write(request, text, body);
      return await Promise.race([answered, unreadable]);
    } finally {
      signal.removeEventListener("abort", abort);
      // One that was answered before its whole body was taken cannot be used again.
      if (!request.writableFinished) request.destroy();
    }
  }

  #begin(headers: http.OutgoingHttpHeaders): http.ClientRequest {
    return requestOf(this.#url, this.#connections, { method: "POST", headers });
  }

  /** Settles only where the body cannot be read: what a broken connection comes to is its answer's. */
  async #write(
    request: http.ClientRequest,
    text: { readonly before: Buffer; readonly after: Buffer },
    body: NodeBody,
  ): Promise<PostOutcome> {
    try {
      await handOver(request, text.before);
      let sent = 0;
      for await (const slice of slicesOf(body)) {
        await handOver(request, slice);
        sent += slice.length;
        this.#options.onSent(sent);
      }
      request.end(text.after);
    } catch (error) {
      if (error instanceof UnreadableBody) return { kind: "unreadable", path: error.path };
    }
    return new Promise(() => {});
  }
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
