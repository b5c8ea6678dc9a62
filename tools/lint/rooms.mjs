import { readFileSync } from "node:fs";

/**
 * The rooms of the code base and which rooms each may import (docs/architecture.md draws them).
 * The first row whose pattern matches a file is its room; a file in no room is an error.
 * What a pattern captures is an area: a room with areas may import its own area, never another's.
 * `packages` names what it may import from npm and Node; absent means anything.
 */
const NONE = /^$/;
const PURE = /^(zod|fflate|saxes|fast-xml-parser)$/;
const NODE = /^node:/;
/** Anything that browsers run, but not OpenLayers: that is loaded on map pages alone. */
const WEB = /^(?!node:|(ol|topojson-client|world-atlas)(\/|$))/;
/** Compute engines and the runner of their tasks: the runner is a program of its own on a node. */
const RUNNER_PLATFORM = [
  "clock",
  "concurrency",
  "hashing",
  "object-store",
  "file-store",
  "s3-store",
  "open-store",
  "compute",
  "local-compute",
  "slurm-compute",
  "system",
];
const TESTING = /(\.test\.tsx?$|\/testing\/|\/testing\.ts$|\/conformance\.ts$)/;

/** Each folder of the server's platform, lowest first, with those below it that it may import. */
const PLATFORM = {
  age: [],
  clock: [],
  concurrency: [],
  hashing: [],
  json: [],
  health: ["clock"],
  log: [],
  memory: [],
  system: [],
  tracing: [],
  "secret-file": ["system"],
  zstd: ["memory", "system"],
  postgres: ["clock", "system"],
  audit: ["postgres"],
  queues: ["postgres", "tracing"],
  "embedded-postgres": ["clock", "postgres", "secret-file", "system"],
  "object-store": ["clock", "concurrency", "hashing", "memory", "secret-file"],
  "file-store": [
    "clock",
    "concurrency",
    "hashing",
    "memory",
    "object-store",
    "secret-file",
    "system",
  ],
  "file-store-http": ["clock", "concurrency", "file-store", "hashing", "object-store"],
  metrics: ["object-store", "tracing"],
  zip: ["audit", "clock", "file-store-http", "object-store", "postgres"],
  "s3-store": ["clock", "concurrency", "hashing", "object-store"],
  "open-store": ["clock", "file-store", "file-store-http", "object-store", "s3-store"],
  connections: ["clock", "concurrency", "log"],
  http: ["audit", "clock", "connections", "health", "json", "log", "metrics", "system", "tracing"],
  identity: ["audit", "clock", "http", "json", "log", "postgres", "secret-file"],
  "embedded-identity": ["clock", "http", "identity", "json", "postgres", "secret-file"],
  "open-identity": ["clock", "embedded-identity", "http", "identity", "postgres", "secret-file"],
  compute: ["clock", "concurrency", "json", "secret-file", "system"],
  "local-compute": ["clock", "compute", "concurrency", "json", "secret-file", "system"],
  "slurm-compute": ["clock", "compute", "concurrency", "json", "secret-file"],
  "open-compute": ["clock", "compute", "local-compute", "slurm-compute"],
};
const platformRoom = (folder) => `platform ${folder}`;
const PLATFORM_ROOMS = Object.keys(PLATFORM).map(platformRoom);
const SERVER_PLATFORM = Object.entries(PLATFORM).map(([folder, below]) => ({
  name: platformRoom(folder),
  // A room is a folder; the smallest are one file.
  at: new RegExp(`^apps/server/src/platform/${folder}(?:/|(?:\\.\\w+)*\\.ts$)`),
  imports: ["contract", ...below.map(platformRoom)],
}));

