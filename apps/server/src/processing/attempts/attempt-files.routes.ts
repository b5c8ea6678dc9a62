import { AppError } from "@swath/contract/errors";
import type { Role } from "@swath/contract/identity";
import { PLACES_FILE, runEndpoints } from "@swath/contract/processing";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Serve } from "../../platform/http/serve.ts";
import type { RunDeps } from "../processing-deps.ts";
import { attemptManifest, findAttempt } from "./find-attempt.ts";

type Deps = Pick<RunDeps, "db" | "store" | "clock">;

const ADDRESS_SECONDS = 900;
/** Long enough for a browser to start, and to go on after a lost connection. */
const DOWNLOAD_SECONDS = 300;
/** Kinds that show how good a result is; any output is downloaded by a call that is recorded. */
const SHOWN_KINDS: ReadonlySet<string> = new Set(["preview", "report", "vector"]);

/** An output of an attempt that the caller may see, and where it stands; undefined where there is none. */
async function outputOf(
  deps: Deps,
  roles: readonly Role[],
  params: Parameters<typeof findAttempt>[2],
  path: string,
) {
  const { processing, run } = await findAttempt(deps.db, roles, params);
  const manifest = await attemptManifest(deps, processing, run);
  const file = manifest?.files.find((each) => each.path === path);
  if (manifest === undefined || file === undefined) return undefined;
  const fileName = file.path.slice(file.path.lastIndexOf("/") + 1);
  const place = { bucket: run.bucket, key: `${manifest.folder}${file.path}`, fileName };
  return { kind: file.kind, flightId: processing.flight_id, place };
}

/** A temporary address of a stored object. */
async function addressOf(
  { store, clock }: Deps,
  place: { readonly bucket: string; readonly key: string; readonly fileName: string },
  expiresInSeconds: number,
) {
  const expires = new Date(clock().getTime() + expiresInSeconds * 1_000).toISOString();
  return { url: await store.presignGet({ ...place, expiresInSeconds }), expires };
}

/** Serves the outputs of attempts: previews for pages, and downloads that are recorded. */
export function serveFiles(serve: Serve, deps: Deps): void {
  const { db } = deps;

  serve(runEndpoints.listAttemptFiles, async ({ params, query, identity }) => {
    const { processing, run } = await findAttempt(db, identity.roles, params);
    const files = (await attemptManifest(deps, processing, run))?.files ?? [];
    return query.kind === undefined ? files : files.filter(({ kind }) => kind === query.kind);
  });

  serve(runEndpoints.readAttemptFile, async ({ params, query, identity }) => {
    const found = await outputOf(deps, identity.roles, params, query.path);
    if (found === undefined || (!SHOWN_KINDS.has(found.kind) && query.path !== PLACES_FILE))
      throw new AppError("OBJECT_NOT_FOUND", "the attempt left no such preview or report");
    return addressOf(deps, found.place, ADDRESS_SECONDS);
  });

  serve(runEndpoints.downloadAttemptFile, async ({ params, body, identity, from }) => {
    const found = await outputOf(deps, identity.roles, params, body.path);
    if (found === undefined)
      throw new AppError("OBJECT_NOT_FOUND", "the attempt left no such file");
    const { bucket, key } = found.place;
    if ((await deps.store.head(bucket, key)) === undefined)
      throw new AppError("OBJECT_NOT_FOUND", "the store holds it no more", { bucket, key });
    const address = await addressOf(deps, found.place, DOWNLOAD_SECONDS);
    const actor = { subject: identity.subject, name: identity.name };
    const detail = { bucket, key };
    await recordEvent(db, {
      action: "object.downloaded",
      actor,
      flightId: found.flightId,
      detail,
      from,
    });
    return address;
  });
}
