import { readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@swath/contract/errors";
import { endpoints } from "@swath/contract/endpoints";
import type { StoredVerifications } from "@swath/contract/uploads";
import { tokenOf } from "../../../e2e/api.ts";
import type { Planted, Surroundings } from "./fault-kind.ts";
import { steadyApi } from "./steady-api.ts";

export const ROT = "rot";
const POLL_MS = 500;
const MOST_POLLS = 600;
const PENDING = new Set(["waiting", "reading"]);

/** Files of the store that hold published data of the client's upload, not of another one beside it. */
async function publishedOf({ stand, client }: Surroundings): Promise<string[]> {
  const api = steadyApi({ origin: stand.origin, token: tokenOf(stand, "crew") });
  const { flightId, uploadId } = client.sending.upload;
  const { files } = await api.call(endpoints.listStoredFiles, { params: { flightId, uploadId } });
  // The names of sample folders stand on the disk as they are.
  const places = files.flatMap((file) => file.places);
  return places.map(({ bucket, key }) => join(stand.data, "objects", bucket, key)).toSorted();
}

/** What readings of all stored files come to. */
async function readAgain({ stand, client }: Surroundings): Promise<StoredVerifications> {
  const api = steadyApi({ origin: stand.origin, token: tokenOf(stand, "crew") });
  const { flightId, uploadId } = client.sending.upload;
  const params = { flightId, uploadId };
  let known = await api.call(endpoints.verifyStored, { params });
  for (let polls = 0; PENDING.has(known.latest?.state ?? "") && polls < MOST_POLLS; polls += 1) {
    await sleep(POLL_MS);
    await stand.upright();
    known = await api.call(endpoints.readVerification, { params });
  }
  return known;
}

/** The code by which a receipt is refused; undefined where one is made. */
async function receiptRefusal({ stand, client }: Surroundings): Promise<string | undefined> {
  const api = steadyApi({ origin: stand.origin, token: tokenOf(stand, "crew") });
  const { flightId, uploadId } = client.sending.upload;
  try {
    await api.call(endpoints.makeReceipt, { params: { flightId, uploadId } });
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

/**
 * A byte of published data changes on the disk, with its time as it was: reading all again names that
 * file, no receipt is given, and both are well again once the byte is what it was.
 */
export async function rot(surroundings: Surroundings): Promise<Planted | undefined> {
  const { stand, chance } = surroundings;
  const published = await publishedOf(surroundings);
  const paths = published.filter((path) => statSync(path).size > 0);
  if (paths.length === 0) return undefined;
  const path = chance.pick(paths);
  const { atime, mtime } = statSync(path);
  const bytes = readFileSync(path);
  const at = chance.below(bytes.length);
  const what = `byte ${at} of ${bytes.length} in ${path.slice(stand.data.length + 1)}`;
  const write = (): void => {
    bytes[at]! ^= 1;
    writeFileSync(path, bytes);
    utimesSync(path, atime, mtime);
  };
  write();
  const bad = await readAgain(surroundings);
  const refusal = await receiptRefusal(surroundings);
  write();
  const good = await readAgain(surroundings);
  const faults = [
    ...(bad.damaged.some((file) => path.endsWith(file.path)) ? [] : ["the file was not named"]),
    ...(refusal === undefined ? ["a receipt was made of damaged data"] : []),
    ...(good.latest?.state === "read" && good.damagedPlaces === 0 ? [] : ["it did not recover"]),
    ...((await receiptRefusal(surroundings)) === undefined ? [] : ["no receipt of sound data"]),
  ];
  return faults.length === 0 ? { what } : { what, violation: `${what}: ${faults.join(", ")}` };
}
