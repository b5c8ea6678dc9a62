// A process of its own: logs 10 MB of warnings and reports that it goes on.
import { openLog } from "../open-log.ts";

const log = openLog({ logFile: undefined, logLevel: "info" }, "flood");
const text = "x".repeat(1_000);
for (let line = 0; line < 10_000; line += 1) log.warn(text);
process.send?.("goes on", () => process.kill(process.pid, "SIGKILL"));
