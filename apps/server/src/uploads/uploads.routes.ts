import { endpoints } from "@swath/contract/endpoints";
import { UPLOAD_STATUS } from "@swath/contract/uploads";
import type { StorageLimit } from "../domain/storage/storage-use.ts";
import { readUpload, stateOf } from "../domain/uploads/upload-record.ts";
import { FairQueue } from "../platform/concurrency/fair-queue.ts";
import type { Serve } from "../platform/http/serve.ts";
import type { Queues } from "../platform/queues/queues.ts";
import { authoriseUpload } from "./authorise.ts";
import { addClientSpans } from "./client-spans.ts";
import { renewLease } from "./lease.ts";
import { ManifestSemaphore } from "./manifest/manifest-semaphore.ts";
import { checkLease, checkOwner, moverOf, notActive } from "./moves/move-rules.ts";
import { type MoveDeps, moveUploadVia } from "./moves/move-upload.ts";
import { checkProgress, readProgress } from "./progress.ts";
import { slotLimits } from "./queue/queue-line.ts";
import { placeOf } from "./queue/queue.ts";
import { readQuotas } from "./queue/quotas.ts";
import { readRebuild } from "./rebuild/rebuild-progress.ts";
import { listReplacedFiles, listReplacements } from "./replaced/list-replaced.ts";
import { orderBringBack } from "./replaced/order-bring-back.ts";
import type { ReplacedDeps } from "./replaced/replaced-place.ts";
import { readSentContent } from "./sent-content.ts";

interface Deps extends Pick<ReplacedDeps, "db" | "keptDays"> {
  readonly queues: Queues;
}

/** Serves what was replaced of an upload's data, and the order that brings it back. */
function serveReplaced(serve: Serve, { db, queues, keptDays }: Deps): void {
  serve(endpoints.listReplacements, ({ params }) => listReplacements(db, params, keptDays));

  serve(endpoints.listReplacedFiles, ({ params }) =>
    listReplacedFiles(db, params, params.replacement),
  );

  serve(endpoints.bringBack, async (call) => {
    const { paths, reason } = call.body;
    await orderBringBack({ db, queues }, { ...call.params, paths, reason }, moverOf(call));
    return listReplacements(db, call.params, keptDays);
  });
}

interface UploadDeps extends MoveDeps {
  /** How long replaced files are kept. */
  readonly keptDays: number;
  readonly storage: StorageLimit;
}

/** Forms that one process makes at once: a few of the database's connections, whoever asks. */
const FORMS_AT_ONCE = 4;

/** Serves the upload protocol: statuses, leases, queue, manifest, authorisation, progress. */
export function serveUploads(serve: Serve, deps: UploadDeps): void {
  const turns = new ManifestSemaphore();
  const forms = new FairQueue(FORMS_AT_ONCE);
  serve(endpoints.moveUpload, async (call) => {
    const { status, via, isUpdate, fingerprint, holder, takeOver } = call.query;
    const { reason, failure } = call.body ?? {};
    const request = { status, via, isUpdate, fingerprint, holder, takeOver, reason, failure };
    const moved = await moveUploadVia(deps, call.params, request, moverOf(call));
    return stateOf(moved, call.identity.subject);
  });

  serve(endpoints.readUpload, async ({ params, identity }) => {
    const upload = await readUpload(deps.db, params);
    const rebuild = await readRebuild(deps.db, upload);
    return { ...stateOf(upload, identity.subject), ...(rebuild && { rebuild }) };
  });

  serve(endpoints.heartbeat, async ({ params, body, identity: { subject } }) => {
    const by = { subject, fingerprint: body.browserFingerprint, holder: body.holder };
    const upload = await renewLease(deps.db, params, by);
    addClientSpans(upload.id, body.spans ?? []);
    return stateOf(upload, subject);
  });

  serve(endpoints.queuePlace, async ({ params, identity }) => {
    const upload = await readUpload(deps.db, { uploadId: params.uploadId });
    checkOwner(upload, identity.subject);
    checkLease(upload, params.fingerprint);
    if (!UPLOAD_STATUS[upload.status].active || upload.place === null)
      throw notActive(upload, "this upload is not in the queue");
    return placeOf(deps.db, upload.id, slotLimits(deps));
  });

  serve(endpoints.readUploadQuotas, ({ identity }) => readQuotas(deps, identity.subject));

  serve(endpoints.authoriseUpload, ({ body, identity }) =>
    forms.run({ of: `${identity.subject} ${body.uploadId}`, takes: body.size }, () =>
      authoriseUpload(deps, body, identity.subject),
    ),
  );

  serveReplaced(serve, deps);

  serve(endpoints.readProgress, ({ params }) => readProgress(deps, params));

  serve(endpoints.readSentContent, ({ params, query, identity }) =>
    readSentContent(deps.db, params, query.files, identity.subject),
  );

  serve(endpoints.checkProgress, (call) =>
    checkProgress(
      { ...deps, turns },
      call.params,
      call.body,
      { ...moverOf(call), holder: call.query.holder },
      call.query,
    ),
  );
}
