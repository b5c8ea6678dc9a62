import { retentionEndpoints } from "@swath/contract/retention";
import type { Serve } from "../platform/http/serve.ts";
import {
  listCertificates,
  readCertificate,
  type CertificateDeps,
} from "./certificates/removal-certificates.ts";
import { storeCertificates, type StoringDeps } from "./certificates/stored-certificates.ts";
import { type Buckets, previewDeletion } from "./deletion/deletion-scope.ts";
import { listDeletions, orderDeletion } from "./deletion/order-deletion.ts";
import { keepProject, listDue } from "./due/due-projects.ts";
import { holdProject, liftHold, listHolds } from "./holds/project-holds.ts";
import { type RemovalDeps, removePerson } from "./people/remove-person.ts";

export interface RetentionDeps extends RemovalDeps, Omit<CertificateDeps & StoringDeps, "store"> {
  readonly store: CertificateDeps["store"] & StoringDeps["store"];
  readonly buckets: Buckets;
  /** After which data is due; undefined: never, but for projects with years of their own. */
  readonly retentionYears: number | undefined;
}

/** Serves what administrators decide of the data's life. */
export function serveRetention(serve: Serve, deps: RetentionDeps): void {
  const { db, buckets } = deps;
  serve(retentionEndpoints.listDue, () => listDue(db, deps.retentionYears));
  serve(retentionEndpoints.keepProject, ({ body, identity, from }) =>
    keepProject(db, body, { identity, from }),
  );
  serve(retentionEndpoints.previewDeletion, ({ query }) => previewDeletion(db, buckets, query));
  serve(retentionEndpoints.orderDeletion, ({ body, identity, from }) =>
    orderDeletion(db, buckets, body, { identity, from }),
  );
  serve(retentionEndpoints.listDeletions, () => listDeletions(db));
  serve(retentionEndpoints.listHolds, () => listHolds(db));
  serve(retentionEndpoints.holdProject, ({ body, identity, from }) =>
    holdProject(db, body, { identity, from }),
  );
  serve(retentionEndpoints.liftHold, ({ params, body, identity, from }) =>
    liftHold(db, { id: params.holdId, reason: body.reason }, { identity, from }),
  );
  serve(retentionEndpoints.listCertificates, () => listCertificates(db));
  serve(retentionEndpoints.readCertificate, ({ params }) =>
    readCertificate(deps, params.certificateId),
  );
  serve(retentionEndpoints.removePerson, async ({ body, identity, from }) => {
    const removal = await removePerson(deps, body, { identity, from });
    // The removal stands whether the store answers now or not: it is stored within a minute otherwise.
    await storeCertificates(deps).catch(() => undefined);
    return removal;
  });
}