export const ROOMS = [
  { name: "contract", at: "packages/contract/src/", imports: [], packages: PURE },
  { name: "survey", at: "packages/survey/src/", imports: ["contract"], packages: PURE },
  {
    name: "pointcloud",
    at: "packages/pointcloud/src/",
    imports: ["contract", "survey"],
    packages: /^(zod|fflate|proj4)$/,
  },
  // The flight-planning map's rules, without a map.
  {
    name: "plan",
    at: "packages/plan/src/",
    imports: ["contract", "survey"],
    packages: /^(fflate|geographiclib-geodesic|proj4)$/,
  },
  // The programs of the default pipeline: files and arguments, no server, no store.
  {
    name: "stages",
    at: "apps/stages/src/",
    imports: ["contract", "survey", "pointcloud"],
  },
  // Calls between a page and its workers.
  { name: "worker rpc", at: "packages/worker-rpc/src/", imports: [], packages: NONE },
  {
    name: "engine ports",
    at: "packages/upload-engine/src/ports/",
    imports: ["contract", "survey"],
    packages: NONE,
  },
  // What browser and Node share of preparing an object.
  {
    name: "engine assembly",
    at: "packages/upload-engine/src/assembly/",
    imports: ["contract", "engine ports"],
    packages: /^hash-wasm$/,
  },
  {
    name: "engine state",
    at: "packages/upload-engine/src/core/state/",
    imports: ["contract", "survey", "engine ports"],
    packages: NONE,
  },
  {
    name: "engine send",
    at: "packages/upload-engine/src/core/send/",
    imports: ["contract", "survey", "engine ports", "engine state"],
    packages: NONE,
  },
  {
    name: "engine run",
    at: "packages/upload-engine/src/core/run/",
    imports: ["contract", "survey", "engine ports", "engine state", "engine send"],
    packages: NONE,
  },
  {
    name: "engine core",
    at: "packages/upload-engine/src/core/index.ts",
    imports: ["engine state", "engine run"],
    packages: NONE,
  },
  {
    name: "engine browser",
    at: "packages/upload-engine/src/browser/",
    imports: ["contract", "survey", "worker rpc", "engine ports", "engine assembly"],
    packages: /^(@bokuweb\/zstd-wasm|hash-wasm)/,
  },
  {
    name: "engine node",
    at: "packages/upload-engine/src/node/",
    imports: ["contract", "survey", "engine ports", "engine assembly"],
  },
  {
    name: "engine testing",
    at: "packages/upload-engine/src/testing/",
    imports: ["contract", "survey", "engine ports", "engine state", "engine send", "engine run"],
  },
  // `swath`: the upload engine without a browser.
  {
    name: "cli",
    at: "apps/cli/src/",
    imports: ["contract", "survey", "engine core", "engine ports", "engine node"],
  },
  { name: "web ui", at: "apps/web/src/ui/", imports: ["contract"], packages: WEB },
  {
    name: "web platform",
    at: "apps/web/src/platform/",
    imports: ["contract", "engine core", "engine ports", "engine browser"],
    packages: WEB,
  },
  {
    name: "web data",
    at: "apps/web/src/data/",
    imports: ["contract", "web ui", "web platform"],
    packages: WEB,
  },
  // OpenLayers and what draws on it, loaded on map pages only.
  {
    name: "web map",
    at: "apps/web/src/map/",
    imports: ["contract", "survey", "plan", "web ui", "web platform", "web data"],
    packages: /^(?!node:)/,
  },
  {
    name: "web app",
    at: /^apps\/web\/src\/(?:app\/|main\.tsx$)/,
    imports: ["contract", "web ui", "web platform", "web data", "web map", "web area"],
    packages: WEB,
  },
  // Any other folder: an area of the screens.
  {
    name: "web area",
    at: /^apps\/web\/src\/([^/]+)\/./,
    imports: [
      "contract",
      "survey",
      "plan",
      "pointcloud",
      "worker rpc",
      "engine core",
      "engine ports",
      "engine browser",
      "web ui",
      "web platform",
      "web data",
      "web map",
    ],
    packages: WEB,
  },
  ...SERVER_PLATFORM,
  {
    name: "server domain",
    at: "apps/server/src/domain/",
    imports: [
      "contract",
      "platform audit",
      "platform json",
      "platform object-store",
      "platform postgres",
    ],
  },
  {
    name: "server app",
    at: "apps/server/src/app/",
    imports: [
      "contract",
      ...PLATFORM_ROOMS,
      "server domain",
      "server area",
      "demonstration",
      "migrations",
    ],
  },
  {
    name: "runner",
    at: "apps/server/src/runner/",
    imports: ["contract", ...RUNNER_PLATFORM.map(platformRoom)],
  },
  { name: "server main", at: "apps/server/src/main.ts", imports: ["server app", "contract"] },
  // It seeds the tables of several areas; only app imports it.
  {
    name: "demonstration",
    at: "apps/server/src/demonstration/",
    imports: ["contract", "survey", ...PLATFORM_ROOMS, "server domain", "server area"],
  },
  // Any other folder: an area of the API.
  {
    name: "server area",
    at: /^apps\/server\/src\/(?!platform\/)([^/]+)\/./,
    imports: ["contract", "survey", "plan", ...PLATFORM_ROOMS, "server domain"],
  },
  { name: "migrations", at: "migrations/", imports: [], packages: /^(kysely|node:.*)$/ },
  { name: "e2e", at: "e2e/", imports: "any" },
  { name: "lab", at: "lab/", imports: "any" },
  { name: "tools", at: "tools/", imports: "any" },
  { name: "configuration", at: /^(?:apps\/web\/)?[a-z]+\.config\.ts$/, imports: ["tools"] },
  { name: "ambient types", at: /^packages\/universal\.d\.ts$/, imports: [] },
];

