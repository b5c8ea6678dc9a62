import type { UploadAuthReply } from "@swath/contract/uploads";
import type { PostOptions, PostOutcome } from "../ports/poster.ts";
import type { BrowserBody } from "./browser-body.ts";
import { type CallResult, WorkerCalls } from "@swath/worker-rpc";
import type { ReadCalls, ReadEvents } from "./workers/read.worker.ts";

/**
 * A worker that reads, hashes and posts. Bodies stay with it: the handle of a blob on the page would
 * keep its bytes until the page's heap, which may be large, is collected.
 */
export class Reader {
  readonly calls: WorkerCalls<ReadCalls, ReadEvents>;
  /** How many objects it is busy with. */
  objects = 0;
  readonly #posts = new Map<number, PostOptions>();

  constructor() {
    this.calls = new WorkerCalls<ReadCalls, ReadEvents>(startWorker, {
      on: { sent: ({ object, bytes }) => this.#posts.get(object)?.onSent(bytes) },
    });
  }

  /** What the worker has put together under that number. */
  body(object: number, size: number): BrowserBody {
    return {
      size,
      post: (form, options) => this.#post(object, form, options),
      release: () => void this.calls.call("release", object),
    };
  }

  async #post(object: number, form: UploadAuthReply, options: PostOptions): Promise<PostOutcome> {
    const { signal } = options;
    if (signal.aborted) return { kind: "aborted" };
    const aborted = Promise.withResolvers<PostOutcome>();
    const abort = (): void => {
      void this.calls.call("abort", object);
      aborted.resolve({ kind: "aborted" });
    };
    signal.addEventListener("abort", abort, { once: true });
    this.#posts.set(object, options);
    const posted = this.calls.call("post", { object, form });
    try {
      return await Promise.race([posted.then(outcomeOf), aborted.promise]);
    } finally {
      signal.removeEventListener("abort", abort);
      this.#posts.delete(object);
    }
  }
}

/** A worker that died has lost its bodies: they are prepared anew. */
function outcomeOf(result: CallResult<PostOutcome>): PostOutcome {
  if (result.kind === "answered") return result.value;
  return { kind: "refused", status: 0, message: result.reason };
}

function startWorker(): Worker {
  return new Worker(new URL("./workers/read.worker.ts", import.meta.url), { type: "module" });
}
