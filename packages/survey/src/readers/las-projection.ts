const VERSION_MINOR = 25;
const HEADER_BYTES = 94;
const RECORD_COUNT = 100;
const EXTENDED_COUNT = 243;
const RECORD_HEADER = 54;
const USER_ID = { start: 2, end: 18 } as const;
const RECORD_ID = 18;
const RECORD_BYTES = 20;
const PROJECTION = "LASF_Projection";
/** Well-known text, and the directory of GeoTIFF keys, whose fourth number counts them (LAS 1.4, 4). */
const WKT = 2112;
const KEYS = 34_735;
const KEY_COUNT = 6;

/**
 * Whether a LAS or LAZ file states a coordinate system, by its first bytes; undefined where these do
 * not hold all of its records.
 */
export function statesProjection(head: Uint8Array): boolean | undefined {
  if (head.length < RECORD_COUNT + 4) return undefined;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const records = view.getUint32(RECORD_COUNT, true);
  let at = view.getUint16(HEADER_BYTES, true);
  for (let n = 0; n < records; n += 1) {
    if (at + RECORD_HEADER + KEY_COUNT + 2 > head.length) return undefined;
    if (isProjection(head.subarray(at))) return true;
    at += RECORD_HEADER + view.getUint16(at + RECORD_BYTES, true);
  }
  const hasMore = view.getUint8(VERSION_MINOR) >= 4 && head.length >= EXTENDED_COUNT + 4;
  return hasMore && view.getUint32(EXTENDED_COUNT, true) > 0 ? undefined : false;
}

function isProjection(record: Uint8Array): boolean {
  const user = new TextDecoder("latin1").decode(record.subarray(USER_ID.start, USER_ID.end));
  if (user.replace(/\0.*$/s, "") !== PROJECTION) return false;
  const view = new DataView(record.buffer, record.byteOffset, record.byteLength);
  const id = view.getUint16(RECORD_ID, true);
  return id === WKT || (id === KEYS && view.getUint16(RECORD_HEADER + KEY_COUNT, true) > 0);
}
