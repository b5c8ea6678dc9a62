import type { Settings } from "@swath/contract/settings";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { monotonicClock, systemClock } from "../platform/clock/clock.ts";
import type { Health } from "../platform/health/health.ts";
import type { Metrics } from "../platform/metrics/metrics.ts";
import type { openIdentity } from "../platform/open-identity.ts";
import type { OpenObjectStore } from "../platform/open-store.ts";
import type { Db } from "../platform/postgres/schema.ts";
import type { Queues } from "../platform/queues/queues.ts";
import type { ObjectLooker } from "../explorer/inventory/store-events.ts";
import type { ReceiptKeys } from "../uploads/receipt/receipt-keys.ts";
import type { Config } from "./config/read-config.ts";
import type { openRuns } from "./open-runs.ts";
import { serveOn } from "../platform/http/serve-endpoints.ts";
import { serveArchive } from "../archive/archive.routes.ts";
import { serveCatalogue } from "../catalogue/catalogue.routes.ts";
import { serveCalibrations } from "../calibration/calibration.routes.ts";
import { serveCold } from "../archive/cold/cold.routes.ts";
import { serveDemonstration } from "../demonstration/demonstration.routes.ts";
import { serveDownloads } from "../downloads/downloads.routes.ts";
import { servePreparedClouds } from "../explorer/prepared/prepared.routes.ts";
import { serveExplorer } from "../explorer/explorer.routes.ts";
import { allowBuckets, checkVisible } from "../explorer/visible-buckets.ts";
import { serveFind } from "../find/find.routes.ts";
import { serveFlights } from "../flights/flights.routes.ts";
import { serveHistory } from "../history/history.routes.ts";
import { serveInstructions } from "../instruction/instruction.routes.ts";
import { serveNews } from "../news/news.routes.ts";
import { serveOverview } from "../overview/overview.routes.ts";
import { serveOperations } from "../operations/operations.routes.ts";
import { serveProcessings } from "../processing/processing.routes.ts";
import { serveVerifications } from "../scrub/verification.routes.ts";
import { serveSettings } from "../settings/settings.routes.ts";
import { createJira } from "../support/jira.ts";
import { serveSessions } from "../sessions/sessions.routes.ts";
import { serveSupport } from "../support/support.routes.ts";
import { type RetentionDeps, serveRetention } from "../retention/retention.routes.ts";
import { serveReceipts } from "../uploads/receipt/receipts.routes.ts";
import { serveUploads } from "../uploads/uploads.routes.ts";
import { serveViews } from "../views/views.routes.ts";
import { shownSetting } from "./config/settings.ts";
import { storageLimitOf } from "./storage-limit.ts";

export interface HttpParts {
  readonly config: Config;
  readonly log: Logger;
  readonly db: Db;
  /** A second pool, for the embedded identity provider. */
  readonly providerDb: Db;
  /** A third, of which connections wait while the provider renews tokens. */
  readonly renewals: Db;
  readonly store: OpenObjectStore;
  readonly queues: Queues;
  readonly runs: Awaited<ReturnType<typeof openRuns>>;
  /** `denied`: of denied access tokens. */
  readonly versions: Readonly<
    Record<"flights" | "processings" | "news" | "failures" | "settings" | "denied", Version>
  >;
  readonly health: Health;
  readonly metrics: Metrics;
  readonly looker: ObjectLooker;
}

/** Answers another number whenever something may have changed; undefined while that is unknown. */
export type Version = () => number | undefined;

function configuredSettings({ config, store }: HttpParts): Omit<Settings, "LMSCurrentVersion"> {
  return {
    wireChecksum: store.wireAlgorithm,
    concurrentUploads: config.concurrentUploads,
    compression: config.compression,
    minPieceBytes: store.minPieceBytes,
    minCopiedBytes: store.minCopiedBytes,
    ...(config.storeOrigin === undefined ? {} : { storeOrigin: config.storeOrigin }),
    storeAddresses: config.storeAddresses,
    requireReason: config.requireReason,
    ...(config.tracing === undefined ? {} : { traces: true as const }),
  };
}

