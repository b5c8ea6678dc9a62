import type { UploadAuthReply } from "@swath/contract/uploads";
import type { PostOptions, PostOutcome } from "../ports/poster.ts";
import type { StoredBody } from "../ports/preparer.ts";
import { postBlob } from "./post-blob.ts";

/** A body that is posted from where its bytes are. */
export interface BrowserBody extends StoredBody {
  post(form: UploadAuthReply, options: PostOptions): Promise<PostOutcome>;
  release(): void;
}

/** A range of the picked file at a path, untouched: its bytes stay on the drive. */
export function rangeBody(range: Blob, path: string): BrowserBody {
  return {
    size: range.size,
    post: async (form, options) => {
      const outcome = await postBlob(form, range, options);
      // A file that changed ends a request in the same way as a broken link.
      if (outcome.kind === "noResponse" && !(await isReadable(range)))
        return { kind: "unreadable", path };
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

async function isReadable(range: Blob): Promise<boolean> {
  try {
    const [first, last] = [range.slice(0, 1), range.slice(range.size - 1)];
    await Promise.all([first.arrayBuffer(), last.arrayBuffer()]);
    return true;
  } catch {
    return false;
  }
}
