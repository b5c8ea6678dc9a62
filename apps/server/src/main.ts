import "./app/disk-threads.ts";
import { runCommand } from "./app/command-line.ts";

/** Ctrl-C reaches a whole group of processes at once, some of which pass it on: that is one wish. */
const ONE_WISH_MS = 1_000;

const stopped = new Promise<void>((resolve) => {
  let first: number | undefined;
  const stop = (): void => {
    const now = performance.now();
    first ??= now;
    // Whoever asks again does not want to wait.
    if (now - first > ONE_WISH_MS) process.exit(130);
    resolve();
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  process.on("SIGHUP", stop);
  // Started by another program of ours: when that dies, whatever way, so do we.
  process.on("disconnect", resolve);
});

const code = await runCommand(process.argv.slice(2), {
  environment: process.env,
  print: (line) => console.log(line),
  complain: (line) => console.error(line),
  stopped,
});
process.exit(code);
