import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SECRETS } from "../../apps/server/src/app/config/settings.ts";
import { installedFiles, packageName, writeDebianPackage } from "./debian-package.ts";
import { writeTarGz } from "./tar-archive.ts";
import { textFile } from "./tree.ts";

const place = mkdtempSync(join(tmpdir(), "swath-deb-"));
const TIME = new Date("2026-11-30T04:00:15Z");
const VERSION = "3.3.3+1624.2b0236b7e7";
const target = join(place, packageName(VERSION));
const hasDpkg = spawnSync("dpkg-deb", ["--version"]).status === 0;

async function write(path: string): Promise<void> {
  const files = installedFiles(".", [textFile("bin/swath", "#!/bin/sh\n", 0o755)]);
  const data = await writeTarGz(`${path}.data`, files, TIME);
  await writeDebianPackage({ root: ".", version: VERSION, time: TIME, files, data, target: path });
}

beforeAll(() => write(target));
afterAll(() => rmSync(place, { recursive: true }));

const dpkg = (...words: string[]): string =>
  spawnSync("dpkg-deb", [...words, target], { encoding: "utf8" }).stdout;

const control = (name: string): string =>
  spawnSync("dpkg-deb", ["--info", target, name], { encoding: "utf8" }).stdout;

test.skipIf(!hasDpkg)("dpkg reads the package that is made without it", () => {
  const fields = dpkg("--field");
  expect(fields).toContain(`Version: ${VERSION}\n`);
  expect(fields).toMatch(/^Installed-Size: \d+$/m);
  expect(fields).not.toMatch(/@[A-Z_]+@/);
  const listed = dpkg("--contents");
  expect(listed).toMatch(/^-rwxr-xr-x root\/root .* usr\/lib\/swath\/bin\/swath$/m);
  expect(listed).toMatch(/^-rw-r----- root\/root .* etc\/swath\/swath\.env$/m);
  expect(listed).toMatch(/ usr\/bin\/swath -> \.\.\/lib\/swath\/bin\/swath$/m);
  for (const unit of ["swath", "swath-serve", "swath-work", "swath-migrate"])
    expect(listed).toContain(`usr/lib/systemd/system/${unit}.service`);
});

test.skipIf(!hasDpkg)("its settings are the administrator's, and no sum is kept of them", () => {
  expect(control("conffiles")).toBe("/etc/swath/swath.env\n");
  expect(control("md5sums")).toContain("usr/lib/swath/bin/swath");
  expect(control("md5sums")).not.toContain("swath.env");
});

test("the same files make the same package", async () => {
  const again = join(place, "again.deb");
  await write(again);
  expect(readFileSync(again).equals(readFileSync(target))).toBe(true);
});

const scripts = ["postinst", "prerm", "postrm"];
test.each(scripts)("%s is a script that a shell reads", (name) => {
  expect(spawnSync("sh", ["-n", `deploy/debian/${name}`]).status).toBe(0);
});

test("data are deleted by a purge alone", () => {
  const [, purge = ""] = readFileSync("deploy/debian/postrm", "utf8").split("= purge");
  const deletes = scripts.flatMap((name) =>
    readFileSync(`deploy/debian/${name}`, "utf8")
      .split("\n")
      .filter((line) => line.includes("rm -rf")),
  );
  expect(deletes).toHaveLength(1);
  expect(purge).toContain(deletes[0]);
});

test("each unit takes the secrets that settings may be, from the store of credentials", () => {
  const names = new Set(SECRETS);
  // That of the migration's unit alone.
  names.delete("DATABASE_OWNER_URL");
  for (const unit of ["swath-serve", "swath-work"]) {
    const text = readFileSync(`deploy/systemd/${unit}.service`, "utf8");
    const taken = [...text.matchAll(/^LoadCredential=(\w+):swath\.(\w+)$/gm)];
    expect(taken.every(([, one, other]) => one === other)).toBe(true);
    expect(new Set(taken.map(([, name]) => name))).toEqual(names);
  }
});

test("the chart refuses every secret among its plain settings", () => {
  const schema = JSON.parse(readFileSync("deploy/helm/swath/values.schema.json", "utf8")) as {
    properties: { settings: { propertyNames: { not: { enum: string[] } } } };
  };
  expect(new Set(schema.properties.settings.propertyNames.not.enum)).toEqual(SECRETS);
});
