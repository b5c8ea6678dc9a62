import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { AppError } from "@swath/contract/errors";
import {
  earliest,
  type Receipt,
  type ReceiptFile,
  type ReceiptHead,
  receiptLine,
  signedText,
  type StoredFile,
} from "@swath/contract/uploads";
import { stateOf, type Upload } from "../../domain/uploads/upload-record.ts";
import type { ReceiptKeys } from "./receipt-keys.ts";

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
export async function makeReceipt(
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
