import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { importFault, roomOf, ROOMS } from "./rooms.mjs";

const PLANTED: [file: string, imports: string, fault: RegExp][] = [
  ["packages/contract/src/a.ts", "@swath/survey", /contract may not import survey/],
  ["packages/contract/src/a.ts", "node:fs", /contract may not import Node/],
  ["packages/survey/src/a.ts", "@swath/upload-engine", /survey may not import engine core/],
  ["packages/worker-rpc/src/a.ts", "@swath/contract/ids", /worker rpc may not import contract/],
  ["packages/upload-engine/src/core/send/a.ts", "@swath/worker-rpc", /send may not import worker/],
  ["packages/upload-engine/src/core/run/a.ts", "../../browser/b.ts", /run may not import engine b/],
  ["packages/upload-engine/src/core/send/a.ts", "node:crypto", /engine send may not import Node/],
  [
    "packages/upload-engine/src/core/state/a.ts",
    "../send/b.ts",
    /state may not import engine send/,
  ],
  ["packages/upload-engine/src/core/state/a.ts", "../run/b.ts", /state may not import engine run/],
  ["packages/upload-engine/src/core/send/a.ts", "../run/b.ts", /send may not import engine run/],
  ["packages/upload-engine/src/core/a.ts", "./run/b.ts", /in no room of the house/],
  ["packages/upload-engine/src/ports/a.ts", "../core/state/b.ts", /ports may not import engine s/],
  [
    "packages/upload-engine/src/browser/a.ts",
    "../core/send/b.ts",
    /browser may not import engine s/,
  ],
  ["apps/web/src/upload/a.tsx", "../flights/b.tsx", /upload may not import flights/],
  ["apps/web/src/upload/a.tsx", "../app/b.tsx", /area may not import web app/],
  ["apps/web/src/ui/a.tsx", "../platform/b.ts", /ui may not import web platform/],
  ["apps/web/src/ui/a.tsx", "../data/b.ts", /ui may not import web data/],
  ["apps/web/src/platform/a.tsx", "../data/b.ts", /platform may not import web data/],
  ["apps/web/src/data/a.ts", "../upload/b.ts", /data may not import web area/],
  ["apps/web/src/map/a.ts", "../upload/b.ts", /map may not import web area/],
  ["apps/web/src/data/a.ts", "../map/b.ts", /data may not import web map/],
  ["apps/server/src/uploads/a.ts", "../flights/b.ts", /uploads may not import flights/],
  ["apps/server/src/uploads/a.ts", "../app/b.ts", /area may not import server app/],
  ["apps/server/src/uploads/a.ts", "../demonstration/b.ts", /area may not import demonstration/],
  ["apps/server/src/demonstration/a.ts", "../app/b.ts", /demonstration may not import server app/],
  ["apps/server/src/domain/uploads/a.ts", "../../x/b.ts", /domain may not import server area/],
  ["apps/server/src/domain/uploads/a.ts", "../../platform/http/b.ts", /not import platform http/],
  ["apps/server/src/platform/http/a.ts", "../../x/b.ts", /http may not import server area/],
  [
    "apps/server/src/platform/http/a.ts",
    "../../domain/x/b.ts",
    /http may not import server domain/,
  ],
  [
    "apps/server/src/platform/http/a.ts",
    "../identity/b.ts",
    /http may not import platform identity/,
  ],
  [
    "apps/server/src/platform/postgres/a.ts",
    "../queues/b.ts",
    /postgres may not import platform queues/,
  ],
  ["apps/server/src/platform/a.ts", "zod", /in no room of the house/],
  ["apps/server/src/runner/a.ts", "../platform/postgres/b.ts", /runner may not import platform p/],
  ["apps/server/src/platform/compute/a.ts", "../../runner/b.ts", /compute may not import runner/],
  ["apps/server/src/app/a.ts", "@swath/upload-engine", /app may not import engine core/],
  ["apps/server/src/app/a.ts", "../platform/postgres/testing.ts", /only tests may import/],
  ["apps/server/src/app/a.ts", "../../../../stray/b.ts", /which is in no room/],
  ["apps/server/src/app/a.ts", "@swath/contract/uploads/manifest", /is no entry of its package/],
  ["apps/web/src/planning/a.tsx", "ol/Map", /web area may not import a package/],
  ["apps/web/src/app/a.tsx", "ol", /web app may not import a package/],
  ["packages/pointcloud/src/las/a.ts", "node:fs", /pointcloud may not import Node/],
  ["packages/pointcloud/src/las/a.ts", "@swath/upload-engine", /pointcloud may not import engine/],
  [
    "apps/stages/src/a.ts",
    "../../server/src/platform/clock/clock.ts",
    /stages may not import platform/,
  ],
  ["apps/stages/src/a.ts", "@swath/pointcloud/las/header", /is no entry of its package/],
  ["apps/server/src/processing/a.ts", "@swath/pointcloud/las", /area may not import pointcloud/],
  ["apps/server/src/runner/a.ts", "../platform/postgres/b.ts", /runner may not import platform po/],
  ["apps/server/src/runner/a.ts", "../domain/processing/b.ts", /runner may not import server dom/],
  [
    "apps/server/src/platform/compute/a.ts",
    "../queues/b.ts",
    /compute may not import platform queues/,
  ],
  ["stray/a.ts", "zod", /in no room of the house/],
];

