import { pino, type DestinationStream, type Logger } from "pino";

/** What never reaches a log: whatever opens a door. */
const SECRET = [
  "authorization",
  "cookie",
  '["set-cookie"]',
  "token",
  "access_token",
  "refresh_token",
  "id_token",
  "password",
  "client_secret",
];
const PATHS = SECRET.flatMap((name) => {
  const property = name.startsWith("[") ? name : `.${name}`;
  return [name, `*${property}`, `*.*${property}`, `*.*.*${property}`];
});

export interface LogOptions {
  readonly level: string;
  readonly name: string;
}

/** The program's log: one JSON object a line, without secrets. */
export function createLog(options: LogOptions, destination?: DestinationStream): Logger {
  return pino(
    {
      level: options.level,
      name: options.name,
      redact: { paths: PATHS, censor: "[hidden]" },
    },
    destination,
  );
}
