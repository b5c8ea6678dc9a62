import { AppError } from "@swath/contract/errors";
import type { Identity } from "@swath/contract/identity";
import { checkReadable } from "../../domain/cold/cold-facts.ts";
import { type CallOrigin, recordEvent } from "../../platform/audit/record-event.ts";
import { temporaryAddress } from "../inputs/output-files.ts";
import { uploadFiles } from "../inputs/upload-files.ts";
import type { RunDeps } from "../processing-deps.ts";
import { isVisible } from "../records/find-processing.ts";
import { noProcessing } from "../records/processing-record.ts";

type Deps = Pick<RunDeps, "db" | "store" | "buckets" | "clock">;

const ADDRESS_SECONDS = 300;
const JPEG = /\.jpe?g$/i;

/** The name of a file without its folders and its ending, in lower case. */
const stemOf = (path: string): string =>
  path
    .slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1)
    .replace(/\.[^.]*$/, "")
    .toLowerCase();

interface Call {
  readonly params: { readonly processingId: string };
  readonly query: { readonly name: string };
  readonly identity: Identity;
  readonly from: CallOrigin;
}

/**
 * The JPEG of an image's name among the imagery that a processing's log uploaded; recorded as a download is. Throws
 * PROCESSING_NOT_FOUND, OBJECT_NOT_FOUND, OBJECT_COLD.
 */
export async function openQuickLook(deps: Deps, { params, query, identity, from }: Call) {
  const { processingId } = params;
  const processing = await deps.db
    .selectFrom("processings")
    .selectAll()
    .where("id", "=", processingId)
    .executeTakeFirst();
  if (processing === undefined || !isVisible(processing, identity.roles))
    throw noProcessing(processingId);
  const files = (await uploadFiles(deps, processing, "MediumFormatImagery")) ?? [];
  const wanted = stemOf(query.name);
  const found = files.find(({ path }) => JPEG.test(path) && stemOf(path) === wanted);
  const place = found && { bucket: found.bucket, key: found.key };
  const object = place && (await deps.store.head(place.bucket, place.key));
  if (place === undefined || object === undefined)
    throw new AppError("OBJECT_NOT_FOUND", `no JPEG was uploaded of ${query.name}`);
  await checkReadable(deps.db, place.bucket, [object]);
  const address = await temporaryAddress(deps, place, ADDRESS_SECONDS);
  const flightId = processing.flight_id;
  const action = "object.downloaded";
  await recordEvent(deps.db, { action, actor: identity, flightId, detail: place, from });
  return { ...address, size: object.size };
}