const ALLOWED: [file: string, imports: string][] = [
  ["packages/survey/src/a.ts", "@swath/contract/ids"],
  ["packages/upload-engine/src/core/send/a.ts", "../state/b.ts"],
  ["packages/upload-engine/src/core/run/a.ts", "../send/b.ts"],
  ["packages/upload-engine/src/browser/a.ts", "../ports/b.ts"],
  ["packages/upload-engine/src/core/run/a.test.ts", "../../testing/b.ts"],
  ["packages/upload-engine/src/browser/a.ts", "@swath/worker-rpc"],
  ["apps/web/src/planning/a.ts", "@swath/worker-rpc"],
  ["apps/web/src/upload/a.tsx", "./parts/b.tsx"],
  ["apps/web/src/app/a.tsx", "../upload/b.tsx"],
  ["apps/web/src/upload/a.tsx", "../data/b.ts"],
  ["apps/web/src/upload/a.tsx", "../map/b.ts"],
  ["apps/web/src/data/a.ts", "../platform/api/b.ts"],
  ["apps/stages/src/programs/a.ts", "@swath/pointcloud/points"],
  ["apps/server/src/runner/a.ts", "../platform/object-store/b.ts"],
  ["apps/server/src/processing/a.ts", "../platform/compute/b.ts"],
  ["apps/server/src/uploads/a.ts", "../platform/postgres/b.ts"],
  ["apps/server/src/uploads/a.ts", "../domain/uploads/b.ts"],
  ["apps/server/src/domain/uploads/a.ts", "../../platform/postgres/b.ts"],
  ["apps/server/src/platform/identity/a.ts", "../http/b.ts"],
  ["apps/server/src/platform/http/a.ts", "../clock/clock.ts"],
  ["apps/server/src/app/a.ts", "../uploads/b.ts"],
  ["apps/server/src/app/a.test.ts", "../platform/postgres/testing.ts"],
  ["apps/server/src/platform/http/a.test.ts", "../postgres/testing.ts"],
];

describe("the rooms of the house", () => {
  test.each(PLANTED)("%s may not import %s", (file, specifier, fault) => {
    expect(importFault(file, specifier)).toMatch(fault);
  });

  test.each(ALLOWED)("%s may import %s", (file, specifier) => {
    expect(importFault(file, specifier)).toBeUndefined();
  });

  test("no room imports another that imports it, by whatever way round", () => {
    const above = new Set<string>();
    const enter = (name: string, path: readonly string[]): void => {
      expect(path).not.toContain(name);
      if (above.has(name)) return;
      const room = ROOMS.find((one) => one.name === name);
      for (const next of Array.isArray(room?.imports) ? room.imports : [])
        enter(next, [...path, name]);
      above.add(name);
    };
    for (const { name } of ROOMS) enter(name, []);
  });

  test("a file beside the areas is in no room", () => {
    expect(roomOf("apps/server/src/a.ts")).toBeUndefined();
  });
});

describe("the linter", () => {
  const root = resolve(import.meta.dirname, "../..");
  let house: string | undefined;
  afterEach(() => {
    if (house !== undefined) rmSync(house, { recursive: true });
  });

  test("reports violations planted in a tree, one for each", () => {
    house = mkdtempSync(join(tmpdir(), "swath-planted-"));
    for (const [file, specifier] of PLANTED) {
      const path = join(house, file.replace(/a\.(tsx?)$/, `${crypto.randomUUID()}.$1`));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, `export * from "${specifier}";\n`);
    }
    const run = spawnSync(
      process.execPath,
      [
        join(root, "node_modules/oxlint/bin/oxlint"),
        "-c",
        join(root, ".oxlintrc.json"),
        "-A",
        "all",
      ].concat(["-D", "house/rooms", "--format", "unix"]),
      { cwd: house, encoding: "utf8" },
    );
    expect(run.status).toBe(1);
    // A file in no room is reported for itself and for its import.
    expect(run.stdout.match(/house\(rooms\)/g)).toHaveLength(
      PLANTED.length + PLANTED.filter(([file]) => roomOf(file) === undefined).length,
    );
  });
});
