import type { UploadAuthReply } from "@swath/contract/uploads";
import type { Poster, PostOutcome } from "../ports/poster.ts";
import type { BrowserBody } from "./browser-file.ts";

/** A connection that moved nothing for this long counts as broken. */
const STALL_MS = 120_000;

/** Posts forms by XMLHttpRequest, which reports the progress of a body. */
export const browserPoster: Poster = {
  post: async (form, body, options) => {
    const { blob, path } = body as BrowserBody;
    const outcome = await send(form, blob, options);
    // A file that changed ends a request in the same way as a broken link.
    if (outcome.kind === "noResponse" && path !== undefined && !(await isReadable(blob)))
      return { kind: "unreadable", path };
    return outcome;
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
    let stall: ReturnType<typeof setTimeout> | undefined;
    const abort = (): void => request.abort();
    const end = (outcome: PostOutcome): void => {
      clearTimeout(stall);
      signal.removeEventListener("abort", abort);
      resolve(signal.aborted ? { kind: "aborted" } : outcome);
    };
    const restartStallTimer = (): void => {
      clearTimeout(stall);
      stall = setTimeout(abort, STALL_MS);
    };
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      restartStallTimer();
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
    restartStallTimer();
    request.send(formOf(fields, blob));
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
