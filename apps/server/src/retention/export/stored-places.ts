import type { BucketRole } from "@swath/contract/uploads";
import { type RawBuilder, sql } from "kysely";

type OwnerKind =
  | "archive"
  | "attempt"
  | "landing"
  | "processing"
  | "replaced"
  | "support"
  | "upload";

/** A folder of the store, and whose it is. */
export interface StoredPlace {
  readonly bucket: string;
  readonly prefix: string;
  readonly kind: OwnerKind;
  /** Of the upload, run, processing, flight or issue. */
  readonly id: string;
}

export type OwningBuckets = Readonly<Record<BucketRole, string>> & { readonly support: string };

/** Every place that records name, as lines of JSON in the order of bucket and prefix by their bytes. */
export function placesQuery(buckets: OwningBuckets): RawBuilder<unknown> {
  const outputs = sql.join(
    [buckets.processing, buckets.ai, buckets.terrainMapperProcessing].map((name) => sql.lit(name)),
  );
  return sql`WITH data AS (
      SELECT u.id, part[1] AS bucket, part[2] AS prefix FROM uploads u
      CROSS JOIN LATERAL unnest(u.locations) AS location
      CROSS JOIN LATERAL regexp_match(location, '^s3://([^/]+)/(.*)$') AS part),
    places (bucket, prefix, kind, id) AS (
      SELECT bucket, prefix, 'upload', id FROM data
      UNION SELECT bucket, prefix || base_folder || '/', 'upload', id
        FROM data JOIN upload_plans ON upload_id = id
      UNION SELECT ${sql.lit(buckets.uploads)}, flight_id || '/' || id || '/', 'landing', id FROM uploads
      UNION SELECT ${sql.lit(buckets.uploads)}, 'replaced/' || id || '/', 'replaced', upload_id FROM replacements
      UNION SELECT bucket, prefix, 'attempt', id FROM processing_runs
      UNION SELECT bucket, guid || '/', 'processing', id
        FROM processings CROSS JOIN unnest(ARRAY[${outputs}]) AS bucket
      UNION SELECT bucket, prefix, 'archive', flight_id FROM archives
      UNION SELECT ${sql.lit(buckets.support)}, 'SUP-' || number || '/', 'support', 'SUP-' || number
        FROM support_issues)
    SELECT jsonb_build_object('bucket', bucket, 'prefix', prefix, 'kind', kind, 'id', id)::text AS line
    FROM places WHERE bucket IS NOT NULL AND prefix IS NOT NULL
    ORDER BY bucket COLLATE "C", prefix COLLATE "C", kind, id COLLATE "C"`;
}

const compare = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/**
 * Says whose an object is, of objects and places that come in the same order: those of the longest prefix.
 * Holds the places around the object, and one more.
 */
export class PlaceFinder {
  readonly #places: AsyncIterator<StoredPlace>;
  #next: StoredPlace | undefined;
  #begun = false;
  #around: StoredPlace[] = [];

  constructor(places: AsyncIterable<StoredPlace>) {
    this.#places = places[Symbol.asyncIterator]();
  }

  async ownersOf(bucket: string, key: string): Promise<readonly StoredPlace[]> {
    const isAround = (place: StoredPlace): boolean =>
      place.bucket === bucket && key.startsWith(place.prefix);
    this.#around = this.#around.filter(isAround);
    for (;;) {
      const next = await this.#peek();
      if (next === undefined || compare(next.bucket, bucket) > 0) break;
      if (next.bucket === bucket && compare(next.prefix, key) > 0) break;
      if (isAround(next)) this.#around.push(next);
      await this.#advance();
    }
    const prefix = this.#around.at(-1)?.prefix;
    return this.#around.filter((place) => place.prefix === prefix);
  }

  async #peek(): Promise<StoredPlace | undefined> {
    if (!this.#begun) await this.#advance();
    return this.#next;
  }

  async #advance(): Promise<void> {
    this.#begun = true;
    const { value, done } = await this.#places.next();
    this.#next = done === true ? undefined : value;
  }
}
