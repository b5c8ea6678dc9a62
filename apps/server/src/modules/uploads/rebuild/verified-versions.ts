import { sql } from "kysely";
import type { StoredObject } from "../../../platform/object-store/object-store.ts";
import type { Trx } from "../../../platform/postgres/schema.ts";
import { landedName } from "../landing/landing-place.ts";
import type { KeptObject } from "../plan-store.ts";
import { RebuildFault } from "./rebuild-fault.ts";

/** Rows that are written by one statement. */
const BATCH = 5_000;

/**
 * Which version of each object is verified and published. It is fixed before an object is verified
 * and kept in the database once all are, so that what is read, joined and decoded from then on is
 * that one, in a later run too: what takes its place is never published.
 */
export class VerifiedVersions {
  readonly #landed = new Map<number, string>();
  readonly #rebuilt = new Map<number, string>();

  /** Those that an earlier run has verified. */
  constructor(objects: readonly KeptObject[]) {
    for (const { ordinal, version, rebuilt_version: rebuilt } of objects) {
      if (version !== null) this.#landed.set(ordinal, version);
      if (rebuilt !== null) this.#rebuilt.set(ordinal, rebuilt);
    }
  }

  /** Fixes the versions of what is listed; nothing else is verified. */
  fix(objects: readonly KeptObject[], listed: ReadonlyMap<string, StoredObject>): void {
    for (const object of objects) {
      const found = listed.get(landedName(object));
      if (found !== undefined) this.#landed.set(object.ordinal, found.version);
    }
  }

  /** Of what landed; throws {@link RebuildFault} where nothing had. */
  landed({ ordinal, name }: KeptObject): string {
    return known(this.#landed.get(ordinal), name);
  }

  keepRebuilt([first]: readonly KeptObject[], { version }: StoredObject): void {
    this.#rebuilt.set(first!.ordinal, version);
  }

  /** Of a file that was decompressed. */
  rebuilt([first]: readonly KeptObject[]): string {
    return known(this.#rebuilt.get(first!.ordinal), first!.name);
  }

  async write(trx: Trx, uploadId: string): Promise<void> {
    await writeColumn(trx, uploadId, { column: "version", versions: this.#landed });
    await writeColumn(trx, uploadId, { column: "rebuilt_version", versions: this.#rebuilt });
  }
}

function known(version: string | undefined, name: string): string {
  if (version !== undefined) return version;
  throw new RebuildFault(`${name}: is missing from the store`);
}

async function writeColumn(
  trx: Trx,
  uploadId: string,
  { column, versions }: { column: string; versions: ReadonlyMap<number, string> },
): Promise<void> {
  const rows = [...versions];
  for (let i = 0; i < rows.length; i += BATCH) {
    const batch = rows.slice(i, i + BATCH);
    await sql`UPDATE upload_objects SET ${sql.ref(column)} = known.version
      FROM unnest(${batch.map(([ordinal]) => ordinal)}::int[],
        ${batch.map(([, version]) => version)}::text[]) AS known (ordinal, version)
      WHERE upload_id = ${uploadId} AND upload_objects.ordinal = known.ordinal`.execute(trx);
  }
}
