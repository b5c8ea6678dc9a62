import { writeFileSync } from "node:fs";

/**
 * Loaded into a server by `--import`: writes the longest turn of its event loop, in milliseconds of
 * its own thread's processor time, whenever it gets SIGUSR2. Time in which other programs had the
 * processor does not count.
 */
const EVERY_MS = 5;
const path = process.env["BENCH_PROBE"];
const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

if (path !== undefined) {
  let longest = 0;
  let last = cpuMs();
  setInterval(() => {
    const now = cpuMs();
    longest = Math.max(longest, now - last);
    last = now;
  }, EVERY_MS).unref();
  process.on("SIGUSR2", () => {
    writeFileSync(path, String(longest));
    longest = 0;
  });
}
