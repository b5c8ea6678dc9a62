import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ROLES } from "@swath/contract/identity";
import { BUCKET_ROLES } from "@swath/contract/uploads";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { PUSH_SERVICES } from "../../news/push/push-account.ts";
import { readConfig } from "./read-config.ts";
import { StartProblem } from "../start-problem.ts";

const problem = (environment: Record<string, string>): string => {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof StartProblem) return error.message;
    throw error;
  }
  return "none";
};

/** `terrainMapperLidar` as `TERRAIN_MAPPER_LIDAR`. */
const shout = (name: string): string => name.replaceAll(/[A-Z]/g, "_$&").toUpperCase();
const dashed = (name: string): string => shout(name).toLowerCase().replaceAll("_", "-");

test.each(["4,2", "v4"])("the LMS version %j is none", (SWATH_LMS_VERSION) => {
  expect(problem({ SWATH_LMS_VERSION })).toContain("must be numbers between dots");
});

test("an empty environment is the demonstration, on this machine only", () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    port: 4680,
    host: "localhost",
    databaseUrl: undefined,
    provider: undefined,
    uploadSlots: 8,
    quotas: { slots: 4, uploads: 100, bytes: 100e12 },
    callsPerMinute: { address: 60_000, person: 6_000 },
    connections: { all: expect.any(Number) as number, address: 2_000 },
    operators: { token: undefined, ownMachine: true },
    concurrentUploads: 4,
    scrub: { everyDays: 30, bytesPerSecond: 20_000_000 },
    compression: "adaptive",
    store: { kind: "file" },
    buckets: { uploads: "swath-uploads", terrainMapperLidar: "swath-terrain-mapper-lidar" },
    groups: { base: ["swath-base"], processingOnly: ["swath-processing-only"] },
  });
  expect(config.publicUrl.href).toBe("http://localhost:4680/");
  expect(config.dataFolder).toBe(resolve("data"));
  expect(config.web.environment).toBe("demonstration");
});

test("groups, buckets and a real provider come from the environment", () => {
  const config = readConfig({
    NODE_ENV: "production",
    OIDC_ISSUER: "https://login.example/tenant/v2.0",
    OIDC_CLIENT_ID: "client",
    SWATH_GROUP_RESUBMIT: "one, two",
    SWATH_BUCKET_AI: "company-ai",
    SWATH_BUCKET_ARCHIVE: "company-archive",
    SWATH_ARCHIVE_STORAGE_CLASS: "DEEP_ARCHIVE",
    SWATH_PUBLIC_URL: "https://swath.example",
    DATABASE_URL: "",
  });
  expect(config.provider).toMatchObject({ clientId: "client", audience: "client" });
  expect(config.groups.resubmit).toEqual(["one", "two"]);
  expect(config.buckets).toMatchObject({ ai: "company-ai", archive: "company-archive" });
  expect(config.archiveStorageClass).toBe("DEEP_ARCHIVE");
  expect(config.host).toBe("0.0.0.0");
});

test("the company's patterns of companion files reach the pages, and none that takes flight data", () => {
  expect(readConfig({}).web.companions).toEqual([]);
  const { web } = readConfig({ SWATH_COMPANIONS: "*.tmp, .sync*" });
  expect(web.companions).toEqual(["*.tmp", ".sync*"]);
  expect(problem({ SWATH_COMPANIONS: "*.tmp,*.range" })).toContain(
    'SWATH_COMPANIONS hold "*.range", which would leave flight data out',
  );
});

