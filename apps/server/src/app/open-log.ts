import { mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { multistream } from "pino";
import { createLog } from "../platform/log.ts";
import type { Config } from "./config/read-config.ts";
import { LogOutput } from "./log-output.ts";

/** The program's log: on the standard error; with a file, there, and only warnings on the standard error. */
export function openLog(config: Pick<Config, "logFile" | "logLevel">, name: string) {
  const screen = new LogOutput(2);
  if (config.logFile === undefined) return createLog({ level: config.logLevel, name }, screen);
  mkdirSync(dirname(config.logFile), { recursive: true });
  const file = new LogOutput(openSync(config.logFile, "a", 0o600));
  const streams = [
    { level: config.logLevel as "info", stream: file },
    { level: "warn" as const, stream: screen },
  ];
  return createLog({ level: config.logLevel, name }, multistream(streams));
}
