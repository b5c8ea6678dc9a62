import { createReadStream, createWriteStream } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { AppError } from "@swath/contract/errors";

/** The body of a route that takes large ones: it is not read before its handler wants it. */
export interface StreamedBody {
  /**
   * Receives the body and hands it to a task, as often as that reads it; it lies on the disk until
   * the task ended, so that a slow sender holds nothing else. Throws ENTITY_TOO_LARGE, and
   * INVALID_REQUEST for one that ends early.
   */
  readonly received: <T>(task: (read: () => AsyncIterable<Uint8Array>) => Promise<T>) => Promise<T>;
}

const tooLarge = (limit: number): AppError =>
  new AppError("ENTITY_TOO_LARGE", "the body is too large", { limit });

async function* bounded(body: IncomingMessage, limit: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > limit) throw tooLarge(limit);
    yield chunk;
  }
}

async function keep(body: IncomingMessage, path: string, limit: number): Promise<void> {
  try {
    await pipeline(bounded(body, limit), createWriteStream(path, { flags: "wx", mode: 0o600 }));
  } catch (error) {
    if (error instanceof AppError || body.complete) throw error;
    throw new AppError("INVALID_REQUEST", "the body was not sent to its end", {}, { cause: error });
  }
}

/** The body of a call as its handler may take it, of so many bytes at most. */
export function streamedBody(body: IncomingMessage, limit: number): StreamedBody {
  return {
    received: async (task) => {
      if (Number(body.headers["content-length"] ?? 0) > limit) throw tooLarge(limit);
      await using folder = await mkdtempDisposable(join(tmpdir(), "swath-body-"));
      const path = join(folder.path, "body");
      await keep(body, path, limit);
      return await task(() => createReadStream(path) as AsyncIterable<Uint8Array>);
    },
  };
}
