import "./app/private-files.ts";
import "./app/disk-threads.ts";
import { runCommand } from "./app/command-line.ts";

/** Ctrl-C reaches a whole group of processes, some of which pass it on: signals so close are one. */
const ONE_SIGNAL_MS = 1_000;

const stopped = new Promise<void>((resolve) => {
  let first: number | undefined;
  const stop = (): void => {
    const now = performance.now();
    first ??= now;
    // A second signal ends the program without waiting.
    if (now - first > ONE_SIGNAL_MS) process.exit(130);
    resolve();
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  process.on("SIGHUP", stop);
  // Started by another program of ours: when that ends, so does this one.
  process.on("disconnect", resolve);
});

const code = await runCommand(process.argv.slice(2), {
  environment: process.env,
  print: (line) => console.log(line),
  printError: (line) => console.error(line),
  stopped,
});
process.exit(code);
