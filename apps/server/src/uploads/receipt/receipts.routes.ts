import { AppError } from "@swath/contract/errors";
import { endpoints } from "@swath/contract/endpoints";
import type { StoredFile, UploadStatus } from "@swath/contract/uploads";
import {
  isBringingBack,
  isStanding,
  readUpload,
  type Upload,
} from "../../domain/uploads/upload-record.ts";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import type { Serve } from "../../platform/http/serve.ts";
import { makeReceipt } from "./make-receipt.ts";
import type { ReceiptKeys } from "./receipt-keys.ts";
import { type StoredData, storedFiles } from "./stored-files.ts";

export interface ReceiptDeps extends StoredData {
  readonly clock: Clock;
  readonly keys: ReceiptKeys;
}

interface StoredNow {
  readonly upload: Upload;
  readonly files: StoredFile[];
}

/** The rebuild is writing into its data, or was. */
const REBUILDING: ReadonlySet<UploadStatus> = new Set([
  "UPLOAD_COMPLETE",
  "VALIDATING_UPLOAD",
  "VALIDATING_UPLOAD_FAILED",
]);

/** What an update is going to change stands as it was until its rebuild. */
const isReadable = (upload: Upload): boolean =>
  isStanding(upload) || (upload.is_update && !REBUILDING.has(upload.status));

/** UPLOAD_INCOMPLETE where data is not ready, OBJECT_CHANGED where the upload moved meanwhile. */
async function readStored(
  deps: ReceiptDeps,
  where: { readonly flightId: string; readonly uploadId: string },
  mayRead: (upload: Upload) => boolean,
): Promise<StoredNow> {
  const upload = await readUpload(deps.db, where);
  if (!mayRead(upload))
    throw new AppError("UPLOAD_INCOMPLETE", "the data of this upload is not ready", {
      status: upload.status,
    });
  if (await isBringingBack(deps.db, upload.id))
    throw new AppError("UPLOAD_INCOMPLETE", "files of this data are being brought back");
  const files = await storedFiles(deps, upload);
  const after = await readUpload(deps.db, where);
  const moved = after.updated.getTime() !== upload.updated.getTime();
  if (isStanding(upload) ? moved || after.status !== upload.status : !mayRead(after))
    throw new AppError("OBJECT_CHANGED", "the upload was moved while its files were listed");
  return { upload, files };
}

/** Serves what stands in storage of an upload, and receipts of it. */
export function serveReceipts(serve: Serve, deps: ReceiptDeps): void {
  serve(endpoints.listStoredFiles, async ({ params }) => {
    const { files } = await readStored(deps, params, isReadable);
    return { files };
  });

  serve(endpoints.makeReceipt, async ({ params, identity, from }) => {
    const { upload, files } = await readStored(deps, params, isStanding);
    const by = { keys: deps.keys, person: identity.name, now: deps.clock() };
    const receipt = await makeReceipt(upload, files, by);
    const { files: count, bytes, sha256 } = receipt.head;
    await recordEvent(deps.db, {
      action: "upload.receiptMade",
      actor: { subject: identity.subject, name: identity.name },
      flightId: upload.flight_id,
      uploadId: upload.id,
      detail: { files: count, bytes, sha256 },
      from,
    });
    return receipt;
  });
}