export type OpenedIdentity = Awaited<ReturnType<typeof openIdentity>>;

interface Opened {
  readonly identity: OpenedIdentity;
  readonly receiptKeys: ReceiptKeys;
}

const retentionDeps = (
  { db, store, config }: HttpParts,
  { identity, receiptKeys }: Opened,
): RetentionDeps => ({
  db,
  store,
  buckets: config.buckets,
  supportBucket: config.supportBucket,
  retentionYears: config.retentionYears,
  signer: receiptKeys,
  endSessions: (subject, { identity: actor, from }) =>
    identity.sessions.end({ subject }, { by: "administrator", actor, from }),
});

/** Serves the calls of every area. */
export function serveModules(app: FastifyInstance, parts: HttpParts, opened: Opened): void {
  const { identity, receiptKeys } = opened;
  const { config, db, store, queues, versions } = parts;
  const serve = serveOn(app, {
    authenticate: identity.authenticate,
    sessionOf: identity.sessionOf,
    checkRecentSignIn: identity.checkRecentSignIn,
    versions,
    callsOfPerson: config.callsPerMinute.person,
  });
  serveFind(serve, { db });
  const isDemonstration = config.provider === undefined;
  serveDemonstration(serve, { db, store, clock: systemClock, isDemonstration });
  serveFlights(serve, {
    db,
    oldBuckets: config.oldBuckets,
    version: versions.flights,
  });
  serveSettings(serve, { db, configured: configuredSettings(parts) });
  serveViews(serve, db);
  serveNews(serve, { db, mailMinutes: config.mail?.minutes, push: config.push });
  serveOverview(serve, { db, clock: systemClock, now: monotonicClock });
  serveCatalogue(serve, { db });
  serveCalibrations(serve, { db });
  serveInstructions(serve, { db, store, bucket: config.buckets.processing });
  serveProcessings(serve, {
    ...parts.runs.deps,
    store,
    requireReason: config.requireReason,
    version: versions.processings,
    failuresVersion: versions.failures,
  });
  serveHistory(serve, { db });
  serveSessions(serve, identity);
  const allowed = allowBuckets(config.buckets, config.explorerBuckets);
  const explorer = { db, store, allowed, clock: systemClock };
  serveExplorer(serve, explorer);
  servePreparedClouds(serve, { ...explorer, copyBucket: config.buckets.processing });
  const stored = { db, store, buckets: config.buckets };
  serveDownloads(serve, {
    ...stored,
    clock: systemClock,
    publicUrl: config.publicUrl,
    origins: config.connect,
  });
  serveArchive(serve, {
    ...stored,
    queues,
    checkVisible: (roles, bucket) => checkVisible(allowed, roles, bucket),
  });
  serveCold(serve, { ...stored, queues, ...config.cold });
  serveSupport(serve, {
    db,
    store,
    bucket: config.supportBucket,
    jira: config.jira && createJira(config.jira),
    onJiraProblem: (problem) => parts.log.error({ problem }, "Jira did not take an issue"),
  });
  serveUploads(serve, {
    ...stored,
    queues,
    slots: config.uploadSlots,
    quotas: config.quotas,
    offices: config.offices,
    keptDays: config.keepReplacedDays,
    storage: storageLimitOf(config),
  });
  serveReceipts(serve, { ...stored, clock: systemClock, keys: receiptKeys });
  serveVerifications(serve, { db, queues });
  serveRetention(serve, retentionDeps(parts, opened));
  serveOperations(serve, {
    db,
    storage: storageLimitOf(config),
    health: parts.health,
    settings: config.settings.map(shownSetting),
    unknownSettings: config.unknownSettings.map(({ name, meant = null }) => ({ name, meant })),
  });
}
