import { spawnSync } from "node:child_process";
import { AppError } from "@swath/contract/errors";
import { endpoints } from "@swath/contract/endpoints";
import { tokenOf } from "../../../e2e/api.ts";
import { freePort, Process, ready, removeFolder, temporaryFolder } from "../../../e2e/swath.ts";
import type { Planted, Surroundings } from "./fault-kind.ts";
import { steadyApi } from "./steady-api.ts";

const MAIN = "apps/server/src/main.ts";

/** A leader's reset gives an upload back from nearly every state. */
const GIVEN_BACK = "READY_FOR_UPLOAD";

/** Resets the upload in a copy of the installation; answers how that went. */
async function resetIn(
  copy: { origin: string; env: Readonly<Record<string, string>> },
  { client }: Surroundings,
) {
  const { flightId, uploadId } = client.sending.upload;
  const api = steadyApi({ origin: copy.origin, token: tokenOf(copy, "leader") });
  const params = { flightId, uploadId };
  const query = { status: GIVEN_BACK } as const;
  try {
    await api.call(endpoints.moveUpload, { params, query, body: { reason: "In a copy." } });
    return "reset there";
  } catch (error) {
    if (error instanceof AppError) return `${error.code} there`;
    throw error;
  }
}

/**
 * The data folder is copied while all runs, and a server is started on the copy, works there and is
 * stopped: the original's PostgreSQL and its records stay as they are.
 */
export async function copyFolder(surroundings: Surroundings): Promise<Planted | undefined> {
  const { stand, client } = surroundings;
  const before = stand.postmaster;
  const { status } = await client.sending.readState();
  if (before === undefined || status === GIVEN_BACK) return undefined;
  const data = temporaryFolder("copied");
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  // The copy's database is its own.
  const { DATABASE_URL: _, ...own } = stand.env;
  const env = { ...own, PORT: String(port), SWATH_PUBLIC_URL: origin, SWATH_DATA: data };
  // As a person copies it: what goes meanwhile is missing.
  spawnSync("cp", ["-a", `${stand.data}/.`, data], { stdio: "ignore" });
  const server = new Process([MAIN, "serve"], env);
  let what = "";
  try {
    what = await ready(origin, server).then(
      () => resetIn({ origin, env }, surroundings),
      () => `refused: ${server.output.trim().split("\n").at(-1)}`,
    );
  } finally {
    await server.end();
    removeFolder(data);
  }
  const faults = [
    ...(stand.postmaster === before ? [] : ["the original's PostgreSQL was ended"]),
    ...((await client.sending.readState()).status === GIVEN_BACK
      ? ["the original's upload was reset"]
      : []),
  ];
  return {
    what,
    losses: 0,
    ...(faults.length > 0 && { violation: `${what}: ${faults.join(", ")}` }),
  };
}
