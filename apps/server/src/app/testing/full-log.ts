// A process of its own: logs to a disk that is full, goes on, and ends with a line unwritten.
import { setTimeout as sleep } from "node:timers/promises";
import { openLog } from "../open-log.ts";

const log = openLog({ logFile: "/dev/full", logLevel: "info" }, "full");
for (let line = 0; line < 10; line += 1) {
  log.info("a line");
  await sleep(10);
}
log.info("the last line");
process.exit(7);
