import { AppError } from "@swath/contract/errors";
import { type Identity, may } from "@swath/contract/identity";
import { hexId } from "@swath/contract/ids";
import { MAX_PROFILES, type NewProfile, type SavedProfile } from "@swath/contract/processing";
import { sql } from "kysely";
import { randomBytes } from "node:crypto";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Db, Trx } from "../../platform/postgres/schema.ts";
import { isVisible } from "../records/find-processing.ts";
import {
  type Caller,
  checkKept,
  checkSeen,
  countLocked,
  type FindingDeps,
} from "./finding-store.ts";

type Reader = Pick<Identity, "subject" | "roles">;

/** Profiles without their pictures, with the flight of their processing. */
const selectProfiles = (db: Db | Trx) =>
  db
    .selectFrom("saved_profiles as s")
    .innerJoin("processings as p", "p.id", "s.processing_id")
    .select([
      "s.id",
      "s.processing_id",
      "s.job",
      "s.attempt",
      "s.name",
      "s.view",
      "s.subject",
      "s.user_name",
      "s.created",
      "p.flight_id",
      "p.area",
      sql<boolean>`s.picture IS NOT NULL`.as("has_picture"),
    ]);
type ProfileRow = Awaited<ReturnType<ReturnType<typeof selectProfiles>["executeTakeFirstOrThrow"]>>;

const mayDelete = ({ subject }: Pick<ProfileRow, "subject">, caller: Reader): boolean =>
  subject === caller.subject || may(caller.roles, "resubmitProcessings");

const profileOf = (row: ProfileRow, caller: Reader): SavedProfile => ({
  id: row.id,
  processingId: row.processing_id,
  job: row.job,
  attempt: row.attempt,
  name: row.name,
  view: row.view,
  hasPicture: row.has_picture,
  by: row.user_name,
  at: row.created.toISOString(),
  mayDelete: mayDelete(row, caller),
});

/** A profile's row that the caller sees; throws PROFILE_NOT_FOUND. */
async function rowOf(db: Db | Trx, { roles }: Reader, id: string): Promise<ProfileRow> {
  const row = await selectProfiles(db).where("s.id", "=", id).executeTakeFirst();
  if (row === undefined || !isVisible(row, roles))
    throw new AppError("PROFILE_NOT_FOUND", "there is no such profile");
  return row;
}

/** The saved profiles of a processing, the latest first; PROCESSING_NOT_FOUND. */
export async function listProfiles(
  db: Db,
  caller: Reader,
  processingId: string,
): Promise<SavedProfile[]> {
  await checkSeen(db, caller.roles, processingId);
  const rows = await selectProfiles(db)
    .where("s.processing_id", "=", processingId)
    .orderBy("s.created", "desc")
    .orderBy("s.id")
    .limit(MAX_PROFILES)
    .execute();
  return rows.map((row) => profileOf(row, caller));
}

/** Saves a profile; throws PROCESSING_NOT_FOUND, INVALID_REQUEST, TOO_MANY_PROFILES. */
export async function saveProfile(
  { db, clock }: FindingDeps,
  { identity, from }: Caller,
  body: NewProfile,
): Promise<SavedProfile> {
  const { processingId, job, attempt, name, view } = body;
  const { flightId, bytes: picture } = await checkKept(db, identity, body);
  const id = hexId(randomBytes(12));
  return db.transaction().execute(async (trx) => {
    if ((await countLocked(trx, "saved_profiles", processingId)) >= MAX_PROFILES)
      throw new AppError("TOO_MANY_PROFILES", `a processing has at most ${MAX_PROFILES} profiles`, {
        most: MAX_PROFILES,
      });
    const { subject, name: user_name } = identity;
    const place = { id, processing_id: processingId, job, attempt };
    await trx
      .insertInto("saved_profiles")
      .values({ ...place, name, view, picture, subject, user_name, created: clock() })
      .execute();
    const detail = { processing: processingId, job, name };
    await recordEvent(trx, { action: "profile.saved", actor: identity, flightId, detail, from });
    return profileOf(await rowOf(trx, identity, id), identity);
  });
}

/** Deletes a profile; throws PROFILE_NOT_FOUND, INSUFFICIENT_PRIVILEGES for another's. */
export async function deleteProfile(db: Db, { identity, from }: Caller, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await rowOf(trx, identity, id);
    if (!mayDelete(row, identity))
      throw new AppError("INSUFFICIENT_PRIVILEGES", "another saved this profile");
    await trx.deleteFrom("saved_profiles").where("id", "=", id).execute();
    const { processing_id: processing, job, name, flight_id: flightId } = row;
    const detail = { processing, job, name };
    await recordEvent(trx, { action: "profile.deleted", actor: identity, flightId, detail, from });
  });
}

/** The picture of a profile; throws PROFILE_NOT_FOUND where there is none. */
export async function profilePicture(db: Db, caller: Reader, id: string): Promise<Buffer> {
  await rowOf(db, caller, id);
  const { picture } = await db
    .selectFrom("saved_profiles")
    .select("picture")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  if (picture === null) throw new AppError("PROFILE_NOT_FOUND", "the profile has no picture");
  return picture;
}
