import { Readable } from "node:stream";
import { AppError } from "@swath/contract/errors";
import { giveHasherBack, takeHasher } from "../hashing/xxh128.ts";

interface Expected {
  readonly key: string;
  readonly xxh128: string;
  readonly onDamaged: () => void;
}

/**
 * The bytes of a whole object, compared as they pass with the XXH128 (hex) of what the store received.
 * The last chunk is held back until all are compared: where they differ the stream fails with
 * OBJECT_DAMAGED, so that a receiver sees a transfer that broke, or an error where no byte was sent.
 */
export async function verifiedStream(
  source: Readable,
  { key, xxh128, onDamaged }: Expected,
): Promise<Readable> {
  const chunks = verified(source, { key, xxh128, onDamaged });
  // What is all held back fails here.
  const first = await chunks.next();
  async function* all(): AsyncGenerator<Uint8Array> {
    if (first.done !== true) yield first.value;
    yield* chunks;
  }
  const stream = Readable.from(all(), { objectMode: false });
  // A generator that nobody has begun to read does not hear of its end: its reader had gone by then.
  stream.once("close", () => void chunks.return());
  return stream;
}

async function* verified(
  source: Readable,
  { key, xxh128, onDamaged }: Expected,
): AsyncGenerator<Uint8Array, void> {
  const hasher = await takeHasher();
  try {
    let held: Uint8Array | undefined;
    for await (const chunk of source as AsyncIterable<Uint8Array>) {
      hasher.update(chunk);
      if (held !== undefined) yield held;
      held = chunk;
    }
    if (hasher.digest() !== xxh128) {
      onDamaged();
      throw new AppError("OBJECT_DAMAGED", "the stored bytes are not those that were received", {
        key,
      });
    }
    if (held !== undefined) yield held;
  } finally {
    giveHasherBack(hasher);
    source.destroy();
  }
}
