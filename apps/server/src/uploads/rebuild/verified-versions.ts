import { sql } from "kysely";
import type { StoredObject } from "../../platform/object-store/object-store.ts";
import type { Trx } from "../../platform/postgres/schema.ts";
import { landedName } from "../landing/landing-place.ts";
import type { ObjectWithPieces, PieceRow } from "../plan-record.ts";
import { RebuildFault } from "./rebuild-fault.ts";

/** Rows that are written by one statement. */
const BATCH = 5_000;

interface LandedVersion {
  readonly piece: PieceRow;
  readonly version: string;
}

const keyOf = ({ ordinal, form }: PieceRow): string => `${ordinal}/${form}`;

/**
 * Which version of each piece is verified and published. It is fixed before a piece is verified and
 * kept in the database once all are, so that what is read, joined and decoded from then on is that
 * one, in a later run too: what takes its place is never published.
 */
export class VerifiedVersions {
  readonly #landed = new Map<string, LandedVersion>();
  readonly #rebuilt = new Map<number, string>();
  readonly #sums = new Map<number, string>();

  /** Those that an earlier run has verified. */
  constructor(objects: readonly ObjectWithPieces[]) {
    for (const { ordinal, pieces, rebuilt_version: rebuilt, xxh128 } of objects) {
      for (const piece of pieces)
        if (piece.version !== null)
          this.#landed.set(keyOf(piece), { piece, version: piece.version });
      if (rebuilt !== null) this.#rebuilt.set(ordinal, rebuilt);
      if (xxh128 !== null) this.#sums.set(ordinal, xxh128);
    }
  }

  /** Fixes the versions of what is listed; nothing else is verified. */
  fix(objects: readonly ObjectWithPieces[], listed: ReadonlyMap<string, StoredObject>): void {
    for (const { pieces } of objects)
      for (const piece of pieces) {
        const found = listed.get(landedName(piece));
        if (found !== undefined) this.#landed.set(keyOf(piece), { piece, version: found.version });
      }
  }

  /** Of what landed; throws {@link RebuildFault} where nothing had. */
  landed(piece: PieceRow): string {
    return known(this.#landed.get(keyOf(piece))?.version, piece.name);
  }

  keepRebuilt([first]: readonly ObjectWithPieces[], { version }: StoredObject): void {
    this.#rebuilt.set(first!.ordinal, version);
  }

  /** Of a file that was decompressed. */
  rebuilt([first]: readonly ObjectWithPieces[]): string {
    return known(this.#rebuilt.get(first!.ordinal), first!.name);
  }

  /** Keeps the XXH128 of all source bytes of an object, hex. */
  keepSum({ ordinal }: ObjectWithPieces, xxh128: string): void {
    this.#sums.set(ordinal, xxh128);
  }

  /** The same; undefined where the object is one piece, of which it was announced. */
  sum({ ordinal }: ObjectWithPieces): string | undefined {
    return this.#sums.get(ordinal);
  }

  async write(trx: Trx, uploadId: string): Promise<void> {
    await writeLanded(trx, uploadId, [...this.#landed.values()]);
    await writeColumn(trx, uploadId, { column: "rebuilt_version", values: this.#rebuilt });
    await writeColumn(trx, uploadId, { column: "xxh128", values: this.#sums });
  }
}

function known(version: string | undefined, name: string): string {
  if (version !== undefined) return version;
  throw new RebuildFault(`${name}: is missing from the store`);
}

async function writeLanded(
  trx: Trx,
  uploadId: string,
  landed: readonly LandedVersion[],
): Promise<void> {
  for (let i = 0; i < landed.length; i += BATCH) {
    const batch = landed.slice(i, i + BATCH);
    await sql`UPDATE upload_pieces c SET version = known.version
      FROM unnest(${batch.map(({ piece }) => piece.ordinal)}::int[],
        ${batch.map(({ piece }) => piece.form)}::int[],
        ${batch.map(({ version }) => version)}::text[]) AS known (ordinal, form, version)
      WHERE c.upload_id = ${uploadId} AND c.ordinal = known.ordinal
        AND c.form = known.form`.execute(trx);
  }
}

async function writeColumn(
  trx: Trx,
  uploadId: string,
  { column, values }: { column: string; values: ReadonlyMap<number, string> },
): Promise<void> {
  const rows = [...values];
  for (let i = 0; i < rows.length; i += BATCH) {
    const batch = rows.slice(i, i + BATCH);
    await sql`UPDATE upload_objects SET ${sql.ref(column)} = known.value
      FROM unnest(${batch.map(([ordinal]) => ordinal)}::int[],
        ${batch.map(([, value]) => value)}::text[]) AS known (ordinal, value)
      WHERE upload_id = ${uploadId} AND upload_objects.ordinal = known.ordinal`.execute(trx);
  }
}
