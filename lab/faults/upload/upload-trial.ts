import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { endpoints } from "@swath/contract/endpoints";
import type { UploadType } from "@swath/contract/uploads";
import { readyUpload, type ReadyUpload, tokenOf } from "../../../e2e/api.ts";
import { sampleFolder } from "../../../e2e/folder.ts";
import { removeFolder, temporaryFolder } from "../../../e2e/swath.ts";
import type { Chance } from "../../fuzz/chance.ts";
import type { ClientProgram } from "./client-program.ts";
import { type Sending, type StatedEnd, UploadClient } from "./client-runs.ts";
import { type Laid, layOnDrive } from "./drive-kinds.ts";
import type { Surroundings } from "./fault-kind.ts";
import { folderBytes } from "./flight-files.ts";
import { type Again, type PlantedFault, Plants } from "./plants.ts";
import { ROT, rot } from "./published-kinds.ts";
import { steadyApi } from "./steady-api.ts";
import { difference, neededBytes } from "./stored-data.ts";
import { UPLOAD_KINDS } from "./upload-kinds.ts";
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
/** Between two looks at the worker. */
const LOOK_MS = 5_000;
const REASON = "The folder was changed on the drive.";

export interface TrialOutcome {
  readonly upload: ReadyUpload;
  readonly program: ClientProgram;
  readonly faults: readonly PlantedFault[];
  readonly statedEnds: readonly StatedEnd[];
  readonly seconds: number;
  readonly runs: number;
  readonly again: Again;
  /** Undefined where every stored byte is equal, and no more was sent again than may be. */
  readonly violation: string | undefined;
}

interface TrialPlan {
  readonly program: ClientProgram;
  readonly type: UploadType;
  /** By name; all where none is named. */
  readonly kinds: readonly string[];
  readonly faults: number;
  readonly chance: Chance;
}

/** Uploads a folder of a type, plants faults meanwhile, and judges what is stored in the end. */
export async function uploadTrial(stand: UploadStand, plan: TrialPlan): Promise<TrialOutcome> {
  const place = temporaryFolder("upload-trial");
  const upload = await readyUpload(stand, tokenOf(stand, "crew"), plan.type);
  const folder = sampleFolder(upload, join(place, "drive"));
  const client = clientOf(stand, plan.program, { upload, folder, place });
  const surroundings = { stand, client, chance: plan.chance };
  const laid = await layOnDrive(surroundings, plan.kinds);
  stand.way.limit(Math.max(LEAST_BYTES_PER_SECOND, folderBytes(folder) / SENDING_SECONDS));
  const meter = stand.way.count();
  const began = performance.now();
  const sending = client.keepSending();
  try {
    const plants = new Plants(meter);
    for (const { kind, what } of laid) plants.add({ kind, what, losses: 0 });
    await plantFaults(surroundings, plan, plants);
    await stand.upright();
    if (plants.violation === undefined) await settle(stand, sending);
    const { statedEnds, runs } = client;
    const again = plants.again(client.isReady ? await neededBytes(stand, upload) : 0);
    const violation =
      plants.violation ??
      client.violation ??
      (await verdict(stand, client, { again, laid })) ??
      (await rotten(surroundings, plan, plants));
    const seconds = (performance.now() - began) / 1_000;
    const { faults } = plants;
    const { program } = plan;
    return { upload, program, faults, statedEnds, seconds, runs, again, violation };
  } finally {
    client.giveUp();
    await sending;
    removeFolder(place);
  }
}

/** Waits until the client has ended; a worker that ends by itself meanwhile is started again. */
async function settle(stand: UploadStand, sending: Promise<void>): Promise<void> {
  const until = performance.now() + SETTLE_MS;
  const over = sending.then(() => true);
  while (performance.now() < until) {
    if (await Promise.race([over, sleep(LOOK_MS, false)])) return;
    await stand.upright();
  }
}

/** A person of the crew who sends a folder on the disturbed way. */
function clientOf(
  stand: UploadStand,
  program: ClientProgram,
  what: Pick<Sending, "upload" | "folder" | "place">,
): UploadClient {
  const { origin } = stand;
  const token = tokenOf(stand, "crew");
  const { flightId, uploadId } = what.upload;
  const params = { flightId, uploadId };
  return new UploadClient({
    ...what,
    program,
    origin: stand.way.origin,
    token,
    readState: () => steadyApi({ origin, token }).call(endpoints.readUpload, { params }),
    reset: async () => {
      // A reset takes a recent sign-in: a token of this moment.
      const leader = tokenOf({ origin, env: stand.env }, "leader");
      const request = {
        params,
        query: { status: "READY_FOR_UPLOAD" },
        body: { reason: REASON },
      } as const;
      await steadyApi({ origin, token: leader }).call(endpoints.moveUpload, request);
    },
  });
}

/** Faults one after the other, until enough met something or the data is ready. */
async function plantFaults(
  surroundings: Surroundings,
  { kinds: names, faults, chance }: TrialPlan,
  plants: Plants,
): Promise<void> {
  const { stand, client } = surroundings;
  const kinds = UPLOAD_KINDS.filter(({ name }) => isWanted(name, names));
  if (kinds.length === 0) return;
  const most = plants.faults.length + faults;
  await sleep(FIRST_MS);
  for (let tries = 0; tries < faults * TRIES && plants.faults.length < most; tries += 1) {
    await sleep(chance.below(MOST_BETWEEN_MS));
    if (client.isReady || client.violation !== undefined) return;
    const kind = chance.pick(kinds);
    plants.begin();
    const planted = await kind.plant(surroundings);
    if (planted !== undefined) plants.add({ kind: kind.name, ...planted });
    if (planted?.violation !== undefined) return;
    await stand.upright();
  }
}

const isWanted = (name: string, names: readonly string[]): boolean =>
  names.length === 0 || names.includes(name);

/** Lets published data rot; answers what must not be of it. */
async function rotten(
  surroundings: Surroundings,
  { kinds }: TrialPlan,
  plants: Plants,
): Promise<string | undefined> {
  const planted = isWanted(ROT, kinds) ? await rot(surroundings) : undefined;
  if (planted !== undefined) plants.add({ kind: ROT, losses: 0, ...planted });
  return planted?.violation;
}

interface Judged {
  readonly again: Again;
  readonly laid: readonly Laid[];
}

/** What must not be of an upload that ended, or did not. */
async function verdict(
  { data, origin }: UploadStand,
  client: UploadClient,
  { again: { bytes, most }, laid }: Judged,
): Promise<string | undefined> {
  const { upload, folder } = client.sending;
  if (!client.isReady)
    return `not ready ${SETTLE_MS / 1_000} s after the last fault; the client:\n${client.output}`;
  // What another fault took from the drive before it was read, nobody can name.
  const entries = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const left = new Set(entries.map((path) => basename(path)));
  const named = laid.flatMap((one) => one.named).filter((name) => left.has(name));
  const untold = named.filter((name) => !client.told(name));
  if (untold.length > 0) return `not told: ${untold.join(", ")}; the client:\n${client.output}`;
  const linked = new Map(laid.flatMap((one) => [...one.linked]));
  const differing = await difference({ data, origin }, upload, { folder, linked });
  if (differing !== undefined) return differing;
  return bytes > most ? `${bytes} bytes were sent again, ${most} at most may be` : undefined;
}
