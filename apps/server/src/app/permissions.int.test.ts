import { errorBodySchema, type ErrorCode } from "@swath/contract/errors";
import { type Role, ROLES } from "@swath/contract/identity";
import { pathOf, type Endpoint } from "@swath/contract/endpoint";
import { type EndpointName, endpoints } from "@swath/contract/endpoints";
import { generateKeyPair, importJWK, SignJWT } from "jose";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { providerKeys } from "../platform/embedded-identity/keys.ts";
import type { Config } from "./config/read-config.ts";
import { openServed } from "./testing/open-served.ts";

/** Who signs in with which roles. */
const PERSONAS = {
  crew: ["base"],
  guest: ["base", "guest"],
  processing: ["base", "processingOnly"],
  operator: ["base", "resubmit"],
  leader: ["base", "leader", "resubmit"],
  admin: ["base", "admin", "resubmit"],
  service: ["base", "service"],
  guestLeader: ["base", "guest", "leader"],
  nogroup: [],
  leaderWithoutBase: ["leader", "admin", "resubmit", "service"],
} as const satisfies Record<string, readonly Role[]>;
type Persona = keyof typeof PERSONAS;

const READERS = ["crew", "guest", "operator", "leader", "admin", "service", "guestLeader"] as const;
const EVERYONE = [...READERS, "processing"] as const;
const SENDERS = ["crew", "operator", "leader", "admin", "service"] as const;

const CHANGERS = [...SENDERS, "processing"] as const;
const RESUBMITTERS = ["operator", "leader", "admin"] as const;

