import type { UploadAuthReply } from "@swath/contract/uploads";
import { type Poster, type PostOutcome, REACH_MS } from "../ports/poster.ts";
import type { BrowserBody } from "./browser-file.ts";
import { hastenCollection } from "./hasten-collection.ts";

/** Posts forms by XMLHttpRequest, which reports the progress of a body. */
export const browserPoster: Poster = {
  post: async (form, body, options) => {
    const { blob, path } = body as BrowserBody;
    const outcome = await send(form, blob, options);
    if (path === undefined) hastenCollection(blob.size);
    // A file that changed ends a request in the same way as a broken link.
    if (outcome.kind === "noResponse" && path !== undefined && !(await isReadable(blob)))
      return { kind: "unreadable", path };
    return outcome;
  },
  reach: async (origin) => {
    try {
      // As a post to another origin has it: without credentials; what is answered stays unread.
      await fetch(origin, {
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

function send(
  { url, fields }: UploadAuthReply,
  blob: Blob,
  options: Parameters<Poster["post"]>[2],
): Promise<PostOutcome> {
  const { signal } = options;
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const abort = (): void => request.abort();
    const end = (outcome: PostOutcome): void => {
      signal.removeEventListener("abort", abort);
      resolve(signal.aborted ? { kind: "aborted" } : outcome);
    };
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      // The text of the form counts too, and is no part of the body.
      options.onSent(Math.max(0, Math.min(blob.size, loaded - (total - blob.size))));
    });
    request.addEventListener("load", () => end(outcomeOf(request)));
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

function formOf(fields: Readonly<Record<string, string>>, blob: Blob): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("file", blob);
  return form;
}

function outcomeOf(request: XMLHttpRequest): PostOutcome {
  const { status } = request;
  if (status >= 200 && status < 300) return { kind: "stored" };
  if (status === 503) return { kind: "busy" };
  return { kind: "refused", status, message: reasonOf(request) };
}

/** The code that the store gave, as JSON or as S3's XML; never more than a line. */
function reasonOf({ status, responseText }: XMLHttpRequest): string {
  const code = /"code"\s*:\s*"([A-Z_]+)"|<Code>(\w+)<\/Code>/.exec(responseText);
  return `the store answered ${status}${code === null ? "" : ` ${code[1] ?? code[2]}`}`;
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