describe("environment and build that the pages show", () => {
  const written = { number: "7", revision: "0a1b2c3d4e", time: "2026-11-22T08:14:15Z" };
  const provider = { OIDC_ISSUER: "http://127.0.0.1:9000", OIDC_CLIENT_ID: "client" };
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "swath-pages-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const shown = (built: string, given: Record<string, string> = {}) => {
    writeFileSync(join(folder, "build.json"), JSON.stringify({ ...written, environment: built }));
    const { web } = readConfig({ SWATH_WEB: folder, ...given });
    return { environment: web.environment, build: web.build };
  };
  const named = (environment: string) => ({ environment, build: { ...written, environment } });

  test("are those that the build wrote beside its pages, of a production build none", () => {
    expect(shown("dev", provider)).toEqual(named("dev"));
    expect(shown("", provider)).toEqual({ environment: "", build: null });
  });

  test("have the name that the setting gives them, which is never empty", () => {
    const training = { SWATH_ENVIRONMENT: "training" };
    expect(shown("", { ...provider, ...training })).toEqual(named("training"));
    expect(shown("dev", { ...provider, ...training })).toEqual(named("training"));
    expect(shown("dev", { ...provider, SWATH_ENVIRONMENT: "" })).toEqual(named("dev"));
    for (const name of [" ", "<b>", "a name that is too long"])
      expect(problem({ SWATH_ENVIRONMENT: name })).toContain("SWATH_ENVIRONMENT must be");
  });

  test("of the demonstration say so, so that it does not pass for production", () => {
    expect(shown("")).toEqual(named("demonstration"));
    expect(shown("dev")).toEqual(named("dev"));
    expect(shown("", { SWATH_ENVIRONMENT: "test_redux" })).toEqual(named("test_redux"));
    rmSync(join(folder, "build.json"));
    const { web } = readConfig({ SWATH_WEB: folder });
    expect(web).toMatchObject({ environment: "demonstration", build: null });
  });
});

test.each(BUCKET_ROLES)("the bucket %s has a default and a variable of that name", (role) => {
  expect(readConfig({}).buckets[role]).toBe(`swath-${dashed(role)}`);
  const given = { [`SWATH_BUCKET_${shout(role)}`]: "company" };
  expect(readConfig(given).buckets[role]).toBe("company");
});

test.each(ROLES)("the group of %s has a default and a variable of that name", (role) => {
  expect(readConfig({}).groups[role]).toEqual([`swath-${dashed(role)}`]);
  const given = { [`SWATH_GROUP_${shout(role)}`]: "company" };
  expect(readConfig(given).groups[role]).toEqual(["company"]);
});

test("the explorer's buckets are those that are named, by names that buckets can have", () => {
  expect(readConfig({})).toMatchObject({ explorerBuckets: [], inventoryMinutes: 15 });
  expect(readConfig({ SWATH_EXPLORER_BUCKETS: "one-b, two-b" }).explorerBuckets).toEqual([
    "one-b",
    "two-b",
  ]);
  expect(problem({ SWATH_EXPLORER_BUCKETS: "../etc" })).toContain("SWATH_EXPLORER_BUCKETS");
});

test("S3 needs its keys, and pages may talk to its public address", () => {
  expect(problem({ SWATH_STORE: "s3" })).toContain("S3_ENDPOINT is needed with SWATH_STORE=s3");
  const config = readConfig({
    SWATH_STORE: "s3",
    S3_ENDPOINT: "http://inside:9000",
    S3_PUBLIC_ENDPOINT: "https://store.example/",
    S3_ACCESS_KEY: "key",
    S3_SECRET_KEY: "secret",
  });
  expect(config.connect).toEqual(["https://store.example"]);
  expect(config.storeOrigin).toBe("https://store.example");
  expect(readConfig({}).storeOrigin).toBeUndefined();
});

test("pages may fetch from every bucket but the landing one, which no page shows", () => {
  const config = readConfig({
    SWATH_STORE: "s3",
    S3_ENDPOINT: "http://127.0.0.1:9000",
    S3_ACCESS_KEY: "key",
    S3_SECRET_KEY: "secret",
    SWATH_BUCKET_AI: "swath-uploads",
  });
  const { uploads, ai: _, ...others } = config.buckets;
  const shown = config.store.kind === "s3" ? config.store.shownBuckets : undefined;
  expect(shown?.toSorted()).toEqual(Object.values(others).toSorted());
  expect(shown).not.toContain(uploads);
});

test("the store may have further addresses, which pages may talk to", () => {
  expect(readConfig({}).storeAddresses).toEqual([]);
  const given = { SWATH_STORE_ADDRESSES: "https://two.example/, https://three.example:8443" };
  const { storeAddresses, connect } = readConfig(given);
  expect(storeAddresses).toEqual(["https://two.example", "https://three.example:8443"]);
  expect(connect).toEqual(storeAddresses);
  const many = Array.from({ length: 4 }, (_, n) => `https://${n}.example`).join();
  expect(problem({ SWATH_STORE_ADDRESSES: many })).toContain("3 addresses at most");
  expect(problem({ SWATH_STORE_ADDRESSES: "https://two.example/path" })).toContain("no path");
});

