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
import { blobOf, type FileRange } from "./workers/read-file.ts";

/** Posts each body from where its bytes are: the drive, a worker, or the page. */
export const browserPoster: Poster = {
  post: (form, body, options) => (body as BrowserBody).post(form, options),
  reach: async (origin) => {
    try {
      // Without credentials, as a post to another origin has none; the answer stays unread.
      await fetch(new URL(PROBE_PATH, origin), {
        method: "HEAD",
        mode: "no-cors",
        credentials: "omit",
        cache: "no-store",
        signal: AbortSignal.timeout(REACH_MS),
      });
      return true;
    } catch {
      return false;
    }
  },
};

/** A body that is posted from where its bytes are. */
export interface BrowserBody extends StoredBody {
  post(form: UploadAuthReply, options: PostOptions): Promise<PostOutcome>;
  release(): void;
}

/** A range of a picked file, untouched: its bytes stay on the drive. */
export function rangeBody(range: FileRange): BrowserBody {
  const blob = blobOf(range);
  return {
    size: blob.size,
    post: async (form, options) => {
      const outcome = await postBlob(form, blob, options);
      // A file that changed ends a request in the same way as a broken link.
      if (outcome.kind === "noResponse" && !(await isReadable(blob)))
        return { kind: "unreadable", path: range.path };
      return outcome;
    },
    release: () => {},
  };
}

/** Some bytes of the page's own. */
export function bytesBody(bytes: Uint8Array<ArrayBuffer>): BrowserBody {
  const blob = new Blob([bytes]);
  return {
    size: blob.size,
    post: (form, options) => postBlob(form, blob, options),
    release: () => {},
  };
}

async function isReadable(blob: Blob): Promise<boolean> {
  try {
    const [first, last] = [blob.slice(0, 1), blob.slice(blob.size - 1)];
    await Promise.all([first.arrayBuffer(), last.arrayBuffer()]);
    return true;
  } catch {
    return false;
  }
}

/** A request that looks for its connection no sooner than so long after its start had another before. */
const RESENT_MS = 250;

/** Posts a blob by XMLHttpRequest, which reports the progress of a body. Never rejects. */
export function postBlob(
  { url, fields }: UploadAuthReply,
  blob: Blob,
  options: PostOptions,
): Promise<PostOutcome> {
  const { signal } = options;
  const began = performance.now();
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const gap = new ProgressGap(began);
    const abort = (): void => request.abort();
    const end = (outcome: PostOutcome): void => {
      signal.removeEventListener("abort", abort);
      resolve(signal.aborted ? { kind: "aborted" } : outcome);
    };
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      gap.progress(loaded, performance.now());
      // The text of the form counts too, and is no part of the body.
      options.onSent(Math.max(0, Math.min(blob.size, loaded - (total - blob.size))));
    });
    request.addEventListener("load", () => {
      const resent = wasResent(url, began) ?? (gap.looksResent ? "perhaps" : false);
      const outcome = answeredPost(request.status, request.responseText);
      end(outcome.kind === "stored" && resent !== false ? { ...outcome, resent } : outcome);
    });
    request.addEventListener("error", () => end({ kind: "noResponse" }));
    request.addEventListener("abort", () => end({ kind: "noResponse" }));
    request.open("POST", url);
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) {
      end({ kind: "aborted" });
      return;
    }
    try {
      request.send(formOf(fields, blob));
    } catch (error) {
      end({ kind: "refused", status: 0, message: String(error) });
    }
  });
}

/**
 * Whether the connection of a post that has ended broke under it. One that had served an earlier request
 * is replaced by the browser without a word, and the whole body sent again; only the times tell (Resource
 * Timing, section 4.3: the times of the last connection, all 0 where another origin hides them; then the
 * result is undefined).
 */
function wasResent(url: string, began: number): boolean | undefined {
  const { href } = new URL(url, location.href);
  const entries = performance.getEntriesByName(href) as PerformanceResourceTiming[];
  const own = entries.find(({ startTime }) => startTime >= began);
  // The list takes 250 entries, and then no more.
  performance.clearResourceTimings();
  if (own === undefined || own.domainLookupStart === 0) return undefined;
  return own.domainLookupStart - own.fetchStart >= RESENT_MS;
}

function formOf(fields: Readonly<Record<string, string>>, blob: Blob): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("file", blob);
  return form;
}

/** Any shorter gap may be the link's own: on a full one a socket's buffer is free again in steps of up to 0.7 s. */
const LEAST_GAP_MS = 1_000;
/** How far the pace may have changed meanwhile. */
const TIMES = 2;

/**
 * The longest time in which a post handed over nothing more. Where a browser sends a body again by itself,
 * it tells of no progress until it is past what it had told of before: the gap is as long as it takes to
 * send these bytes.
 */
export class ProgressGap {
  readonly #began: number;
  #bytes = 0;
  #at: number;
  #longest = { ms: 0, bytes: 0 };

  /** In milliseconds. */
  constructor(began: number) {
    this.#began = began;
    this.#at = began;
  }

  progress(bytes: number, now: number): void {
    const ms = now - this.#at;
    if (this.#bytes > 0 && ms > this.#longest.ms) this.#longest = { ms, bytes: this.#bytes };
    this.#bytes = bytes;
    this.#at = now;
  }

  /** Whether the gap is about as long as all bytes before it take at the pace of the other time. */
  get looksResent(): boolean {
    const { ms, bytes } = this.#longest;
    if (ms < LEAST_GAP_MS) return false;
    const againMs = (bytes * (this.#at - this.#began - ms)) / this.#bytes;
    return ms >= againMs / TIMES && ms <= againMs * TIMES;
  }
}
