import type { UploadState } from "@swath/contract/uploads";
import type { Clock } from "../../platform/clock/clock.ts";
import type { Upload } from "../../domain/uploads/upload-record.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { ObjectWithPieces } from "../plan-record.ts";

const EVERY_MS = 1_000;

type Measured = Pick<ObjectWithPieces, "source_bytes">;

const bytesOf = (objects: readonly Measured[]): number =>
  objects.reduce((sum, { source_bytes }) => sum + source_bytes, 0);

interface Options {
  readonly db: Db;
  readonly clock: Clock;
  readonly uploadId: string;
  readonly objects: readonly (Measured & Pick<ObjectWithPieces, "published">)[];
  /** Whether all content is verified from a run before. */
  readonly proven: boolean;
  readonly onVerified?: (bytes: number) => void;
}

/**
 * How far a rebuild has come, in source bytes, kept for people who wait.
 *
 * uploads/P1 what a run before has verified or published counts from the beginning;
 * uploads/P2 it is written at the beginning, then at most once a second, and when each step ends.
 */
export class RebuildProgress {
  readonly #options: Options;
  readonly #total: number;
  #verified: number;
  #rebuilt: number;
  #writtenAt = -Infinity;

  private constructor(options: Options) {
    const { objects, proven } = options;
    this.#options = options;
    this.#total = bytesOf(objects);
    this.#rebuilt = bytesOf(objects.filter(({ published }) => published));
    this.#verified = proven ? this.#total : this.#rebuilt;
  }

  static async begin(options: Options): Promise<RebuildProgress> {
    const progress = new RebuildProgress(options);
    await progress.#write();
    return progress;
  }

  async verified(objects: readonly Measured[]): Promise<void> {
    this.#verified += bytesOf(objects);
    this.#options.onVerified?.(bytesOf(objects));
    await this.#keep(this.#verified);
  }

  async rebuilt(objects: readonly Measured[]): Promise<void> {
    this.#rebuilt += bytesOf(objects);
    await this.#keep(this.#rebuilt);
  }

  /** uploads/P2 */
  async #keep(done: number): Promise<void> {
    const now = this.#options.clock().getTime();
    if (done >= this.#total || now - this.#writtenAt >= EVERY_MS) await this.#write();
  }

  async #write(): Promise<void> {
    const { db, clock, uploadId } = this.#options;
    this.#writtenAt = clock().getTime();
    const figures = {
      total_bytes: this.#total,
      verified_bytes: this.#verified,
      rebuilt_bytes: this.#rebuilt,
    };
    await db
      .insertInto("upload_rebuilds")
      .values({ upload_id: uploadId, ...figures })
      .onConflict((conflict) => conflict.column("upload_id").doUpdateSet(figures))
      .execute();
  }
}

/** How far the rebuild of an upload has come; undefined where none is under way. */
export async function readRebuild(db: Db, { id, status }: Upload): Promise<UploadState["rebuild"]> {
  if (status !== "VALIDATING_UPLOAD") return undefined;
  const row = await db
    .selectFrom("upload_rebuilds")
    .select(["total_bytes", "verified_bytes", "rebuilt_bytes"])
    .where("upload_id", "=", id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    totalBytes: row.total_bytes,
    verifiedBytes: row.verified_bytes,
    rebuiltBytes: row.rebuilt_bytes,
  };
}
