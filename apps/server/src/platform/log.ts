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

/** The program's log: one JSON object a line, without secrets. */
export function createLog(
  options: { readonly level: string; readonly name: string },
  destination?: DestinationStream,
): Logger {
  return pino({ ...options, redact: { paths: PATHS, censor: "[hidden]" } }, destination);
}
