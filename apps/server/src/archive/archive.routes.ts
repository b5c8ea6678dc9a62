import type { Role } from "@swath/contract/identity";
import { endpoints } from "@swath/contract/endpoints";
import { recordEvent } from "../platform/audit/record-event.ts";
import type { Serve } from "../platform/http/serve.ts";
import type { Queues } from "../platform/queues/queues.ts";
import type { ArchiveDeps } from "./archive-place.ts";
import { orderArchive, sendArchive } from "./orders/archive-order.ts";
import { findArchive, validateArchive } from "./validate-archive.ts";

interface Deps extends Pick<ArchiveDeps, "db" | "store" | "buckets"> {
  readonly queues: Queues;
  /** Throws where someone of these roles may not look into a bucket. */
  readonly checkVisible: (roles: readonly Role[], bucket: string) => void;
}

/** Serves the order of an archive and its validation. */
export function serveArchive(serve: Serve, deps: Deps): void {
  serve(endpoints.archiveFlight, ({ params, identity, from }) =>
    orderArchive(deps, params.flightId, { actor: identity, from }, (flightId, trx) =>
      sendArchive(deps.queues, flightId, trx),
    ),
  );

  serve(endpoints.validateArchive, async ({ query, identity, from, signal }) => {
    deps.checkVisible(identity.roles, query.bucket);
    const archive = await findArchive(deps, query);
    const validation = await validateArchive(deps, archive, signal);
    const { flightId, bucket, prefix } = archive;
    await recordEvent(deps.db, {
      action: "archive.validated",
      actor: identity,
      from,
      flightId,
      detail: { bucket, prefix, succeeded: validation.isArchivedSucceed },
    });
    return validation;
  });
}
