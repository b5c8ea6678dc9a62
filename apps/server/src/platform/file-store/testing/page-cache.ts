import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Bytes of a file that are in the kernel's page cache. */
export const cachedBytes = (path: string): number =>
  Number(execFileSync("fincore", ["--bytes", "--noheadings", "--output", "RES", path]));

/** Whether this machine has files that are not in the page cache, and can tell. */
export function passesCache(): boolean {
  const path = join(tmpdir(), `swath-direct-${process.pid}`);
  try {
    const words = ["if=/dev/zero", `of=${path}`, "bs=64k", "count=16", "oflag=direct"];
    execFileSync("dd", words, { stdio: "ignore" });
    return cachedBytes(path) === 0;
  } catch {
    return false;
  } finally {
    rmSync(path, { force: true });
  }
}
