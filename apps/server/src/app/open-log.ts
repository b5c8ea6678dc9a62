import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { destination, multistream } from "pino";
import { createLog } from "../platform/log.ts";
import type { Config } from "./config/read-config.ts";

/** A log that is read more slowly than it is written loses lines beyond these bytes; it holds nobody up. */
const MOST_UNWRITTEN = 4_194_304;

/** The program's log: on the standard error; with a file, there, and only warnings on the standard error. */
export function openLog(config: Pick<Config, "logFile" | "logLevel">, name: string) {
  const screen = destination({ fd: 2, sync: false, maxLength: MOST_UNWRITTEN });
  if (config.logFile === undefined) return createLog({ level: config.logLevel, name }, screen);
  mkdirSync(dirname(config.logFile), { recursive: true });
  const { logFile: dest } = config;
  const file = destination({ dest, append: true, sync: false, maxLength: MOST_UNWRITTEN });
  const streams = [
    { level: config.logLevel as "info", stream: file },
    { level: "warn" as const, stream: screen },
  ];
  return createLog({ level: config.logLevel, name }, multistream(streams));
}
