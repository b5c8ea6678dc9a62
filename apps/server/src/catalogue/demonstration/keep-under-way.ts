import { sql } from "kysely";
import { UPLOAD_STATUS, UPLOAD_STATUSES } from "@swath/contract/uploads";
import type { Queues } from "../../platform/queues/queues.ts";
import type { Db } from "../../platform/postgres/schema.ts";

/** Whose the demonstration's uploads are: no account that can sign in. */
export const OWNER = { subject: "demonstration", user_name: "Demi Demonstration" };

const ACTIVE = UPLOAD_STATUSES.filter((status) => UPLOAD_STATUS[status].active);
/** Three times within the time after which an upload stalls. */
const KEEP_SECONDS = 20;

/**
 * Renews the leases of the demonstration's uploads that are under way: nobody sends them, and no page
 * has ever held one. An upload that a person sends is another subject's, and stalls as always.
 */
export async function keepUnderWay(db: Db): Promise<void> {
  await db
    .updateTable("uploads")
    .set({ lease_renewed: sql<Date>`now()` })
    .where("subject", "=", OWNER.subject)
    .where("fingerprint", "is", null)
    .where("status", "in", ACTIVE)
    .execute();
}

/** Keeps the demonstration's uploads under way while a worker runs. */
export async function workDemonstration(queues: Queues, db: Db): Promise<void> {
  await queues.every("demonstration-uploads", KEEP_SECONDS, () => keepUnderWay(db));
}
