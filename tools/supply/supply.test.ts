import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync, strToU8 } from "fflate";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { install, isInstalled } from "../install.mjs";
import { findAffected, lockedPackages, type Advisory } from "./advisories.ts";
import { advisoriesCommand } from "./advisories-command.ts";
import { billOfMaterials } from "./bill-of-materials.mjs";
import { RUN_AT_INSTALL, RUN_NEVER } from "./install-scripts.mjs";
import { thirdPartyNotices } from "./notices.mjs";

const place = mkdtempSync(join(tmpdir(), "swath-supply-"));
afterAll(() => rmSync(place, { recursive: true }));
const LONG = 60_000;

const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ hasInstallScript: z.boolean().optional() })),
});

test.each([
  "package-lock.json",
  "lab/mutation/package-lock.json",
  "lab/bench/peers/package-lock.json",
  "tools/release/validators/package-lock.json",
])("every package of %s with an install script is listed, with why it runs or not", (file) => {
  const { packages } = lockSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  const scripted = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.replace(/^.*node_modules\//, ""));
  const listed = new Set<string>([...RUN_AT_INSTALL, ...Object.keys(RUN_NEVER)]);
  const unlisted = scripted.filter(
    (name) => !listed.has(name) && !listed.has(name.replace(/\/.*$/, "/*")),
  );
  expect(unlisted).toEqual([]);
});

test("a package's install script is not run", { timeout: LONG }, () => {
  const folder = join(place, "victim");
  mkdirSync(join(folder, "package"), { recursive: true });
  const postinstall = `node -e "require('fs').writeFileSync('${join(folder, "owned")}', '')"`;
  const [name, version] = ["scripted", "1.0.0"];
  const text = JSON.stringify({ name, version, scripts: { postinstall } });
  writeFileSync(join(folder, "package/package.json"), text);
  spawnSync("tar", ["-czf", "scripted.tgz", "package"], { cwd: folder });
  const dependencies = { scripted: "file:scripted.tgz" };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "victim", dependencies }));
  const entry = { version, resolved: "file:scripted.tgz", hasInstallScript: true };
  const packages = { "": { name: "victim", dependencies }, "node_modules/scripted": entry };
  writeFileSync(
    join(folder, "package-lock.json"),
    JSON.stringify({ name: "victim", lockfileVersion: 3, requires: true, packages }),
  );
  // As set by npm itself where it runs these tests.
  vi.stubEnv("npm_config_ignore_scripts", undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
  install(folder);
  expect(existsSync(join(folder, "node_modules/scripted/package.json"))).toBe(true);
  expect(existsSync(join(folder, "owned"))).toBe(false);
});

test("packages are installed anew where they are others than the lock file lists, not by its date", () => {
  const folder = join(place, "installed");
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  const write = (path: string, packages: object): void =>
    writeFileSync(join(folder, path), JSON.stringify({ packages }));
  const [first, second] = [{ version: "1.0.0", integrity: "a" }, { version: "1.0.1" }];
  expect(isInstalled(folder)).toBe(false);
  write("node_modules/.package-lock.json", { "node_modules/x": first });
  write("package-lock.json", { "": {}, "node_modules/x": first });
  expect(isInstalled(folder)).toBe(true);
  write("package-lock.json", { "node_modules/x": { ...first, integrity: "b" } });
  expect(isInstalled(folder)).toBe(false);
  write("package-lock.json", { "node_modules/x": first, "node_modules/y": second });
  expect(isInstalled(folder)).toBe(false);
  const optional = { ...second, optional: true };
  write("package-lock.json", { "node_modules/x": first, "node_modules/y": optional });
  expect(isInstalled(folder)).toBe(true);
});

test(
  "the bill of materials names every package of the product, and none of its tools",
  {
    timeout: LONG,
  },
  () => {
    const bill = billOfMaterials(".");
    expect(bill).toMatchObject({
      bomFormat: "CycloneDX",
      metadata: { component: { name: "swath" } },
    });
    const named = new Set(
      bill.components.map(({ purl }: { purl: string }) => decodeURIComponent(purl)),
    );
    const packages = lockedPackages(JSON.parse(readFileSync("package-lock.json", "utf8")));
    const missing = packages.filter(
      ({ name, version, dev }) => !dev && !named.has(`pkg:npm/${name}@${version}`),
    );
    expect(missing).toEqual([]);
    expect([...named].filter((purl) => String(purl).includes("/vitest@"))).toEqual([]);
  },
);

