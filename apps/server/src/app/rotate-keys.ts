import { join } from "node:path";
import { rotateReceiptKeys } from "../modules/uploads/receipt/receipt-keys.ts";
import { rotateSessionKeys } from "../platform/identity/session-keys.ts";
import { POST_SECRET_FILE } from "../platform/object-store/from-config.ts";
import { rotatePostSecret } from "../platform/object-store/post-secret.ts";
import type { Config } from "./config/read-config.ts";

/** Sessions and forms of this many rotations before stay good. */
const FORMER = 2;

/** Puts new secrets before those of the data folder; returns what is left to do. */
export async function rotateKeys({ dataFolder, sessionKeys }: Config): Promise<string[]> {
  await rotatePostSecret(join(dataFolder, POST_SECRET_FILE), FORMER);
  await rotateReceiptKeys(dataFolder);
  if (sessionKeys === undefined) await rotateSessionKeys(dataFolder, FORMER);
  return [
    "New keys are in the data folder. Restart every server and worker that uses it, together.",
    ...(sessionKeys === undefined
      ? []
      : ["SWATH_SESSION_KEY is set: put a new key before the one that it holds, by comma."]),
  ];
}
