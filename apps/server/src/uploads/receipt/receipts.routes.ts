import { endpoints } from "@swath/contract/endpoints";
import { AppError } from "@swath/contract/errors";
import {
  earliest,
  type Receipt,
  type ReceiptFile,
  type ReceiptHead,
  receiptLine,
  signedText,
  type StoredFile,
  type UploadStatus,
} from "@swath/contract/uploads";
import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import {
  isBringingBack,
  isStanding,
  readUpload,
  stateOf,
  type Upload,
} from "../../domain/uploads/upload-record.ts";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import type { Serve } from "../../platform/http/serve.ts";
import type { ReceiptKeys } from "./receipt-keys.ts";
import { type StoredData, storedFiles } from "./stored-files.ts";

const NAMED = 20;
const LINES_AT_ONCE = 500;

/** The files as a receipt names them; UPLOAD_INCOMPLETE where one does not stand whole, with the first such. */
function wholeFiles(files: readonly StoredFile[]): ReceiptFile[] {
  const faulty: string[] = [];
  const whole: ReceiptFile[] = [];
  for (const { places, path, bytes, xxh128 } of files) {
    const standing: ReceiptFile["places"] = [];
    for (const { bucket, key, stored, read, fault } of places)
      if (fault === null && stored !== null) standing.push({ bucket, key, stored, read });
    const complete = standing.length === places.length && xxh128.length > 0;
    if (complete) whole.push({ path, bytes, xxh128, places: standing });
    else faulty.push(path);
  }
  if (faulty.length === 0 && whole.length > 0) return whole;
  throw new AppError("UPLOAD_INCOMPLETE", "not every file stands whole in storage", {
    files: faulty.length,
    paths: faulty.slice(0, NAMED),
  });
}

async function listOf(files: readonly ReceiptFile[]): Promise<Pick<ReceiptHead, "sha256">> {
  const hash = createHash("sha256");
  for (const [index, file] of files.entries()) {
    hash.update(receiptLine(file));
    if (index % LINES_AT_ONCE === LINES_AT_ONCE - 1) await nextTurn();
  }
  return { sha256: hash.digest("hex") };
}

/** Signs what stands in storage of an upload; UPLOAD_INCOMPLETE where that is not every file, whole. */
async function makeReceipt(
  upload: Upload,
  stored: readonly StoredFile[],
  by: { readonly keys: ReceiptKeys; readonly person: string; readonly now: Date },
): Promise<Receipt> {
  const files = wholeFiles(stored);
  const { ready } = stateOf(upload, "");
  const head: ReceiptHead = {
    version: 2,
    flightId: upload.flight_id,
    uploadId: upload.id,
    uploadType: upload.type,
    sensorName: upload.sensor_name,
    ready: ready?.at ?? upload.updated.toISOString(),
    readyBy: ready?.user ?? null,
    made: by.now.toISOString(),
    madeBy: by.person,
    files: files.length,
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    ...(await listOf(files)),
    read: earliest(files.flatMap(({ places }) => places.map((place) => place.read))),
    kid: by.keys.kid,
  };
  return { head, files, signature: by.keys.sign(signedText(head)) };
}

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