test("services may be moved to other hosts, which pages may talk to", () => {
  expect(readConfig({}).serviceOrigins).toEqual([]);
  const { web, serviceOrigins } = readConfig({
    SWATH_SERVICE_PROCESSING: "https://second.example/api/processing/",
    SWATH_SERVICE_ORCHESTRATION: "https://second.example/api/orchestration",
  });
  expect(web.services).toEqual({
    main: "/api/main",
    processing: "https://second.example/api/processing",
    "terrain-mapper": "/api/terrain-mapper",
    orchestration: "https://second.example/api/orchestration",
  });
  expect(serviceOrigins).toEqual(["https://second.example"]);
  expect(problem({ SWATH_SERVICE_PROCESSING: "second" })).toContain("must be an http(s) URL");
});

test("plans are exported only where it is set, by a word for yes", () => {
  expect(readConfig({}).web.planExport).toBe(false);
  expect(readConfig({ SWATH_PLAN_EXPORT: "true" }).web.planExport).toBe(true);
  expect(problem({ SWATH_PLAN_EXPORT: "shp" })).toContain("SWATH_PLAN_EXPORT");
});

test("other web origins are whole origins, and Jira needs its token and project", () => {
  expect(readConfig({}).webOrigins).toEqual([]);
  const given = { SWATH_WEB_ORIGINS: "https://portal.example, https://test.example:8443/" };
  expect(readConfig(given).webOrigins).toEqual([
    "https://portal.example",
    "https://test.example:8443",
  ]);
  expect(problem({ SWATH_WEB_ORIGINS: "portal" })).toContain("must be an http(s) URL");
  expect(problem({ SWATH_WEB_ORIGINS: "https://portal.example/path" })).toContain("no path");
  expect(problem({ JIRA_URL: "https://jira.example" })).toContain("JIRA_TOKEN is needed");
});

test("every wrong value is named in one line", () => {
  const told = problem({
    PORT: "many",
    SWATH_UPLOAD_SLOTS: "0",
    SWATH_STORE: "tape",
    DATABASE_URL: "mysql://here",
    SWATH_PUBLIC_URL: "https://swath.example/path",
  });
  for (const name of [
    "PORT",
    "SWATH_UPLOAD_SLOTS",
    "SWATH_STORE",
    "DATABASE_URL",
    "SWATH_PUBLIC_URL",
  ])
    expect(told).toContain(name);
  expect(told).not.toContain("\n");
});

test("the demonstration's sign-in is refused in production unless asked for by name", () => {
  expect(problem({ NODE_ENV: "production" })).toContain("OIDC_ISSUER");
  expect(problem({ NODE_ENV: "production", SWATH_EMBEDDED_IDP: "demonstration" })).toBe("none");
});

const PRODUCTION = {
  NODE_ENV: "production",
  OIDC_ISSUER: "https://login.example/tenant",
  OIDC_CLIENT_ID: "client",
  SWATH_PUBLIC_URL: "https://swath.example",
};

test.each([
  ["address", { SWATH_PUBLIC_URL: "" }],
  ["address", { SWATH_PUBLIC_URL: "http://swath.example" }],
  ["issuer", { OIDC_ISSUER: "http://login.example/tenant" }],
  ["database", { DATABASE_URL: "postgres://swath:secret@db.example/swath" }],
  ["database", { DATABASE_URL: "postgres://db.example/swath?sslmode=no-verify" }],
  ["database", { DATABASE_URL: "postgres://localhost/swath?host=db.example" }],
  ["store", { SWATH_STORE: "s3", S3_ENDPOINT: "http://store.example" }],
  [
    "store",
    { SWATH_STORE: "s3", S3_ENDPOINT: "https://a.example", S3_PUBLIC_ENDPOINT: "http://b.example" },
  ],
  ["jira", { JIRA_URL: "http://jira.example", JIRA_TOKEN: "t", JIRA_PROJECT: "P" }],
])(
  "in production nothing starts without TLS to the %s, unless it is allowed by name: %j",
  (link, more) => {
    const environment = { ...PRODUCTION, S3_ACCESS_KEY: "a", S3_SECRET_KEY: "b", ...more };
    expect(problem(environment)).toMatch(`SWATH_ALLOW_INSECURE=${link} starts it all the same`);
    expect(problem({ ...environment, SWATH_ALLOW_INSECURE: ` ${link}, jira` })).toBe("none");
    // A provider on another machine is production, whatever NODE_ENV says.
    expect(problem({ ...environment, NODE_ENV: "" })).toMatch("without TLS");
  },
);

