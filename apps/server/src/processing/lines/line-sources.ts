import { buffer } from "node:stream/consumers";
import { AppError } from "@swath/contract/errors";
import { LINES_JOB } from "@swath/contract/processing";
import type { ObjectPlace } from "../../platform/object-store/object-store.ts";
import type { InputFile } from "../inputs/input-file.ts";
import { outputFiles } from "../inputs/output-files.ts";
import type { RunDeps } from "../runs/run-deps.ts";
import type { FlownFile, PlanFile } from "./line-files.ts";
import { nameOf, planFiles } from "./kmz-files.ts";
import type { Processing } from "../../domain/processing/processing.tables.ts";

type Deps = Pick<RunDeps, "db" | "store" | "buckets">;

const MOST_FLOWN_BYTES = 67_108_864;
const MOST_PLAN_BYTES = 33_554_432;
const MOST_PLANS = 20;

/** A file that lines are drawn from. */
export interface FlownSource {
  readonly by: FlownFile["by"];
  readonly file: InputFile;
}

const OUTPUTS = {
  lines: { job: LINES_JOB, path: "lines.kmz" },
  trajectory: { job: "GPS", path: "trajectory.geojson" },
} as const satisfies Record<FlownFile["by"], { readonly job: string; readonly path: string }>;

/** The first of these that is published: what the lines' job drew, the track of the trajectory. */
export async function flownSource(
  deps: Deps,
  processing: Processing,
  order: readonly FlownFile["by"][],
): Promise<FlownSource | undefined> {
  for (const by of order) {
    const { job, path } = OUTPUTS[by];
    const file = (await outputFiles(deps, processing, job))?.find((each) => each.path === path);
    if (file !== undefined) return { by, file };
  }
  return undefined;
}

/** The plans that lines are clipped to, the first of very many. */
export async function planSources(
  deps: Deps,
  processing: Processing,
): Promise<readonly InputFile[]> {
  return (await planFiles(deps, processing)).slice(0, MOST_PLANS);
}

/** Reads what lines are drawn from into memory; a file that is too large for that is refused. */
export async function readFlown(deps: Deps, { by, file }: FlownSource): Promise<FlownFile> {
  return { by, bytes: await readBounded(deps, file, MOST_FLOWN_BYTES) };
}

export function readPlans(deps: Deps, files: readonly InputFile[]): Promise<readonly PlanFile[]> {
  return Promise.all(
    files.map(async (file) => ({
      name: nameOf(file),
      bytes: await readBounded(deps, file, MOST_PLAN_BYTES),
    })),
  );
}

async function readBounded(
  { store }: Deps,
  { bucket, key, size }: ObjectPlace & { readonly size: number },
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (size > most) throw new AppError("ENTITY_TOO_LARGE", "the file is too large to be drawn");
  return new Uint8Array(
    await buffer(await store.read(bucket, key, { range: { start: 0, length: size } })),
  );
}
