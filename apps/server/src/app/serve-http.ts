import { webConfigSchema } from "@swath/contract/settings";
import { RECEIPT_KEYS_PATH } from "@swath/contract/uploads";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { createEventTally, TALLY_MS, type EventTally } from "../platform/audit/event-tally.ts";
import { systemClock } from "../platform/clock/clock.ts";
import { buildHttp } from "../platform/http/build-http.ts";
import { CONNECTION_LIMITS } from "../platform/connections/guard-connections.ts";
import { recordFailedSignIn, recordRefusal, type Refusal } from "../platform/http/refusals.ts";
import { serveSecurityTxt } from "../platform/http/security-txt.ts";
import { properAddress } from "../platform/http/web-pages.ts";
import { openIdentity } from "../platform/open-identity.ts";
import { zipRoute } from "../platform/zip/zip-route.ts";
import { serveStoreEvents } from "../explorer/inventory/store-events.routes.ts";
import { damageNoter } from "../scrub/keep-damage.ts";
import { admitsPost, uploadOf } from "../uploads/landing/landing-place.ts";
import { openReceiptKeys, type ReceiptKeys } from "../uploads/receipt/receipt-keys.ts";
import type { Config } from "./config/read-config.ts";
import { keepCertificates } from "./keep-certificates.ts";
import { listen } from "./listen.ts";
import { explainKeys, sessionKeysOf } from "./open-installation.ts";
import { type HttpParts, type OpenedIdentity, serveModules } from "./serve-modules.ts";

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
  const { supportBucket } = config;
  const stopKeeping = keepCertificates({ db, store, supportBucket, signer: receiptKeys }, log);
  app.addHook("onClose", stopKeeping);
  serveModules(app, parts, { identity, receiptKeys });
  await listen(app, { ...config, setting: "PORT" });
  return app;
}
