import { access } from "node:fs/promises";
import { join } from "node:path";
import { revokeKey, rotateKnown } from "../domain/installation/known-keys.ts";
import { storedReceiptKeys, rotateReceiptKeys } from "../uploads/receipt/receipt-keys.ts";
import { rotateSessionKeys } from "../platform/identity/session-keys.ts";
import { POST_SECRET_FILE } from "../platform/open-store.ts";
import { rotatePostSecret } from "../platform/object-store/post-secret.ts";
import type { Db } from "../platform/postgres/schema.ts";
import type { Config } from "./config/read-config.ts";
import { withDatabase } from "./open-database.ts";
import { storedSessionKeys } from "./open-installation.ts";
import { StartProblem } from "./start-problem.ts";

/** Sessions and forms of this many rotations before stay good. */
const FORMER = 2;

/**
 * Puts new secrets before those of the data folder, and has the database know them; returns what is
 * left to do. Without a database the next start makes them known.
 */
export async function rotateKeys(
  { dataFolder, sessionKeys }: Pick<Config, "dataFolder" | "sessionKeys">,
  db: Db | undefined,
): Promise<string[]> {
  await rotatePostSecret(join(dataFolder, POST_SECRET_FILE), FORMER);
  if (db === undefined) {
    await rotateReceiptKeys(dataFolder, []);
    if (sessionKeys === undefined) await rotateSessionKeys(dataFolder, FORMER);
  } else {
    await rotateKnown(db, storedReceiptKeys(dataFolder), (known) =>
      rotateReceiptKeys(dataFolder, known),
    );
    if (sessionKeys === undefined)
      await rotateKnown(db, storedSessionKeys(dataFolder), (known) =>
        rotateSessionKeys(dataFolder, FORMER, { isLost: known.length > 0 }),
      );
  }
  return [
    "New keys are in the data folder. Restart every server and worker that uses it, together; to a server " +
      "with a data folder of its own copy receipt-keys.json and session.key first.",
    ...(sessionKeys === undefined
      ? []
      : ["SWATH_SESSION_KEY is set: put a new key before the one that it holds, by comma."]),
  ];
}

/** Whether there is a database to ask: none is made for a rotation. */
async function hasDatabase({ databaseUrl, dataFolder }: Config): Promise<boolean> {
  if (databaseUrl !== undefined) return true;
  return access(join(dataFolder, "postgres.json")).then(
    () => true,
    () => false,
  );
}

/** Calls with the configuration's database, whether its servers run or not; without one where there is none. */
async function withKeys<T>(config: Config, run: (db: Db | undefined) => Promise<T>): Promise<T> {
  return (await hasDatabase(config)) ? withDatabase(config, "either", "keys", run) : run(undefined);
}

/** {@link rotateKeys} of a configuration; what is left to do. */
export const rotateFromCommandLine = (config: Config): Promise<string[]> =>
  withKeys(config, (db) => rotateKeys(config, db));

/** Has every server refuse receipts of a former key, as of one that became known to others. */
export const revokeFromCommandLine = (config: Config, kid: string): Promise<string[]> =>
  withKeys(config, async (db) => {
    const found = db === undefined ? undefined : await revokeKey(db, kid);
    if (found?.kind === "revoked") return [`Receipts of the key ${kid} are refused from now on.`];
    const former = found?.former.join(", ") || "none";
    throw new StartProblem(
      `${kid} is no former key of receipts (${former}); rotate the keys first to revoke the newest.`,
    );
  });
