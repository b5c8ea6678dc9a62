import { expect, test } from "vitest";
import { lockedBase } from "./base-lock.ts";
import { lockSchema, missingPackages, packagesFor, readLock } from "./shipped-packages.ts";

const lock = lockSchema.parse({
  packages: {
    "apps/server": { dependencies: { "@swath/contract": "0", fastify: "5" } },
    "packages/contract": { dependencies: { zod: "4" } },
    "node_modules/@swath/contract": { link: true, resolved: "packages/contract" },
    "node_modules/zod": {},
    "node_modules/fastify": { dependencies: { ajv: "8" }, optionalDependencies: { fast: "1" } },
    "node_modules/ajv": {},
    "node_modules/fastify/node_modules/ajv": { dependencies: { "fast-uri": "3" } },
    "node_modules/fast-uri": {},
    "node_modules/fast": { optional: true, dependencies: { "fast-linux": "1", "fast-mac": "1" } },
    "node_modules/fast-linux": { optional: true, os: ["linux"], cpu: ["x64"] },
    "node_modules/fast-mac": { optional: true, os: ["darwin"] },
    "node_modules/fast-musl": { optional: true, libc: "musl" },
    "node_modules/vitest": { dev: true },
  },
});

test("what programs import is shipped, where Node finds it, and nothing of another platform", () => {
  const { packages, workspaces, links } = packagesFor(lock, ["apps/server"]);
  expect(packages).toEqual([
    "node_modules/fast",
    "node_modules/fast-linux",
    "node_modules/fast-uri",
    "node_modules/fastify",
    "node_modules/fastify/node_modules/ajv",
    "node_modules/zod",
  ]);
  expect(workspaces).toEqual(["apps/server", "packages/contract"]);
  expect([...links]).toEqual([["node_modules/@swath/contract", "packages/contract"]]);
});

test("a package that must be there and is not is found; an optional one may be missing", () => {
  const places = ["node_modules/zod", "node_modules/fast"];
  expect(missingPackages("/nowhere", lock, places)).toEqual(["node_modules/zod"]);
});

test("the programs of this checkout import neither tests' packages nor the pages'", () => {
  const { packages } = packagesFor(readLock("."), ["apps/server", "apps/stages", "apps/cli"]);
  expect(packages).toContain("node_modules/fastify");
  for (const name of ["vitest", "react", "ol", "vite", "typescript"])
    expect(packages).not.toContain(`node_modules/${name}`);
});

test("the image's packages are those that apt names, by the sums of Debian's signed index", () => {
  const sum = "ba4f88f73dbc3ae9055f3c20f4523bfdbaf1ad13ff95e258924f77d20b4fbedf";
  const line = `'http://mirror/libc6_2.36-9%2bdeb12u14_amd64.deb' libcap2_1%3a2.66-4+deb12u3_amd64.deb 27593 SHA256:${sum}\n`;
  const file = "libcap2_1%3a2.66-4+deb12u3_amd64.deb";
  expect(lockedBase(line)).toEqual([
    { name: "libcap2", version: "1:2.66-4+deb12u3", file, sha256: sum },
  ]);
  expect(() => lockedBase("E: Unable to locate package")).toThrow("printed no package");
});
