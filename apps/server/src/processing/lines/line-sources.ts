import { AppError } from "@swath/contract/errors";
import { FLIGHT_LINES_FILE, type KmzKind, LINES_JOB } from "@swath/contract/processing";
import type { UploadType } from "@swath/contract/uploads";
import { plansOfProject } from "@swath/survey/areas";
import { FILE_KINDS } from "@swath/survey/rules";
import { buffer } from "node:stream/consumers";
import type { Processing } from "../../domain/processing/processing.tables.ts";
import type { ObjectPlace } from "../../platform/object-store/object-store.ts";
import type { InputFile } from "../inputs/input-file.ts";
import { outputFiles } from "../inputs/output-files.ts";
import { uploadFiles } from "../inputs/upload-files.ts";
import type { RunDeps } from "../processing-deps.ts";
import type { FlownFile, PlanFile } from "./line-files.ts";

type Deps = Pick<RunDeps, "db" | "store" | "buckets">;

/** The uploads that plans and coverages come with. */
const UPLOADS: readonly UploadType[] = ["LiDAR", "MediumFormatImagery"];

const KMZ = /\.kmz$/i;

/** The name of a file without its folders. */
export const nameOf = ({ path }: Pick<InputFile, "path">): string =>
  path.slice(path.lastIndexOf("/") + 1);

/** The plans (named `PRJ…`) or coverages (every other KMZ) that a processing's uploads brought. */
async function uploaded(
  deps: Deps,
  processing: Processing,
  kind: "plan" | "coverage",
): Promise<readonly InputFile[]> {
  const found = await Promise.all(UPLOADS.map((type) => uploadFiles(deps, processing, type)));
  return found
    .flatMap((files) => files ?? [])
    .filter(({ path }) => KMZ.test(path))
    .filter(({ path }) => FILE_KINDS.flightPlan.claims.test(path) === (kind === "plan"));
}

/** The uploaded flight plans of a processing's project. */
async function planFiles(deps: Deps, processing: Processing): Promise<readonly InputFile[]> {
  const plans = await uploaded(deps, processing, "plan");
  const own = new Set(
    plansOfProject(
      plans.map(({ path }) => path),
      processing.project_id,
    ),
  );
  return plans.filter(({ path }) => own.has(path));
}

/** The KMZ files of a processing, of one kind. */
export async function kmzFiles(
  deps: Deps,
  processing: Processing,
  kind: KmzKind,
): Promise<readonly InputFile[]> {
  if (kind === "plan") return planFiles(deps, processing);
  if (kind === "coverage") return uploaded(deps, processing, kind);
  const outputs = (await outputFiles(deps, processing, LINES_JOB)) ?? [];
  return outputs.filter(({ path }) => FLIGHT_LINES_FILE.test(path));
}

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

/** The first of these that is published: the KMZ of the lines' job, or the track of the trajectory. */
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

/** Reads the source of lines into memory; throws ENTITY_TOO_LARGE. */
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
