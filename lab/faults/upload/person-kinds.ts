import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@swath/contract/errors";
import { endpoints } from "@swath/contract/endpoints";
import { LEASE_MS, UPLOAD_STATUS } from "@swath/contract/uploads";
import { tokenOf } from "../../../e2e/api.ts";
import type { TakeOver } from "./client-program.ts";
import { away, type Planted, type Surroundings, type UploadFaultKind } from "./fault-kind.ts";
import { steadyApi } from "./steady-api.ts";
import { readConfig } from "../../../apps/server/src/app/config/read-config.ts";
import { demonstrationToken } from "../../../apps/server/src/platform/embedded-identity/demonstration-token.ts";
import { providerKeys } from "../../../apps/server/src/platform/embedded-identity/keys.ts";

const DAY_MS = 86_400_000;
const SECONDS = 60;
const aDayAgo = (): Date => new Date(Date.now() - DAY_MS);

/** A bearer of a demonstration account that was good for a minute a day ago. */
async function expiredToken(
  env: Readonly<Record<string, string>>,
  account: string,
): Promise<string> {
  const { publicUrl, dataFolder, groups } = readConfig({ ...process.env, ...env });
  const keys = await providerKeys(dataFolder);
  const token = await demonstrationToken(account, {
    publicUrl,
    keys,
    groups,
    clock: aDayAgo,
    seconds: SECONDS,
  });
  if (token === undefined) throw new Error(`no account ${account}`);
  return token;
}

/** Beyond a lease: 90 s at most. */
const MOST_LONGER_ASLEEP_MS = 30_000;
const HOUR_MS = 3_600_000;
const HOLDER = "faults-other-holder";

/** What one asks for who has not the upload; the answer to each has to be a refusal. */
async function attempt(
  { stand, client }: Surroundings,
  account: "crew" | "crew2",
): Promise<Planted | undefined> {
  const { flightId, uploadId } = client.sending.upload;
  const { status } = await client.sending.readState();
  const { fingerprint } = client;
  if (!UPLOAD_STATUS[status].active || fingerprint === undefined) return undefined;
  const api = steadyApi({ origin: stand.origin, token: tokenOf(stand, account) });
  const refusals: string[] = [];
  for (const wanted of ["UPLOAD_PAUSED", "UPLOAD_CANCELLED"] as const) {
    const params = { flightId, uploadId };
    const refused = await api
      .call(endpoints.moveUpload, {
        params,
        query: { status: wanted, fingerprint, holder: HOLDER },
      })
      .then(() => undefined, codeOf);
    const what = `${wanted} as ${account}`;
    if (refused === undefined) return { what, violation: `${what} was not refused` };
    refusals.push(refused);
  }
  return { what: refusals.join(", "), losses: 0 };
}

/** The code of a refusal; throws what is none. */
function codeOf(error: unknown): string {
  if (error instanceof AppError) return error.code;
  throw error;
}

async function withExpiredToken({ stand, client, chance }: Surroundings) {
  const ms = away(chance);
  const good = tokenOf(stand, "crew");
  if (!client.tell({ token: await expiredToken(stand.env, "crew") })) {
    client.tell({ token: good });
    return undefined;
  }
  await sleep(ms);
  client.tell({ token: good });
  return { what: `for ${ms} ms` };
}

function wrongClock({ client, chance }: Surroundings): Planted | undefined {
  const clockMs = chance.pick([-HOUR_MS, HOUR_MS]);
  return client.tell({ clockMs }) ? { what: `wrong by ${clockMs} ms from now on` } : undefined;
}

function another({ client }: Surroundings, takeOver: TakeOver): Planted | undefined {
  return client.startAnother(takeOver) ? { what: "one more, of the same folder" } : undefined;
}

/** What happens to the client, and who else there is. */
export const PERSON_KINDS: readonly UploadFaultKind[] = [
  {
    name: "client-killed",
    plant: async ({ client }) => (client.kill() ? { what: "SIGKILL" } : undefined),
  },
  {
    name: "client-twice",
    // The second one takes the upload, and the first takes it back: two who never yield would never end.
    plant: async (surroundings) => {
      const planted = another(surroundings, "once");
      return planted && { ...planted, losses: 2 };
    },
  },
  { name: "client-waiting", plant: async (surroundings) => another(surroundings, "never") },
  { name: "holder-refused", plant: (surroundings) => attempt(surroundings, "crew") },
  { name: "person-refused", plant: (surroundings) => attempt(surroundings, "crew2") },
  {
    name: "session-lost",
    plant: async ({ client }) => (client.loseSession() ? { what: "signed out" } : undefined),
  },
  { name: "token-expired", plant: withExpiredToken },
  { name: "clock-wrong", plant: async (surroundings) => wrongClock(surroundings) },
  {
    name: "asleep",
    plant: async ({ client, chance }) => {
      const ms = LEASE_MS + chance.below(MOST_LONGER_ASLEEP_MS);
      return (await client.sleep(ms)) ? { what: `for ${ms} ms` } : undefined;
    },
  },
];
