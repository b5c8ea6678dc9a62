import {
  mkdtempSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { endpoints } from "@swath/contract/endpoints";
import { uploadService, type UploadStatus } from "@swath/contract/uploads";
import { tokenOf } from "../../../e2e/api.ts";
import type { Planted, Surroundings, UploadFaultKind } from "./fault-kind.ts";
import { filesIn, folderBytes, isAccepted } from "./flight-files.ts";
import { steadyApi } from "./steady-api.ts";

/** Files that are tried for one that the folder is accepted without. */
const TRIES = 4;
const POLL_MS = 100;
const COMPLETED: ReadonlySet<UploadStatus> = new Set([
  "UPLOAD_COMPLETE",
  "VALIDATING_UPLOAD",
  "DATA_READY",
]);

const bytesOf = (path: string): number => statSync(path).size;

/** Whether nothing is missing: the client may have looked at the drive for the last time. */
async function isAllLanded({ stand, client }: Surroundings): Promise<boolean> {
  const { status } = await client.sending.readState();
  if (status !== "UPLOADING") return status === "UPLOAD_INTEGRITY_CHECK";
  const api = steadyApi({ origin: stand.origin, token: tokenOf(stand, "crew") });
  const { flightId, uploadId, uploadType } = client.sending.upload;
  const progress = await api.call(endpoints.readProgress, {
    service: uploadService(uploadType),
    params: { flightId, uploadId },
  });
  return progress.total_file_count > 0 && progress.remaining_task_key_list.length === 0;
}

/** Whether the drive was looked at for the last time before it was changed. */
async function isTooLate(surroundings: Surroundings): Promise<boolean> {
  while (await isAllLanded(surroundings)) await sleep(POLL_MS);
  return COMPLETED.has((await surroundings.client.sending.readState()).status);
}

/** Changes a file; answers how to undo that. */
type Alteration = (path: string, surroundings: Surroundings) => () => void;

/** Other bytes of the same size at the end, where no reader looks. */
const change: Alteration = (path, { chance }) => {
  const undo = restoration(path);
  const bytes = readFileSync(path);
  bytes[bytes.length - 1]! ^= 1 + chance.below(255);
  writeFileSync(path, bytes);
  return undo;
};

const shorten: Alteration = (path) => {
  const undo = restoration(path);
  truncateSync(path, bytesOf(path) - 1);
  return undo;
};

const remove: Alteration = (path, { client }) => {
  const aside = join(mkdtempSync(join(dirname(client.sending.folder), "aside-")), "file");
  renameSync(path, aside);
  return () => renameSync(aside, path);
};

function restoration(path: string): () => void {
  const { atime, mtime } = statSync(path);
  const bytes = readFileSync(path);
  return () => {
    writeFileSync(path, bytes);
    utimesSync(path, atime, mtime);
  };
}

function changeLargest(surroundings: Surroundings): Promise<Planted | undefined> {
  const files = filesIn(surroundings.client.sending.folder);
  const largest = files.reduce((a, b) => (bytesOf(b) > bytesOf(a) ? b : a));
  return alter(surroundings, change, largest);
}

/** Makes the folder another one, by a file that it is accepted without. */
async function alterAny(
  surroundings: Surroundings,
  alteration: Alteration,
): Promise<Planted | undefined> {
  const { client, chance } = surroundings;
  const files = filesIn(client.sending.folder).filter((path) => bytesOf(path) > 1);
  if (files.length < 2) return undefined;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const path = chance.pick(files);
    const planted = await alter(surroundings, alteration, path);
    if (planted === undefined) continue;
    client.tellOtherFile(path);
    return { ...planted, changedBytes: folderBytes(client.sending.folder) };
  }
  return undefined;
}

/** Undefined, and the file as it was, where the folder is blocked then or it is too late to be sent anew. */
async function alter(
  surroundings: Surroundings,
  alteration: Alteration,
  path: string,
): Promise<Planted | undefined> {
  const changedBytes = bytesOf(path);
  const undo = alteration(path, surroundings);
  if ((await isAccepted(surroundings)) && !(await isTooLate(surroundings)))
    return { what: basename(path), changedBytes };
  undo();
  return undefined;
}

/** What happens to files on the drive while they are sent. */
export const SOURCE_KINDS: readonly UploadFaultKind[] = [
  { name: "source-changed", plant: changeLargest },
  { name: "source-shortened", plant: (surroundings) => alterAny(surroundings, shorten) },
  { name: "source-gone", plant: (surroundings) => alterAny(surroundings, remove) },
];
