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
const SECRET_QUERY =
  /([?&](?:code|state|token|access_token|refresh_token|id_token|id_token_hint|client_secret|nonce|x-amz-[a-z-]+)=)[^&#\s]*/gi;

/** An address without the values that open doors. */
export function withoutSecrets(address: string): string {
  return address.replace(SECRET_QUERY, "$1[hidden]");
}

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
