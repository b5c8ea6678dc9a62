import { type Settings, webConfigSchema } from "@swath/contract/settings";
import { RECEIPT_KEYS_PATH } from "@swath/contract/uploads";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { createEventTally, TALLY_MS, type EventTally } from "../platform/audit/event-tally.ts";
import { monotonicClock, systemClock } from "../platform/clock/clock.ts";
import { buildHttp } from "../platform/http/build-http.ts";
import { CONNECTION_LIMITS } from "../platform/connections/guard-connections.ts";
import { recordFailedSignIn, recordRefusal, type Refusal } from "../platform/http/refusals.ts";
import { serveSecurityTxt } from "../platform/http/security-txt.ts";
import { serveOn } from "../platform/http/serve-endpoints.ts";
import { properAddress } from "../platform/http/web-pages.ts";
import { openIdentity } from "../platform/open-identity.ts";
import type { OpenObjectStore } from "../platform/open-store.ts";
import type { Queues } from "../platform/queues/queues.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { serveArchive } from "../archive/archive.routes.ts";
import { serveCatalogue } from "../catalogue/catalogue.routes.ts";
import { serveCalibrations } from "../calibration/calibration.routes.ts";
import { serveDemonstration } from "../demonstration/demonstration.routes.ts";
import { serveDownloads } from "../downloads/downloads.routes.ts";
import { serveExplorer } from "../explorer/explorer.routes.ts";
import { zipRoute } from "../platform/zip/zip-route.ts";
import type { ObjectLooker } from "../explorer/inventory/store-events.ts";
import { serveStoreEvents } from "../explorer/inventory/store-events.routes.ts";
import { allowBuckets, checkVisible } from "../explorer/visible-buckets.ts";
import { serveFind } from "../find/find.routes.ts";
import { serveFlights } from "../flights/flights.routes.ts";
import { serveHistory } from "../history/history.routes.ts";
import { serveInstructions } from "../instruction/instruction.routes.ts";
import { serveNews } from "../news/news.routes.ts";
import { serveOverview } from "../overview/overview.routes.ts";
import { serveOperations } from "../operations/operations.routes.ts";
import type { Health } from "../platform/health/health.ts";
import type { Metrics } from "../platform/metrics/metrics.ts";
import { serveProcessings } from "../processing/processing.routes.ts";
import { damageNoter } from "../scrub/keep-damage.ts";
import { serveVerifications } from "../scrub/verification.routes.ts";
import { serveSettings } from "../settings/settings.routes.ts";
import { createJira } from "../support/jira.ts";
import { serveSessions } from "../sessions/sessions.routes.ts";
import { serveSupport } from "../support/support.routes.ts";
import { admitsPost, uploadOf } from "../uploads/landing/post-admission.ts";
import { openReceiptKeys, type ReceiptKeys } from "../uploads/receipt/receipt-keys.ts";
import { type RetentionDeps, serveRetention } from "../retention/retention.routes.ts";
import { serveReceipts } from "../uploads/receipt/receipts.routes.ts";
import { serveUploads } from "../uploads/uploads.routes.ts";
import { serveViews } from "../views/views.routes.ts";
import type { Config } from "./config/read-config.ts";
import { shownSetting } from "./config/settings.ts";
import { listen } from "./listen.ts";
import { explainKeys, sessionKeysOf } from "./open-installation.ts";
import type { openRuns } from "./open-runs.ts";

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
  };
}

type OpenedIdentity = Awaited<ReturnType<typeof openIdentity>>;

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
  retentionYears: config.retentionYears,
  signer: receiptKeys,
  endSessions: (subject, { identity: actor, from }) =>
    identity.sessions.end({ subject }, { by: "administrator", actor, from }),
});

function serveModules(app: FastifyInstance, parts: HttpParts, opened: Opened): void {
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
  serveExplorer(serve, { db, store, allowed, clock: systemClock });
  serveDownloads(serve, {
    db,
    store,
    buckets: config.buckets,
    clock: systemClock,
    publicUrl: config.publicUrl,
    origins: config.connect,
  });
  serveArchive(serve, {
    db,
    store,
    queues,
    buckets: config.buckets,
    checkVisible: (roles, bucket) => checkVisible(allowed, roles, bucket),
  });
  serveSupport(serve, {
    db,
    store,
    bucket: config.supportBucket,
    jira: config.jira && createJira(config.jira),
    onJiraProblem: (problem) => parts.log.error({ problem }, "Jira did not take an issue"),
  });
  const stored = { db, store, buckets: config.buckets };
  serveUploads(serve, {
    ...stored,
    queues,
    slots: config.uploadSlots,
    quotas: config.quotas,
    offices: config.offices,
    keptDays: config.keepReplacedDays,
  });
  serveReceipts(serve, { ...stored, clock: systemClock, keys: receiptKeys });
  serveVerifications(serve, { db, queues });
  serveRetention(serve, retentionDeps(parts, opened));
  serveOperations(serve, {
    db,
    health: parts.health,
    settings: config.settings.map(shownSetting),
    unknownSettings: config.unknownSettings.map(({ name, meant = null }) => ({ name, meant })),
  });
}

