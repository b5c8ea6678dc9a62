import { sql } from "kysely";
import type { Adapter, AdapterPayload } from "oidc-provider";
import type { Db } from "../../postgres/schema.ts";

/** Keeps the provider's sessions, grants and codes in PostgreSQL, so that servers may share and restart. */
export function recordsIn(db: Db): (model: string) => Adapter {
  return (model) => new Records(db, model);
}

class Records implements Adapter {
  readonly #db: Db;
  readonly #model: string;

  constructor(db: Db, model: string) {
    this.#db = db;
    this.#model = model;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    const lasting = Number.isFinite(expiresIn) ? new Date(Date.now() + expiresIn * 1000) : null;
    const values = {
      payload: JSON.stringify(payload),
      grant_id: payload.grantId ?? null,
      uid: payload.uid ?? null,
      expires: lasting,
    };
    await this.#db
      .insertInto("provider_records")
      .values({ model: this.#model, id, ...values })
      .onConflict((conflict) => conflict.columns(["model", "id"]).doUpdateSet(values))
      .execute();
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return this.#read("id", id);
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#read("uid", uid);
  }

  /** Device codes are not offered, so no record has a user code. */
  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  async consume(id: string): Promise<void> {
    const seconds = Math.floor(Date.now() / 1000);
    await this.#db
      .updateTable("provider_records")
      .set({ payload: sql`jsonb_set(payload, '{consumed}', to_jsonb(${seconds}::int))` })
      .where("model", "=", this.#model)
      .where("id", "=", id)
      .execute();
  }

  async destroy(id: string): Promise<void> {
    await this.#db
      .deleteFrom("provider_records")
      .where("model", "=", this.#model)
      .where("id", "=", id)
      .execute();
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#db.deleteFrom("provider_records").where("grant_id", "=", grantId).execute();
  }

  async #read(column: "id" | "uid", value: string): Promise<AdapterPayload | undefined> {
    const row = await this.#db
      .selectFrom("provider_records")
      .select(["payload", "expires"])
      .where("model", "=", this.#model)
      .where(column, "=", value)
      .executeTakeFirst();
    if (row === undefined || (row.expires !== null && row.expires.getTime() < Date.now()))
      return undefined;
    return row.payload as AdapterPayload;
  }
}
