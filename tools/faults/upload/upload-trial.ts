import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { routes } from "@swath/contract/routes";
import type { UploadType } from "@swath/contract/uploads";
import { readyUpload, type ReadyUpload, tokenOf } from "../../../e2e/api.ts";
import { arrivedIn } from "../../../e2e/destination.ts";
import { folderHashes, sampleFolder } from "../../../e2e/folder.ts";
import { removeFolder, temporaryFolder } from "../../../e2e/swath.ts";
import { systemClock } from "../../../apps/server/src/platform/clock.ts";
import { openObjectStore } from "../../../apps/server/src/platform/object-store/from-config.ts";
import type { Chance } from "../../fuzz/chance.ts";
import { nodeApi } from "../../testing/uploads/node-api.ts";
import { UploadClient } from "./client-runs.ts";
import type { UploadFaultKind } from "./upload-kinds.ts";
import type { UploadStand } from "./upload-stand.ts";

/** Faults that are tried for one that meets something. */
const TRIES = 3;
/** While the client reads and validates the folder, nothing is under way. */
const FIRST_MS = 1_000;
const MOST_BETWEEN_MS = 2_000;
/** What a folder takes on one connection, uncompressed. */
const SENDING_SECONDS = 30;
/** So that calls remain quick. */
const LEAST_BYTES_PER_SECOND = 10_000;
/** After the last fault; a lease ends after 60 s, a due rebuild is asked for again after as long. */
const SETTLE_MS = 240_000;

interface PlantedFault {
  readonly kind: string;
  readonly what: string;
}

export interface TrialOutcome {
  readonly upload: ReadyUpload;
  readonly faults: readonly PlantedFault[];
  readonly seconds: number;
  readonly runs: number;
  /** Undefined where every stored byte is equal. */
  readonly violation: string | undefined;
}

interface TrialPlan {
  readonly type: UploadType;
  readonly kinds: readonly UploadFaultKind[];
  readonly faults: number;
  readonly chance: Chance;
}

/** Uploads a folder of a type, plants faults meanwhile, and compares what is stored in the end. */
export async function uploadTrial(stand: UploadStand, plan: TrialPlan): Promise<TrialOutcome> {
  const place = temporaryFolder("upload-trial");
  const token = tokenOf(stand, "crew");
  const upload = await readyUpload(stand, token, plan.type);
  const folder = sampleFolder(upload, place);
  stand.way.limit(Math.max(LEAST_BYTES_PER_SECOND, bytesOf(folder) / SENDING_SECONDS));
  const began = performance.now();
  const hasData = (): Promise<boolean> => isDataReady(stand, token, upload);
  const { origin } = stand.way;
  const client = new UploadClient({ upload, folder, origin, token, hasData });
  const sending = client.keepSending();
  try {
    const faults = await plantFaults(stand, client, plan);
    await stand.upright();
    await Promise.race([sending, sleep(SETTLE_MS)]);
    const violation = client.isReady
      ? await difference(stand, upload, folder)
      : `not ready ${SETTLE_MS / 1_000} s after the last fault; the client:\n${client.output}`;
    const seconds = (performance.now() - began) / 1_000;
    return { upload, faults, seconds, runs: client.runs, violation };
  } finally {
    client.giveUp();
    await sending;
    removeFolder(place);
  }
}

/** What the server itself says, asked on a way that nothing disturbs. */
async function isDataReady(
  { origin }: UploadStand,
  token: string,
  { flightId, uploadId }: ReadyUpload,
): Promise<boolean> {
  const params = { flightId, uploadId };
  const state = await nodeApi({ origin, token }).call(routes.readUpload, { params });
  return state.status === "DATA_READY";
}

function bytesOf(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.reduce(
    (sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size,
    0,
  );
}

/** Faults one after the other, until enough met something or the data is ready. */
async function plantFaults(
  stand: UploadStand,
  client: UploadClient,
  { kinds, faults, chance }: TrialPlan,
): Promise<PlantedFault[]> {
  const planted: PlantedFault[] = [];
  await sleep(FIRST_MS);
  for (let tries = 0; tries < faults * TRIES && planted.length < faults; tries += 1) {
    await sleep(chance.below(MOST_BETWEEN_MS));
    if (client.isReady) break;
    const kind = chance.pick(kinds);
    const what = await kind.plant({ stand, client, chance });
    if (what !== undefined) planted.push({ kind: kind.name, what });
    await stand.upright();
  }
  return planted;
}

async function difference(
  { data, origin }: UploadStand,
  upload: ReadyUpload,
  folder: string,
): Promise<string | undefined> {
  const options = { kind: "file", dataFolder: data, publicUrl: origin } as const;
  const store = await openObjectStore(options, systemClock);
  const [stored, source] = await Promise.all([arrivedIn(store, upload), folderHashes(folder)]);
  const differing = [...source].filter(([path, hash]) => stored.get(path) !== hash);
  const more = [...stored.keys()].filter((path) => !source.has(path));
  if (differing.length === 0 && more.length === 0) return undefined;
  return `differs: ${differing.map(([path]) => path).join(", ")}; not in the source: ${more.join(", ")}`;
}