/** Public keys: who has a receipt and no account can check it too. */
function serveReceiptKeys(app: FastifyInstance, { published }: ReceiptKeys): void {
  app.get(RECEIPT_KEYS_PATH, { schema: { hide: true } }, async (_request, reply) => {
    void reply.header("cache-control", "no-cache");
    return published();
  });
}

function serveWebConfig(
  app: FastifyInstance,
  { web }: Config,
  { deviceSignIn }: Pick<OpenedIdentity, "deviceSignIn">,
): void {
  const schema = { hide: true, response: { 200: webConfigSchema } };
  app.get("/config.json", { schema }, async (_request, reply) => {
    void reply.header("cache-control", "no-cache");
    return { ...web, ...(deviceSignIn && { deviceSignIn }) };
  });
}

const hostnameOf = (address: string): string => new URL(address).hostname;

function ownUrl(app: FastifyInstance): URL {
  const [address] = app.addresses();
  if (address === undefined || typeof address === "string")
    throw new Error("the server does not listen yet");
  const anywhere = address.address === "0.0.0.0" || address.address === "::";
  const name = anywhere ? "127.0.0.1" : address.address;
  return new URL(`http://${name.includes(":") ? `[${name}]` : name}:${address.port}`);
}

/** The tally of refusals: settled every minute, and once more when the server closes. */
function tallyEvents({ db, log }: HttpParts) {
  const tally = createEventTally(db, (error) =>
    log.error({ err: error }, "an event was not recorded"),
  );
  const timer = setInterval(() => void tally.settle(), TALLY_MS);
  const stop = async (): Promise<void> => {
    clearInterval(timer);
    await tally.settle();
  };
  return { tally, stop };
}

function noteRefusal(log: Logger, tally: EventTally, refusal: Refusal): void {
  const { identity, from, ...facts } = refusal;
  log.warn({ ...facts, ...from, subject: identity?.subject }, "refused");
  recordRefusal(tally, refusal);
}

/** Serves pages, API, sign-in and (for the file store) the store; it listens when this returns. */
export async function serveHttp(parts: HttpParts): Promise<FastifyInstance> {
  const { config, log, db, store } = parts;
  const { tally, stop } = tallyEvents(parts);
  const app = await buildHttp({
    log,
    release: config.release,
    publicUrl: config.publicUrl,
    webFolder: config.webFolder,
    connect: [...config.connect, ...config.serviceOrigins],
    images: config.tileOrigins,
    health: parts.health,
    metrics: parts.metrics,
    remarks: { sandbox: parts.runs.sandbox },
    hosts: [...config.hosts, config.host, ...config.storeAddresses.map(hostnameOf)],
    operators: config.operators,
    trustProxy: config.trustProxy,
    webOrigins: config.webOrigins,
    storeAddresses: config.storeAddresses,
    callsPerMinute: config.callsPerMinute.address,
    connectionLimits: {
      ...CONNECTION_LIMITS,
      connections: config.connections.all,
      ofAddress: config.connections.address,
    },
    onRefusal: (refusal) => noteRefusal(log, tally, refusal),
  });
  app.addHook("onClose", stop);
  const identity = await openIdentity(app, {
    publicUrl: config.publicUrl,
    ownUrl: () => ownUrl(app),
    dataFolder: config.dataFolder,
    sessionKeys: await sessionKeysOf(config, db),
    sessionDays: config.sessionDays,
    groups: config.groups,
    provider: config.provider,
    db: db,
    providerDb: parts.providerDb,
    renewals: parts.renewals,
    clock: systemClock,
    deniedVersion: parts.versions.denied,
    properAddress: (request) => properAddress(request, config.publicUrl),
    onFailedSignIn: (problem, from) => recordFailedSignIn(tally, problem, from),
  });
  serveWebConfig(app, config, identity);
  const { securityContact: contact, publicUrl } = config;
  serveSecurityTxt(app, { contact, publicUrl, clock: systemClock });
  const onDamaged = damageNoter({ log, db, store, buckets: config.buckets });
  if (store.browserRoutes !== undefined)
    await app.register(
      store.browserRoutes({
        admits: (place) => admitsPost(db, config.buckets, place),
        countsFor: uploadOf,
        onDamaged,
        onReceived: (bytes) => parts.metrics.receivedBytes.inc(bytes),
      }),
    );
  serveStoreEvents(app, { token: config.storeEventsToken, looker: parts.looker });
  await app.register(zipRoute({ db, store, clock: systemClock, onDamaged }));
  const receiptKeys = await openReceiptKeys(config.dataFolder, db).catch(explainKeys);
  serveReceiptKeys(app, receiptKeys);
  serveModules(app, parts, { identity, receiptKeys });
  await listen(app, { ...config, setting: "PORT" });
  return app;
}
