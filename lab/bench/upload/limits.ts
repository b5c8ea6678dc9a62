import { execFile, execFileSync } from "node:child_process";
import { promisify } from "node:util";
import type { Ticket } from "./peer-calls.ts";

const run = promisify(execFile);

/**
 * Seconds that curl needs to post the files to a store's own endpoint, one after the other. The store
 * may be served by this process, which goes on meanwhile.
 */
export async function postByCurl(
  files: readonly string[],
  tickets: readonly Ticket[],
): Promise<number> {
  const started = performance.now();
  for (const [n, file] of files.entries()) {
    const { url, fields } = tickets[n]!;
    const form = Object.entries(fields).flatMap(([name, value]) => [
      "--form-string",
      `${name}=${value}`,
    ]);
    await run("curl", ["-fsS", "-o", "/dev/null", ...form, "-F", `file=@"${file}"`, url]);
  }
  return (performance.now() - started) / 1000;
}

/** Seconds that native zstd needs to compress the files at level 3 with this many threads. */
export function compressByZstd(files: readonly string[], threads: number): number {
  const started = performance.now();
  execFileSync("zstd", ["-3", `-T${threads}`, "-c", "-q", ...files], {
    stdio: ["ignore", "ignore", "inherit"],
    maxBuffer: 0,
  });
  return (performance.now() - started) / 1000;
}
