import { sql } from "kysely";
import type { Adapter, AdapterPayload } from "oidc-provider";
import { isStorable } from "../json/storable-text.ts";
import type { Db } from "../postgres/schema.ts";

/** What a caller sent of text that PostgreSQL does not keep is left out, not a failure. */
const storable = (_key: string, value: unknown): unknown =>
  typeof value === "string" ? value.replaceAll("\0", "").toWellFormed() : value;

/** Keeps the provider's sessions, grants and codes in PostgreSQL, so that servers may share and restart. */
export const recordsIn =
  (db: Db) =>
  (model: string): Adapter => {
    const read = async (column: "id" | "uid", value: string) => {
      if (!isStorable(value)) return undefined;
      const row = await db
        .selectFrom("provider_records")
        .select(["payload", "expires"])
        .where("model", "=", model)
        .where(column, "=", value)
        .executeTakeFirst();
      if (row === undefined || (row.expires !== null && row.expires.getTime() < Date.now()))
        return undefined;
      return row.payload as AdapterPayload;
    };
    return {
      upsert: async (id, payload, expiresIn = Infinity) => {
        const values = {
          payload: JSON.stringify(payload, storable),
          grant_id: payload.grantId ?? null,
          // Only device codes have a user code, and they have no other uid.
          uid: payload.uid ?? payload.userCode ?? null,
          expires: Number.isFinite(expiresIn) ? new Date(Date.now() + expiresIn * 1000) : null,
        };
        await db
          .insertInto("provider_records")
          .values({ model, id, ...values })
          .onConflict((conflict) => conflict.columns(["model", "id"]).doUpdateSet(values))
          .execute();
      },
      find: (id) => read("id", id),
      findByUid: (uid) => read("uid", uid),
      findByUserCode: (code) => read("uid", code),
      consume: async (id) => {
        const seconds = Math.floor(Date.now() / 1000);
        await db
          .updateTable("provider_records")
          .set({ payload: sql`jsonb_set(payload, '{consumed}', to_jsonb(${seconds}::int))` })
          .where("model", "=", model)
          .where("id", "=", id)
          .execute();
      },
      destroy: async (id) => {
        const records = db.deleteFrom("provider_records").where("model", "=", model);
        await records.where("id", "=", id).execute();
      },
      revokeByGrantId: async (grantId) => {
        // Of this model alone: a sign-in under way as someone else must outlive the grant before.
        const records = db.deleteFrom("provider_records").where("model", "=", model);
        await records.where("grant_id", "=", grantId).execute();
      },
    };
  };