/** Who may make each call; a call without a row does not compile. */
const ALLOWED: Readonly<Record<EndpointName, readonly Persona[]>> = {
  listFlights: READERS,
  readFlight: READERS,
  readFlightProgress: READERS,
  readFlightMap: READERS,
  moveUpload: SENDERS,
  readUpload: READERS,
  authoriseUpload: SENDERS,
  readProgress: READERS,
  checkProgress: SENDERS,
  readSentContent: SENDERS,
  heartbeat: SENDERS,
  queuePlace: SENDERS,
  readUploadQuotas: SENDERS,
  listStoredFiles: READERS,
  makeReceipt: READERS,
  readVerification: READERS,
  verifyStored: SENDERS,
  cancelVerification: SENDERS,
  listReplacements: READERS,
  listReplacedFiles: READERS,
  bringBack: SENDERS,
  listAircraft: EVERYONE,
  listSensorEquipment: EVERYONE,
  listUnique: EVERYONE,
  readSettings: EVERYONE,
  readSystemFaults: EVERYONE,
  readSystemState: ["admin"],
  readIdentity: EVERYONE,
  listSessions: EVERYONE,
  endSession: EVERYONE,
  endOtherSessions: EVERYONE,
  listEverybodysSessions: ["admin"],
  endAnySession: ["admin"],
  endSessionsOfPerson: ["admin"],
  readLMSVersion: ["admin"],
  changeLMSVersion: ["admin"],
  listHolds: ["admin"],
  holdProject: ["admin"],
  liftHold: ["admin"],
  listDue: ["admin"],
  keepProject: ["admin"],
  previewDeletion: ["admin"],
  orderDeletion: ["admin"],
  listDeletions: ["admin"],
  listCertificates: ["admin"],
  readCertificate: ["admin"],
  removePerson: ["admin"],
  importCatalogue: ["admin", "service"],
  readHistory: ["operator", "leader", "admin"],
  listBuckets: READERS,
  listObjects: EVERYONE,
  searchObjects: EVERYONE,
  downloadObject: CHANGERS,
  downloadZip: CHANGERS,
  listClouds: CHANGERS,
  listCloudAttempts: CHANGERS,
  listFlightLayers: CHANGERS,
  listAttemptLayers: CHANGERS,
  openQuickLook: CHANGERS,
  openClouds: CHANGERS,
  readPreparation: CHANGERS,
  prepareCloud: CHANGERS,
  cancelPreparation: CHANGERS,
  listFindings: CHANGERS,
  markFinding: CHANGERS,
  answerFinding: CHANGERS,
  readFindingPicture: CHANGERS,
  exportFindings: CHANGERS,
  reportFindings: CHANGERS,
  packageFindings: CHANGERS,
  listProfiles: CHANGERS,
  saveProfile: CHANGERS,
  deleteProfile: CHANGERS,
  readProfilePicture: CHANGERS,
  find: EVERYONE,
  makeSampleFolder: SENDERS,
  authoriseDownload: CHANGERS,
  listViews: EVERYONE,
  createView: CHANGERS,
  changeView: CHANGERS,
  deleteView: CHANGERS,
  listFollows: CHANGERS,
  followFlight: CHANGERS,
  unfollowFlight: CHANGERS,
  listNews: CHANGERS,
  markNewsRead: CHANGERS,
  readOverview: EVERYONE,
  readNewsSettings: CHANGERS,
  setNewsMail: CHANGERS,
  subscribePush: CHANGERS,
  unsubscribePush: CHANGERS,
  archiveFlight: ["leader", "admin"],
  readCold: READERS,
  moveToCold: ["leader", "admin"],
  restoreFromCold: ["leader", "admin"],
  validateArchive: EVERYONE,
  fileIssue: EVERYONE,
  readFlightRuns: EVERYONE,
  orderJob: ["operator", "leader", "admin"],
  readPreflight: CHANGERS,
  listAttempts: EVERYONE,
  listAttemptTasks: EVERYONE,
  listOpenTasks: EVERYONE,
  readTaskLog: EVERYONE,
  listAttemptFiles: EVERYONE,
  readAttemptFile: EVERYONE,
  downloadAttemptFile: CHANGERS,
  compareAttempts: EVERYONE,
  restoreAttempt: ["operator", "leader", "admin"],
  readCapacity: EVERYONE,
  listProcessings: EVERYONE,
  readProcessing: EVERYONE,
  readTimeline: CHANGERS,
  readResubmitImpact: CHANGERS,
  listTerrainMapperProcessings: READERS,
  listFailureGroups: CHANGERS,
  countFailures: CHANGERS,
  listGroupFailures: CHANGERS,
  listFailureTargets: CHANGERS,
  changeProcessing: CHANGERS,
  updateProcessing: CHANGERS,
  actOnFirstJob: CHANGERS,
  resubmitStage: RESUBMITTERS,
  submitLMS: CHANGERS,
  cancelLMS: CHANGERS,
  reprocessManualGPS: CHANGERS,
  submitFirstStage: CHANGERS,
  putFirstStage: CHANGERS,
  listSensorLogs: CHANGERS,
  listGPSFiles: CHANGERS,
  listRangeFiles: CHANGERS,
  submitCustom: CHANGERS,
  listTemplates: CHANGERS,
  readFlightLines: EVERYONE,
  listKmz: EVERYONE,
  listKmzAddresses: CHANGERS,
  readReflight: EVERYONE,
  readCustomPreflight: CHANGERS,
  previewBulk: CHANGERS,
  actInBulk: CHANGERS,
  completeQA: CHANGERS,
  completeQAWithErrors: CHANGERS,
  undoQA: CHANGERS,
  markIgnored: CHANGERS,
  markManuallyProcessed: CHANGERS,
  markSuperseded: CHANGERS,
  markCompleted: CHANGERS,
  resubmitJob: RESUBMITTERS,
  cancelJob: CHANGERS,
  listCalibrations: CHANGERS,
  listInstructions: CHANGERS,
  listProducts: CHANGERS,
  listInstructionProjects: CHANGERS,
  readInstruction: CHANGERS,
  createInstruction: CHANGERS,
  updateInstruction: CHANGERS,
  uploadControlFile: CHANGERS,
  readCalibration: CHANGERS,
  createCalibration: CHANGERS,
  updateCalibration: CHANGERS,
  listMatchingFlights: CHANGERS,
  downloadInstrumentFiles: CHANGERS,
  compareInstrumentFiles: CHANGERS,
  createImageryCalibration: CHANGERS,
  updateImageryCalibration: CHANGERS,
  listImageryCalibrations: CHANGERS,
  readImageryCalibration: CHANGERS,
};

const CALLS = Object.entries(endpoints) as [EndpointName, Endpoint][];
const PARAMS = {
  flightId: "FL000001",
  uploadId: "0".repeat(24),
  fingerprint: "a-browser",
  collection: "projects",
  field: "ProjectID",
  viewId: "0".repeat(24),
  findingId: "0".repeat(24),
  profileId: "0".repeat(24),
  sessionId: "00000000-0000-4000-8000-000000000000",
  subject: "nobody",
  holdId: "1",
  certificateId: "1",
  processingId: "0".repeat(24),
  job: "GPS",
  attempt: "1",
  replacement: "1",
  calibrationId: "0".repeat(24),
  instructionId: "0".repeat(24),
  name: "qa",
  key: "0".repeat(24),
  kind: "plan",
  projectId: "PRJ00001",
};

let dataFolder: string;
let config: Config;
let app: FastifyInstance;
let close = async (): Promise<void> => undefined;
/** A key that is not the provider's. */
let foreignKey: CryptoKey;

beforeAll(async () => {
  ({ privateKey: foreignKey } = await generateKeyPair("RS256"));
  ({ app, config, dataFolder, close } = await openServed());
});
afterAll(() => close());

