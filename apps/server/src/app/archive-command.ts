import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@swath/contract/errors";
import { flightIdSchema } from "@swath/contract/ids";
import { finishedArchives, orderArchive, readOrder } from "../archive/orders/archive-order.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { readConfig } from "./config/read-config.ts";
import { withDatabase } from "./open-database.ts";
import type { Terminal } from "./terminal.ts";

const POLL_MS = 500;

/** Orders the archive of a flight, and waits until a worker has carried it out; answers the exit code. */
export async function archiveFromCommandLine(
  terminal: Terminal,
  flightId: string,
): Promise<number> {
  if (!flightIdSchema.safeParse(flightId).success) {
    terminal.printError(`${flightId} is no flight: it must be FL and 6 digits.`);
    return 2;
  }
  const config = readConfig(terminal.environment);
  return withDatabase(config, "join", "archive", async (db) => {
    try {
      await orderArchive({ db, buckets: config.buckets }, flightId, { actor: "swath" });
      return await follow(terminal, db, flightId);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      terminal.printError(`Not archived: ${error.message}.`);
      return 1;
    }
  });
}

/** Prints how an order goes on until it has ended or the command is stopped. */
async function follow(terminal: Terminal, db: Db, flightId: string): Promise<number> {
  const stopped = terminal.stopped.then(() => true);
  terminal.print(`The archive of ${flightId} is ordered; a worker carries it out.`);
  let printed: string | null = null;
  for (;;) {
    const order = await readOrder(db, flightId);
    if (order?.status === "FAILED") {
      terminal.printError(`Not archived: ${order.reason ?? "without a reason"}.`);
      return 1;
    }
    if (order?.status === "DONE") {
      for (const { bucket, prefix, objects, bytes } of await finishedArchives(db, flightId))
        terminal.print(`Archived: ${objects} objects, ${bytes} bytes, s3://${bucket}/${prefix}`);
      return 0;
    }
    const reason = order?.reason ?? null;
    if (reason !== null && reason !== printed)
      terminal.printError(`An attempt failed and is made again: ${reason}`);
    printed = reason;
    if (await Promise.race([sleep(POLL_MS, false), stopped])) {
      terminal.print("The order stands: the worker goes on without this command.");
      return 0;
    }
  }
}
