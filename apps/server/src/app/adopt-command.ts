import { readConfig } from "./config/read-config.ts";
import { openAppDatabase } from "./open-database.ts";
import { adoptParts } from "./open-installation.ts";
import { openAppStore } from "./open-store.ts";
import { openLog } from "./open-log.ts";
import type { Terminal } from "./terminal.ts";

/**
 * Makes the configuration's data folder, database and store one installation: the embedded database
 * becomes this folder's, with a new password where that is lost, and with an identity every part gets
 * that one. Nothing of records or objects changes. The exit code.
 */
export async function adoptFromCommandLine(
  terminal: Terminal,
  id: string | undefined,
): Promise<number> {
  const config = readConfig(terminal.environment);
  const log = openLog({ ...config, logLevel: "warn" }, "swath adopt");
  const { db, close } = await openAppDatabase(config, "adopt", log);
  try {
    let adopted = "";
    await openAppStore(config, db, async (parts) => (adopted = await adoptParts(parts, id)));
    terminal.print(`Data folder, database and store are of the installation ${adopted}.`);
    return 0;
  } finally {
    await close();
  }
}
