import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { MOST_INSTRUMENT_BYTES } from "@swath/contract/calibrations";

const unpack = promisify(gunzip);

/**
 * The bytes of a TBL file as it is stored, gzipped; undefined where it is damaged.
 *
 * calibration/K8 what would unpack beyond the bound is not unpacked further.
 */
export async function unpackTable(packed: Buffer): Promise<Buffer | undefined> {
  const most = MOST_INSTRUMENT_BYTES.TBL;
  return unpack(packed, { maxOutputLength: most }).catch(() => undefined);
}
