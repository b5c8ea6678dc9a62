import { AppError, type ErrorCode } from "@swath/contract/errors";
import type { Upload } from "../../domain/uploads/upload-record.ts";
import type { Db } from "../../platform/postgres/schema.ts";

/** Why a rebuild stands still that is tried again by itself. */
const WAITS_FOR: Readonly<Partial<Record<ErrorCode, string>>> = {
  STORE_FULL: "The store is full. The rebuild goes on by itself when there is room again.",
  STORE_UNAVAILABLE: "The store does not answer. The rebuild goes on by itself when it does.",
};

/** Keeps for people why a rebuild that failed stands still, where that passes by itself. */
export async function keepWaiting(db: Db, { id }: Upload, error: unknown): Promise<void> {
  const reason = error instanceof AppError ? WAITS_FOR[error.code] : undefined;
  if (reason === undefined) return;
  await db
    .updateTable("uploads")
    .set({ reason })
    .where("id", "=", id)
    .where("status", "=", "VALIDATING_UPLOAD")
    .execute();
}
