import { execFileSync } from "node:child_process";
import type { Ticket } from "./peer-calls.ts";

/** Seconds that curl needs to post the files to the store's own endpoint, one after the other. */
export function postByCurl(files: readonly string[], tickets: readonly Ticket[]): number {
  const started = performance.now();
  files.forEach((file, n) => {
    const { url, fields } = tickets[n]!;
    const form = Object.entries(fields).flatMap(([name, value]) => [
      "--form-string",
      `${name}=${value}`,
    ]);
    execFileSync("curl", ["-fsS", "-o", "/dev/null", ...form, "-F", `file=@"${file}"`, url]);
  });
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
