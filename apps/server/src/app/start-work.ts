import { FRAME_BYTES } from "@swath/contract/uploads";
import type { Logger } from "pino";
import { workArchives } from "../archive/archive.workers.ts";
import { workCold } from "../archive/cold/cold.workers.ts";
import { workDemonstration } from "../demonstration/seed-demonstration.ts";
import { workPreparedClouds } from "../explorer/prepared/prepared.workers.ts";
import { workNews } from "../news/news.workers.ts";
import { workProcessings } from "../processing/processing.workers.ts";
import { workRetention } from "../retention/retention.workers.ts";
import type { RebuildDeps } from "../uploads/rebuild/rebuild-context.ts";
import { workScrub, workVerifications } from "../scrub/scrub.workers.ts";
import { workUploads } from "../uploads/uploads.workers.ts";
import { sweepAudit } from "../platform/audit/record-event.ts";
import { auditHead, headText, sealAudit } from "../platform/audit/seal-audit.ts";
import { monotonicClock, systemClock } from "../platform/clock/clock.ts";
import { sweepSessions } from "../platform/identity/end-sessions.ts";
import type { Metrics } from "../platform/metrics/metrics.ts";
import type { Queues } from "../platform/queues/queues.ts";
import type { ObjectStore } from "../platform/object-store/object-store.ts";
import { keepFreedMemory } from "../platform/memory/free-memory.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { openS3VersionRemoval } from "../platform/s3-store/open-s3-store.ts";
import { decodeFrames } from "../platform/zstd/decode-frames.ts";
import type { Config } from "./config/read-config.ts";
import type { openRuns } from "./open-runs.ts";

interface WorkParts {
  readonly log: Logger;
  readonly db: Db;
  readonly store: ObjectStore;
  readonly queues: Queues;
  readonly runs: Awaited<ReturnType<typeof openRuns>>;
  readonly metrics: Metrics;
  readonly stops: AsyncDisposableStack;
}

const SWEEP_SECONDS = 600;
const AUDIT_SWEEP_SECONDS = 86_400;
/** Until then an entry could be changed unseen, by the database's owner alone. */
const SEAL_SECONDS = 15;
const AUDIT_HEAD_SECONDS = 86_400;

/** A frame holds one piece, so that no valid one needs more memory. */
const decode: RebuildDeps["decode"] = (source, options) =>
  decodeFrames(source, { ...options, maxWindow: FRAME_BYTES });

/** Whoever rewrites the database's log would have to rewrite this one, wherever it is kept. */
async function logHead(db: Db, log: Logger): Promise<void> {
  const head = await auditHead(db);
  if (head !== undefined) log.info({ head: headText(head) }, "the head of the audit log");
}

/** Starts the background work of every area; `stops` ends what needs an end. */
export async function startWork(config: Config, parts: WorkParts): Promise<void> {
  const { db, store, queues, runs, metrics, stops } = parts;
  // A rebuild's buffers come and go.
  keepFreedMemory();
  const { buckets, archiveStorageClass: storageClass, uploadSlots: slots, quotas } = config;
  await workUploads({
    db,
    store,
    buckets,
    queues,
    clock: systemClock,
    decode,
    slots,
    quotas,
    offices: config.offices,
    keptDays: config.keepReplacedDays,
    companions: config.web.companions,
    onVerified: (bytes) => metrics.rebuiltBytes.inc(bytes),
  });
  const reading = { db, store, buckets, queues, clock: systemClock, now: monotonicClock };
  await workScrub({ ...reading, ...config.scrub });
  await workVerifications(reading);
  await workArchives({ db, store, buckets, storageClass, queues });
  await workCold({ db, store, buckets, queues, ...config.cold });
  await workPreparedClouds({
    ...runs.deps,
    queues,
    copyBucket: buckets.processing,
    days: config.preparedDays,
  });
  const { supportBucket, store: storeOptions } = config;
  const versions = storeOptions.kind === "s3" ? openS3VersionRemoval(storeOptions) : undefined;
  const storeKind = storeOptions.kind;
  await workRetention({ db, store, buckets, queues, supportBucket, storeKind, versions });
  if (config.provider === undefined) await workDemonstration(queues, db);
  await workNews({
    db,
    queues,
    publicUrl: config.publicUrl,
    product: config.web.productName,
    mail: config.mail,
    push: config.push,
    onProblem: (problem, way) => parts.log.warn({ err: problem, way }, "news was not delivered"),
    onSent: (way, outcome) => metrics.notices.inc({ way, outcome }),
  });
  const working = await workProcessings({
    ...runs.deps,
    queues,
    attemptDays: config.attemptDays,
    logDays: config.logDays,
  });
  stops.defer(() => working.stop());
  await queues.every("audit-retention", AUDIT_SWEEP_SECONDS, () =>
    sweepAudit(db, config.auditDays),
  );
  await queues.every("audit-seals", SEAL_SECONDS, async () => void (await sealAudit(db)));
  await queues.every("audit-head", AUDIT_HEAD_SECONDS, () => logHead(db, parts.log));
  await queues.every("sessions", SWEEP_SECONDS, () => sweepSessions(db, systemClock));
}
