import type { UploadAuthReply } from "@swath/contract/uploads";
import type { PostOptions, PostOutcome } from "../ports/poster.ts";
import type { StoredBody } from "../ports/preparer.ts";
import { postBlob } from "./post-blob.ts";

/** A body that is posted from where its bytes are. */
export interface BrowserBody extends StoredBody {
  post(form: UploadAuthReply, options: PostOptions): Promise<PostOutcome>;
  release(): void;
}

/** A picked file, untouched: its bytes stay on the drive. */
export function fileBody(file: File, path: string): BrowserBody {
  return {
    size: file.size,
    post: async (form, options) => {
      const outcome = await postBlob(form, file, options);
      // A file that changed ends a request in the same way as a broken link.
      if (outcome.kind === "noResponse" && !(await isReadable(file)))
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

async function isReadable(file: File): Promise<boolean> {
  try {
    const [first, last] = [file.slice(0, 1), file.slice(file.size - 1)];
    await Promise.all([first.arrayBuffer(), last.arrayBuffer()]);
    return true;
  } catch {
    return false;
  }
}
