import { sql } from "kysely";
import { UPLOAD_STATES, type UploadEvent, type UploadStatus } from "@swath/contract/uploads";
import type { Db } from "../../../apps/server/src/platform/postgres/schema.ts";

interface Change {
  readonly id: number;
  readonly action: string;
  readonly from: UploadStatus;
  readonly to: UploadStatus;
}

/** The status that an entry of the history leads to, where its detail does not say so. */
const LEADS_TO: Readonly<Record<string, UploadStatus>> = {
  "upload.reset": "READY_FOR_UPLOAD",
  "upload.takenOver": "UPLOAD_STALLED",
  "upload.rebuilt": "DATA_READY",
  "upload.rebuildFailed": "VALIDATING_UPLOAD_FAILED",
  "upload.damageFound": "UPLOAD_STALLED",
};

/** What the history says of an upload's statuses, in order. */
export async function readChanges(db: Db, uploadId: string, after: number): Promise<Change[]> {
  const { rows } = await sql<{
    id: number;
    action: string;
    detail: { from?: UploadStatus; to?: UploadStatus };
  }>`SELECT id, action, detail FROM audit.events
     WHERE upload_id = ${uploadId} AND id > ${after} AND action LIKE 'upload.%' ORDER BY id`.execute(
    db,
  );
  return rows.flatMap(({ id, action, detail }) => {
    const to = detail.to ?? LEADS_TO[action];
    if (to === undefined) return [];
    return [{ id, action, from: detail.from ?? "VALIDATING_UPLOAD", to }];
  });
}

const WORDS: ReadonlySet<UploadEvent> = new Set<UploadEvent>([
  "folderSelected",
  "filesSelected",
  "pause",
  "quitQueue",
  "cancelUpload",
  "cancelUpdate",
  "takeOver",
  "reset",
]);

/** Whether a person's words alone bring it about: what stalled may be resumed by a page itself. */
const needsWords = (event: UploadEvent, from: UploadStatus): boolean =>
  WORDS.has(event) || (event === "resume" && from !== "UPLOAD_STALLED");

/** walk/W1 Why a change is none that the table allows to those who acted; undefined where it is. */
export function changeFault(
  { from, to, action }: Pick<Change, "from" | "to" | "action">,
  before: UploadStatus,
  words: ReadonlySet<UploadEvent>,
): string | undefined {
  if (from !== before) return `${action} from ${from}, but the upload was ${before}`;
  const allowed = UPLOAD_STATES.transitions.some(
    (row) =>
      row.from === from && row.to === to && (words.has(row.event) || !needsWords(row.event, from)),
  );
  return allowed ? undefined : `${from} to ${to} (${action}) though nobody said so`;
}