const PACKAGES = ["contract", "survey", "worker-rpc", "upload-engine", "pointcloud", "plan"];

/** Every entry of the project's packages, `@swath/survey/readers`, and the file that it leads to. */
const ENTRIES = new Map(
  PACKAGES.flatMap((name) => {
    const folder = `packages/${name}`;
    const manifest = new URL(`../../${folder}/package.json`, import.meta.url);
    const { exports } = JSON.parse(readFileSync(manifest, "utf8"));
    return Object.entries(exports).map(([entry, file]) => [
      `@swath/${name}${entry.slice(1)}`,
      `${folder}${file.slice(1)}`,
    ]);
  }),
);

/** The room of a file (a path from the repository's root), with its area where the room has areas. */
export function roomOf(path) {
  for (const room of ROOMS) {
    const found = room.at instanceof RegExp ? room.at.exec(path) : path.startsWith(room.at) && [];
    if (found) return { room, area: found[1] };
  }
  return undefined;
}

/** Why `from` may not import `specifier`, or undefined where it may. Paths from the repository's root. */
export function importFault(from, specifier) {
  const here = roomOf(from);
  if (here === undefined) return `${from} is in no room of the house`;
  const testing = TESTING.test(from);
  const target = targetOf(from, specifier);
  if (target === undefined && specifier.startsWith("@swath/"))
    return `${specifier} is no entry of its package`;
  if (target === undefined) return packageFault(here.room, specifier, testing);
  const there = roomOf(target);
  if (there === undefined) return `${specifier} leads to ${target}, which is in no room`;
  if (here.room.imports === "any") return undefined;
  if (here.room === there.room) return areaFault(here, there);
  if (testing && (there.room.name === "tools" || there.room.name === "engine testing"))
    return undefined;
  // Tests of the server stand on real parts of its platform, and on invented flights.
  const SOLID = [...PLATFORM_ROOMS, "demonstration"];
  if (testing && from.startsWith("apps/server/") && SOLID.includes(there.room.name))
    return undefined;
  if (TESTING.test(target) && !testing) return `only tests may import ${target}`;
  if (here.room.imports.includes(there.room.name)) return undefined;
  return `${here.room.name} may not import ${there.room.name} (${target})`;
}

function areaFault(here, there) {
  if (here.area === there.area) return undefined;
  return `${here.room.name} ${here.area} may not import ${there.area}: only app composes them`;
}

function packageFault(room, specifier, testing) {
  if (testing || room.packages === undefined || room.packages.test(specifier)) return undefined;
  const kind = NODE.test(specifier) ? "Node" : "a package";
  return `${room.name} may not import ${kind}: ${specifier}`;
}

function targetOf(from, specifier) {
  if (specifier.startsWith(".")) {
    const parts = from.split("/").slice(0, -1);
    for (const step of specifier.split("?")[0].split("/")) {
      if (step === "..") parts.pop();
      else if (step !== ".") parts.push(step);
    }
    return parts.join("/");
  }
  const [scope, name, folder, ...deeper] = specifier.split("/");
  const pattern = `${scope}/${name}/*`;
  if (folder !== undefined && deeper.length === 0 && ENTRIES.has(pattern))
    return ENTRIES.get(pattern).replace("*", folder);
  return ENTRIES.get(specifier);
}