async function bearer(
  roles: readonly Role[],
  change: (token: SignJWT) => SignJWT = (token) => token,
  key?: CryptoKey,
): Promise<string> {
  const { signing } = await providerKeys(dataFolder);
  const groups = roles.flatMap((role) => config.groups[role]);
  const token = new SignJWT({
    groups,
    name: "Test Person",
    auth_time: Math.floor(Date.now() / 1000),
  })
    .setProtectedHeader({ alg: "RS256", typ: "at+jwt", kid: signing["kid"] ?? "" })
    .setSubject("test")
    .setIssuer(new URL("/idp", config.publicUrl).href)
    .setAudience("api://swath")
    .setExpirationTime("5 minutes");
  return `Bearer ${await change(token).sign(key ?? (await importJWK(signing, "RS256")))}`;
}

/** The error code of a call made with an `authorization` header, for each service that serves it. */
async function codesOf(endpoint: Endpoint, authorization: string | undefined): Promise<string[]> {
  const replies = endpoint.services.map(async (service) => {
    const reply = await app.inject({
      method: endpoint.method,
      url: `/api/${service}${pathOf(endpoint.path, PARAMS)}`,
      ...(authorization === undefined ? {} : { headers: { authorization } }),
    });
    return reply.statusCode < 300 ? "" : errorBodySchema.parse(reply.json()).code;
  });
  return Promise.all(replies);
}

/** Codes of a call that was let in, and then found wanting: there is no such flight, no body. */
const ADMITTED = new Set<string>([
  "",
  "INVALID_REQUEST",
  "FLIGHT_NOT_FOUND",
  "UPLOAD_NOT_FOUND",
  "CERTIFICATE_NOT_FOUND",
  "VIEW_NOT_FOUND",
  "FINDING_NOT_FOUND",
  "PROFILE_NOT_FOUND",
  "SESSION_NOT_FOUND",
  "PROCESSING_NOT_FOUND",
  "CALIBRATION_NOT_FOUND",
  "INSTRUCTION_NOT_FOUND",
  "UNSUPPORTED_MEDIA_TYPE",
] satisfies (ErrorCode | "")[]);

describe.each(CALLS)("%s", (name, endpoint) => {
  test.each(Object.keys(PERSONAS) as Persona[])("as %s", async (persona) => {
    const codes = await codesOf(endpoint, await bearer(PERSONAS[persona]));
    for (const code of codes)
      if (ALLOWED[name].includes(persona)) expect(ADMITTED).toContain(code);
      else expect(code).toBe("INSUFFICIENT_PRIVILEGES");
  });

  test("without a valid token", async () => {
    const everything = [...ROLES];
    const bad = {
      nobody: undefined,
      nonsense: "Bearer nonsense",
      basic: "Basic YWRtaW46YWRtaW4=",
      expired: await bearer(everything, (token) => token.setExpirationTime("1 minute ago")),
      "another audience": await bearer(everything, (token) => token.setAudience("api://other")),
      "another issuer": await bearer(everything, (token) => token.setIssuer("https://evil.test")),
      forged: await bearer(everything, (token) => token, foreignKey),
    };
    for (const [how, header] of Object.entries(bad)) {
      const code = how === "expired" ? "TOKEN_EXPIRED" : "UNAUTHENTICATED";
      expect([how, new Set(await codesOf(endpoint, header))]).toEqual([how, new Set([code])]);
    }
  });
});

/** What the server answers besides the calls of the contract: none of it asks for a bearer. */
const WITHOUT_BEARER = [
  /^\/(healthz|readyz|metrics|config\.json)$/,
  /^\/\.well-known\/swath-receipt-keys\.json$/,
  /^\/auth\/(login|callback|expired|logout)$/,
  /^\/api\/main\/renew$/,
  /^\/api\/docs\b/,
  /^\/idp\b/,
  /^\/store\/:bucket$/,
  /^\/downloads\/zip$/,
  /^\/?\*$/,
  /^\/(index\.html)?$/,
];

/** The paths of Fastify's drawing of its endpoints, a tree of four columns for each level. */
function servedPaths(drawing: string): string[] {
  const above: string[] = [];
  return drawing.split("\n").flatMap((line) => {
    const [, branches = "", segment = "", methods] =
      /^([^/*\w]*)(\S*)(?: \((.*)\))?/.exec(line) ?? [];
    const level = branches.length / 4;
    const path = (above[level - 1] ?? "") + segment;
    above[level] = path;
    return methods === undefined ? [] : [path];
  });
}

test("nothing is served besides the calls above, sign-in, the store's forms, pages and operations", () => {
  const declared = new Set(
    CALLS.flatMap(([, { services, path }]) => services.map((service) => `/api/${service}${path}`)),
  );
  const served = servedPaths(app.printRoutes({ commonPrefix: false }));
  expect(served.length).toBeGreaterThan(declared.size);
  const strange = served.filter(
    (path) => !declared.has(path) && !WITHOUT_BEARER.some((known) => known.test(path)),
  );
  expect(strange).toEqual([]);
  expect([...declared].filter((path) => !served.includes(path))).toEqual([]);
});
