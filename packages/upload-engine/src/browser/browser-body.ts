import type { UploadAuthReply } from "@swath/contract/uploads";
import type { PostOptions, PostOutcome } from "../ports/poster.ts";
import type { StoredBody } from "../ports/preparer.ts";
import { blobOf, type FileRange } from "./file-range.ts";
import { postBlob } from "./post-blob.ts";

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