test("in production links with TLS, and those that stay on this machine, are taken", () => {
  for (const database of [
    "postgres://db.example/swath?sslmode=verify-full",
    "postgres://127.0.0.1/swath",
  ])
    expect(problem({ ...PRODUCTION, DATABASE_URL: database })).toBe("none");
  expect(
    problem({
      ...PRODUCTION,
      JIRA_URL: "https://jira.example",
      JIRA_TOKEN: "t",
      JIRA_PROJECT: "P",
    }),
  ).toBe("none");
  expect(problem({ ...PRODUCTION, OIDC_ISSUER: "http://127.0.0.1:9000" })).toBe("none");
  expect(problem({ SWATH_ALLOW_INSECURE: "everything" })).toMatch("must be of address");
});

test("news leaves by mail and push only where they are configured whole", () => {
  const none = readConfig({});
  expect([none.mail, none.push]).toEqual([undefined, undefined]);
  const url = "smtps://mail.example";
  expect(problem({ SWATH_SMTP_URL: url })).toContain("SWATH_MAIL_FROM is needed");
  const mail = { SWATH_SMTP_URL: url, SWATH_MAIL_FROM: "swath@mail.example" };
  expect(problem(mail)).toBe("none");
  expect(problem({ ...mail, SWATH_SMTP_USER: "swath" })).toContain("SWATH_SMTP_PASSWORD is needed");
  expect(problem({ ...mail, SWATH_SMTP_URL: "https://mail.example" })).toContain("smtp(s)");
  const secret = problem({ ...mail, SWATH_SMTP_URL: "smtps://swath:word@mail.example" });
  expect(secret).toContain("must hold no password");
  expect(secret).not.toContain("word@");
  const key = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw";
  expect(problem({ SWATH_PUSH_KEY: key })).toContain("SWATH_PUSH_CONTACT is needed");
  expect(problem({ SWATH_PUSH_KEY: "short", SWATH_PUSH_CONTACT: "mailto:a@b.example" })).toContain(
    "32 bytes",
  );
  expect(
    readConfig({ SWATH_PUSH_KEY: key, SWATH_PUSH_CONTACT: "mailto:a@b.example" }).push,
  ).toEqual({
    key,
    contact: "mailto:a@b.example",
    services: PUSH_SERVICES,
  });
});

const TILES = { name: "Own", url: "/tiles/{z}/{x}/{y}.png", attribution: "© us", maxZoom: 18 };

test("maps are drawn on two public base maps, whose pictures the pages may show", () => {
  const { web, tileOrigins } = readConfig({});
  expect(web.baseMaps.map(({ name }) => name)).toEqual(["OpenStreetMap", "OpenTopoMap"]);
  expect(web.baseMaps.every(({ attribution }) => attribution.includes("©"))).toBe(true);
  expect(tileOrigins).toEqual(["https://tile.openstreetmap.org", "https://a.tile.opentopomap.org"]);
});

test("other base maps come from the environment, or none", () => {
  const elsewhere = { ...TILES, url: "https://tiles.example:8443/{z}/{x}/{y}.png" };
  const given = readConfig({ SWATH_BASE_MAPS: JSON.stringify([TILES, elsewhere]) });
  expect(given.web.baseMaps).toEqual([TILES, elsewhere]);
  expect(given.tileOrigins).toEqual(["https://tiles.example:8443"]);
  const none = readConfig({ SWATH_BASE_MAPS: "none" });
  expect([none.web.baseMaps, none.tileOrigins]).toEqual([[], []]);
});

test.each([
  ["nothing", "SWATH_BASE_MAPS"],
  ["[]", "SWATH_BASE_MAPS"],
  [JSON.stringify([TILES, TILES, TILES]), "SWATH_BASE_MAPS"],
  [
    JSON.stringify([{ ...TILES, url: "http://tiles.example/{z}/{x}/{y}" }]),
    "BASE_MAPS.0.url must be",
  ],
  [JSON.stringify([TILES, { ...TILES, attribution: "" }]), "BASE_MAPS.1.attribution"],
  [JSON.stringify([{ ...TILES, key: "secret" }]), "SWATH_BASE_MAPS.0"],
])("base maps %s are refused by their place", (SWATH_BASE_MAPS, place) => {
  expect(problem({ SWATH_BASE_MAPS })).toContain(place);
});
