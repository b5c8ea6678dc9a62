import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import type { Sending } from "./client-runs.ts";

/** By which a person sends a folder. */
export const CLIENT_PROGRAMS = ["command", "browser"] as const;
export type ClientProgram = (typeof CLIENT_PROGRAMS)[number];

/** How often it takes over what is being sent elsewhere. */
export type TakeOver = "always" | "once" | "never";

const file = (name: string): string => join(import.meta.dirname, name);

/** The words that start it; `profile` is the folder of the browser that is started again. */
export function wordsOf(
  { program, place, upload, folder, origin }: Sending,
  takeOver: TakeOver,
  profile: string = mkdtempSync(join(place, "profile-")),
): readonly string[] {
  const { flightId, uploadId, uploadType, sensorName } = upload;
  return program === "command"
    ? [file("upload-client.ts"), origin, flightId, uploadType, sensorName, folder, takeOver]
    : [file("browser-client.ts"), origin, flightId, uploadId, folder, profile, takeOver];
}