test("the notices hold the licence of what is shipped, once for packages that share it", () => {
  const notices = thirdPartyNotices(".");
  expect(notices).toMatch(/^react \d.*\(MIT\)$/m);
  expect(notices).toMatch(/^pg \d.*\(MIT\)$/m);
  expect(notices).not.toMatch(/^vitest \d/m);
  expect(notices).toContain("Copyright (c) Meta Platforms");
  expect(notices.split("Meta Platforms, Inc. and affiliates").length).toBeLessThan(8);
});

function advisory(name: string, events: object[], more: Partial<Advisory> = {}): Advisory {
  const affected = [
    { package: { ecosystem: "npm", name }, ranges: [{ type: "SEMVER", events }], versions: [] },
  ];
  return { id: "GHSA-test", summary: "", modified: "2026-11-01T00:00:00Z", affected, ...more };
}

test.each([
  ["from the first version to the mended one", [{ introduced: "0" }, { fixed: "1.2.4" }], true],
  ["up to the mended one", [{ introduced: "0" }, { fixed: "1.2.3" }], false],
  ["with its last version", [{ introduced: "1.0.0" }, { last_affected: "1.2.3" }], true],
  ["in an earlier span", [{ introduced: "0" }, { fixed: "1.0.0" }, { introduced: "2.0.0" }], false],
  ["in a later span", [{ introduced: "0" }, { fixed: "1.0.0" }, { introduced: "1.2.0" }], true],
  ["with no end", [{ introduced: "1.2.3" }], true],
])("an advisory %s: %j affects 1.2.3: %s", (_, events, expected) => {
  const packages = [{ name: "pg", version: "1.2.3", dev: false }];
  expect(findAffected([advisory("pg", events)], packages).length > 0).toBe(expected);
});

test("an advisory of another package, of another ecosystem or withdrawn concerns nobody", () => {
  const packages = [{ name: "pg", version: "1.2.3", dev: false }];
  const all = [{ introduced: "0" }];
  const python = advisory("pg", all);
  if (python.affected[0]?.package !== undefined) python.affected[0].package.ecosystem = "PyPI";
  const withdrawn = advisory("pg", all, { withdrawn: "2026-11-02T00:00:00Z" });
  expect(findAffected([advisory("pg-pool", all), python, withdrawn], packages)).toEqual([]);
});

test("the locked versions are compared with a zip of advisories, whose age is reported", () => {
  const file = join(place, "all.zip");
  const found = lockedPackages(JSON.parse(readFileSync("package-lock.json", "utf8")));
  expect(found.length).toBeGreaterThan(300);
  const kysely = advisory("kysely", [{ introduced: "0" }], {
    id: "GHSA-aaaa",
    summary: "\u001b[2J",
  });
  const malicious = { id: "MAL-1", modified: "2026-11-21T00:00:00Z" };
  const entries = { "GHSA-aaaa.json": kysely, "MAL-1.json": malicious };
  const packed = Object.entries(entries).map(([name, one]) => [name, strToU8(JSON.stringify(one))]);
  writeFileSync(file, zipSync(Object.fromEntries(packed) as Record<string, Uint8Array>));
  const now = Date.parse("2026-11-22T12:00:00Z");
  const affected = advisoriesCommand([file], now);
  expect(affected.status).toBe(1);
  expect(affected.lines[0]).toMatch(
    /^GHSA-aaaa {2}unrated {2}kysely [\d.]+ {2}not fixed {2}\\u001b/,
  );
  expect(affected.lines.at(-1)).toContain("The newest advisory is 21 days old (2026-11-01).");
  writeFileSync(join(place, "one.json"), JSON.stringify([advisory("none", [])]));
  expect(advisoriesCommand([join(place, "one.json")], now).status).toBe(0);
  expect(advisoriesCommand([join(place, "one.json"), "--max-age", "20"], now).status).toBe(2);
  expect(advisoriesCommand([join(place, "nowhere.json")], now).status).toBe(3);
  expect(advisoriesCommand([], now).status).toBe(3);
});
