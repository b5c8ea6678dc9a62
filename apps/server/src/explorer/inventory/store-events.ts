import { z } from "zod";
import type { ObjectPlace, ObjectStore } from "../../platform/object-store/object-store.ts";
import type { InventoryRecorder } from "./recorder.ts";

/** As S3, Ceph and MinIO write an event. */
const recordSchema = z.object({
  eventSource: z.string().optional(),
  s3: z.object({ bucket: z.object({ name: z.string() }), object: z.object({ key: z.string() }) }),
});
/** As Amazon EventBridge writes one; keys are as they are. */
const bridgedSchema = z.object({
  detail: z.object({
    bucket: z.object({ name: z.string() }),
    object: z.object({ key: z.string() }),
  }),
});
const eventsSchema = z.union([
  z.object({ Records: z.array(recordSchema).max(1_000) }),
  bridgedSchema,
]);

function decodedKey(key: string): string | undefined {
  try {
    return decodeURIComponent(key.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

/**
 * S3 and MinIO encode a key as in a form. Ceph 16 writes it as it is, and releases differ: both readings are
 * looked at, since the store itself says which object is there.
 */
function keysOf({ eventSource, s3 }: z.infer<typeof recordSchema>): readonly string[] {
  const { key } = s3.object;
  const decoded = decodedKey(key);
  const isCeph = eventSource === "ceph:s3";
  const keys = [decoded, isCeph ? key : undefined].filter((each) => each !== undefined);
  return [...new Set(keys)];
}

/** The objects that a body of events is about; undefined where it is none. */
export function placesOf(body: unknown): readonly ObjectPlace[] | undefined {
  const parsed = eventsSchema.safeParse(body);
  if (!parsed.success) return undefined;
  if ("detail" in parsed.data) {
    const { bucket, object } = parsed.data.detail;
    return [{ bucket: bucket.name, key: object.key }];
  }
  return parsed.data.Records.flatMap((record) =>
    keysOf(record).map((key) => ({ bucket: record.s3.bucket.name, key })),
  );
}

/** Objects that wait to be looked at; the scan finds those beyond. */
const MOST_WAITING = 20_000;
const LOOKS_AT_ONCE = 8;

interface LookerDeps {
  readonly store: Pick<ObjectStore, "head">;
  readonly recorder: Pick<InventoryRecorder, "stored" | "removed">;
  readonly buckets: ReadonlySet<string>;
  readonly onError: (error: unknown) => void;
}

/** Asks the store itself about the objects that events name: an event alone says nothing that is kept. */
export class ObjectLooker {
  readonly #deps: LookerDeps;
  readonly #waiting = new Map<string, ObjectPlace>();
  #looking = 0;

  constructor(deps: LookerDeps) {
    this.#deps = deps;
  }

  look(places: readonly ObjectPlace[]): void {
    for (const place of places) {
      if (!this.#deps.buckets.has(place.bucket) || this.#waiting.size >= MOST_WAITING) continue;
      // Several events about one object are one look.
      this.#waiting.set(`${place.bucket}/${place.key}`, place);
    }
    while (this.#looking < LOOKS_AT_ONCE && this.#waiting.size > 0) void this.#next();
  }

  async #next(): Promise<void> {
    const [first] = this.#waiting;
    if (first === undefined) return;
    const [id, { bucket, key }] = first;
    this.#waiting.delete(id);
    this.#looking++;
    const { store, recorder, onError } = this.#deps;
    try {
      const found = await store.head(bucket, key);
      if (found === undefined) recorder.removed(bucket, [key]);
      else recorder.stored(bucket, found);
    } catch (error) {
      onError(error);
    } finally {
      this.#looking--;
      this.look([]);
    }
  }
}
