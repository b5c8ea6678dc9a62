import type { Kysely, Transaction } from "kysely";

/**
 * Tables of the database as the newest migration leaves them. Each area declares its own beside its
 * code, in a `*.tables.ts` that adds to this interface.
 */
export interface Database {}

/** The database: its pool of connections, or a transaction on one of them. */
export type Db = Kysely<Database>;
export type Trx = Transaction<Database>;
