import { sql, type RawBuilder } from "kysely";
import {
  UPLOAD_STATUS,
  UPLOAD_STATES,
  UPLOAD_STATUSES,
  type UploadActor,
  type UploadEvent,
  type UploadStatus,
} from "@swath/contract/uploads";
import {
  type AuditActor,
  type AuditEvent,
  type CallOrigin,
  recordEvents,
} from "../../platform/audit/record-event.ts";
import type { Trx } from "../../platform/postgres/schema.ts";
import { type StatusCause, type StatusResult, statusWriter } from "../status-writer.ts";
import type { Upload } from "./upload-record.ts";

/** What is known of a change of status beside the status itself. */
export interface UploadChange {
  readonly actor: AuditActor;
  /** Where the call came from that requested it. */
  readonly from?: CallOrigin;
  /** Why it failed or stalled; null by default. */
  readonly reason?: string;
  /** Columns that a person's move sets: owner, browser, update. */
  readonly columns?: Pick<
    Upload,
    "is_update" | "fingerprint" | "holder" | "subject" | "user_name" | "office"
  >;
  /** Why a leader did it to another's upload. */
  readonly said?: string;
  /** A person had another page take it over. */
  readonly takenOver?: boolean;
  /** Where the rebuilt data stands. */
  readonly locations?: string[];
}

const WAITING: ReadonlySet<UploadStatus> = new Set(["CHECKING_CONCURRENT_UPLOAD", "UPLOAD_QUEUED"]);

const SENDING = UPLOAD_STATUSES.filter((status) => UPLOAD_STATUS[status].slot);
/** A slot is used from the moment it is taken: when it was offered does not count. */
const SLOT_USED = sql<Date>`CASE WHEN status = ANY (${SENDING}) THEN slot_used ELSE now() END`;

/** The place in the queue is taken by joining it, and kept until the upload leaves it. */
function placeAfter(to: UploadStatus): RawBuilder<number | null> {
  if (WAITING.has(to)) return sql<number>`coalesce(place, nextval('upload_places'))`;
  return UPLOAD_STATUS[to].slot ? sql<number>`place` : sql<null>`NULL`;
}

function auditEvent(row: Upload, to: UploadStatus, change: UploadChange): AuditEvent {
  const { actor, from: origin, reason = "", said = null } = change;
  const { status: from, id: uploadId, flight_id: flightId } = row;
  const common = { actor, flightId, uploadId, ...(origin === undefined ? {} : { from: origin }) };
  if (to === "READY_FOR_UPLOAD" && from !== "UPLOAD_INIT")
    return { ...common, action: "upload.reset", detail: { from, reason: said } };
  if (from === "VALIDATING_UPLOAD" && to === "DATA_READY")
    return { ...common, action: "upload.rebuilt", detail: { locations: change.locations ?? [] } };
  if (from === "VALIDATING_UPLOAD" && to === "VALIDATING_UPLOAD_FAILED")
    return { ...common, action: "upload.rebuildFailed", detail: { reason } };
  if (from === "VALIDATING_UPLOAD" && to === "UPLOAD_STALLED")
    return { ...common, action: "upload.damageFound", detail: { reason } };
  // Only the server stalls or fails an active upload: its lease was lost.
  if (actor === "swath" && UPLOAD_STATUS[from].active)
    return { ...common, action: "upload.stalled", detail: { from, to } };
  if (change.takenOver === true) return { ...common, action: "upload.takenOver", detail: { from } };
  const isUpdate = change.columns?.is_update ?? row.is_update;
  return { ...common, action: "upload.moved", detail: { from, to, isUpdate, reason: said } };
}

const write = statusWriter<Upload, UploadStatus, UploadEvent, UploadActor, UploadChange>({
  table: "uploads",
  states: UPLOAD_STATES,
  columns: (to, { reason = null, columns, locations }) => ({
    ...columns,
    ...(locations === undefined ? {} : { locations }),
    ...(to === "DATA_READY"
      ? { ready_at: sql<Date>`now()`, ready_by: sql<string | null>`user_name` }
      : {}),
    reason,
    ...(UPLOAD_STATUS[to].active
      ? { lease: sql<number>`lease + (lease_renewed IS NULL)::int` }
      : {}),
    lease_renewed: UPLOAD_STATUS[to].active ? sql<Date>`now()` : null,
    place: placeAfter(to),
    slot_used: UPLOAD_STATUS[to].slot ? SLOT_USED : null,
    ...(UPLOAD_STATUS[to].slot ? {} : { slot_missing: null }),
  }),
  record: (trx, changes) =>
    recordEvents(
      trx,
      changes.map(({ row, to, facts }) => auditEvent(row, to, facts)),
    ),
});

/** The one writer of an upload's status: see {@link statusWriter}. */
export async function moveUploadStatus(
  trx: Trx,
  row: Upload,
  cause: StatusCause<UploadStatus, UploadEvent, UploadActor>,
  facts: UploadChange,
): Promise<StatusResult<Upload>> {
  const [result] = await write(trx, [{ row, facts }], cause);
  return result!;
}
