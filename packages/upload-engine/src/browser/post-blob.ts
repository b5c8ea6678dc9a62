import type { UploadAuthReply } from "@swath/contract/uploads";
import { answeredPost, type PostOptions, type PostOutcome } from "../ports/poster.ts";
import { ProgressGap } from "./progress-gap.ts";

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
 * Timing, section 4.3: those of the connection that was used in the end; all 0 where another origin
 * keeps them to itself, and then it is undefined).
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
