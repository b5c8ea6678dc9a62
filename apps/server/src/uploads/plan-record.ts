import type { Selectable } from "kysely";
import type { Database } from "../platform/postgres/schema.ts";

type Plan = Selectable<Database["upload_plans"]>;
export type PlanFacts = Omit<Plan, "verified">;
export type ObjectRow = Selectable<Database["upload_objects"]>;
/** A piece with the name of its object. */
export type PieceRow = Selectable<Database["upload_pieces"]> & Pick<ObjectRow, "name">;
/** A planned object with what was announced of it, in the order of its bytes. */
export type ObjectWithPieces = ObjectRow & { readonly pieces: readonly PieceRow[] };
