import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { packagingOf, ReleaseProblem } from "./release-source.ts";

/**
 * What the image holds beside Swath, of Debian 12: the C and C++ libraries that Node is linked with, a
 * shell and its tools, what the sandbox of programs is made of, and an `init`. Nothing is installed:
 * the packages are unpacked, as distroless images are made.
 */
const BASE_PACKAGES = [
  "base-files",
  "bubblewrap",
  "coreutils",
  "dash",
  "gcc-12-base",
  "grep",
  "libacl1",
  "libattr1",
  "libblkid1",
  "libc6",
  "libcap-ng0",
  "libcap2",
  "libcrypt1",
  "libgcc-s1",
  "libgmp10",
  "libmount1",
  "libpcre2-8-0",
  "libselinux1",
  "libsmartcols1",
  "libstdc++6",
  "libtinfo6",
  "libudev1",
  "libuuid1",
  "mount",
  "sed",
  "tini",
  "util-linux",
  "zlib1g",
];

const baseLockSchema = z.array(
  z.object({ name: z.string(), version: z.string(), file: z.string(), sha256: z.string() }),
);
export type BaseLock = z.output<typeof baseLockSchema>;

const lockPath = (root: string): string => join(packagingOf(root), "deploy/oci/base.lock.json");
/** Where the packages are kept once they were fetched. */
export const cacheOf = (root: string): string => join(root, ".cache/release/base");

/** Which packages the image is made of. */
export function readBaseLock(root: string): BaseLock {
  return baseLockSchema.parse(JSON.parse(readFileSync(lockPath(root), "utf8")));
}

const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

const isThere = (path: string, wanted: string): boolean =>
  existsSync(path) && sha256(readFileSync(path)) === wanted;

/** Whether all of the base's packages are here, as the lock has them. */
export function hasBase(root: string): boolean {
  return readBaseLock(root).every((one) => isThere(join(cacheOf(root), one.file), one.sha256));
}

/** Fetches the packages of the lock by Debian's apt, and compares them. */
export function fetchBase(root: string, print: (line: string) => void): void {
  const cache = cacheOf(root);
  mkdirSync(cache, { recursive: true, mode: 0o755 });
  for (const one of readBaseLock(root)) {
    const path = join(cache, one.file);
    if (isThere(path, one.sha256)) continue;
    print(`Fetching ${one.name} ${one.version} …`);
    const wanted = `${one.name}=${one.version}`;
    try {
      execFileSync("apt-get", ["download", "-qq", wanted], { cwd: cache, stdio: "pipe" });
    } catch (error) {
      const { stderr = "" } = error as { stderr?: Buffer | string };
      throw new ReleaseProblem(
        `Debian has no ${wanted} (${String(stderr).trim().split("\n").at(-1)}): ` +
          "npm run release -- --base --renew takes today's versions.",
      );
    }
    if (!isThere(path, one.sha256))
      throw new ReleaseProblem(`${one.file} is not as the lock has it.`);
  }
}

/** A line of `apt-get download --print-uris`: address, file, size and the sum of the signed index. */
const LINE = /^'[^']*' ((\S+?)_(\S+)_\S+\.deb) \d+ SHA256:([0-9a-f]{64})$/;

/** The packages of lines that apt prints; throws where one is none. */
export function lockedBase(lines: string): BaseLock {
  return lines
    .trim()
    .split("\n")
    .map((line) => {
      const [, file = "", name = "", version = "", sum = ""] = LINE.exec(line) ?? [];
      if (file === "") throw new ReleaseProblem(`apt-get printed no package, but ${line}`);
      return { name, version: decodeURIComponent(version), file, sha256: sum };
    })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** Takes the versions that Debian has today into the lock. */
export function renewBase(root: string): void {
  const words = ["download", "--print-uris", "-qq", ...BASE_PACKAGES];
  const lines = execFileSync("apt-get", words, { encoding: "utf8" });
  writeFileSync(lockPath(root), `${JSON.stringify(lockedBase(lines), undefined, 2)}\n`);
}
