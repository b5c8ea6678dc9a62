/**
 * Tables of the database as the newest migration leaves them. Each area declares its own beside its
 * code, in a `*.tables.ts` that adds to this interface.
 */
export interface Database {}
