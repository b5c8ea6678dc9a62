import { sql } from "kysely";
import type { Logger } from "pino";
import type { SealedFile, StoredFault } from "@swath/contract/uploads";
import { type DataStore, dataPrefix, sealedData } from "../domain/uploads/sealed-files.ts";
import { isStanding, type Upload } from "../domain/uploads/upload-record.ts";
import { recordEvent } from "../platform/audit/record-event.ts";
import type { ObjectPlace } from "../platform/object-store/object-store.ts";
import type { Db } from "../platform/postgres/schema.ts";

/** Keeps what was found, and tells it to the history when it is new. */
export async function keepFinding(
  db: Db,
  upload: Pick<Upload, "id" | "flight_id">,
  { bucket, key, file }: ObjectPlace & { readonly file: Pick<SealedFile, "fullPath"> },
  fault: StoredFault,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const added = await trx
      .insertInto("scrub_findings")
      .values({ upload_id: upload.id, bucket, key, fault, found: sql<Date>`now()` })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (added.numInsertedOrUpdatedRows === 0n) return;
    await recordEvent(trx, {
      action: "upload.storedFault",
      actor: "swath",
      flightId: upload.flight_id,
      uploadId: upload.id,
      detail: { bucket, path: file.fullPath, fault },
    });
  });
}

/** The uploads whose data may stand at a place, by what they say of their locations. */
async function uploadsAt(db: Db, { bucket, key }: ObjectPlace): Promise<Upload[]> {
  const flightId = key.split("/", 1)[0]!;
  const rows = await db
    .selectFrom("uploads")
    .selectAll()
    .where("flight_id", "=", flightId)
    .execute();
  return rows.filter(
    (upload) =>
      isStanding(upload) && upload.locations.includes(`s3://${bucket}/${dataPrefix(upload)}`),
  );
}

/** Keeps that a stored file was met damaged, where it is a file of an upload's data. */
async function keepDamage(
  { db, ...data }: DataStore & { readonly db: Db },
  place: ObjectPlace,
): Promise<void> {
  for (const upload of await uploadsAt(db, place)) {
    const { entries } = await sealedData(data, upload);
    const entry = entries.find(({ places }) =>
      places.some(({ bucket, key }) => bucket === place.bucket && key === place.key),
    );
    if (entry !== undefined)
      await keepFinding(db, upload, { ...place, file: entry.file }, "content");
  }
}

/** What to do where a download met bytes that went bad: the log has it, and no receipt is made of them. */
export function damageNoter({
  log,
  ...deps
}: DataStore & { readonly db: Db; readonly log: Logger }): (place: ObjectPlace) => void {
  return (place) => {
    log.error(place, "a stored object is not what was received: its download was broken off");
    keepDamage(deps, place).catch((error: unknown) =>
      log.error({ err: error, ...place }, "the damage was not recorded"),
    );
  };
}
