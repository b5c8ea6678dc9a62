import { FLIGHT_LINES_FILE, type KmzKind, LINES_JOB } from "@swath/contract/processing";
import type { UploadType } from "@swath/contract/uploads";
import { plansOfProject } from "@swath/survey/areas";
import { FILE_KINDS } from "@swath/survey/rules";
import type { InputFile } from "../inputs/input-file.ts";
import { outputFiles } from "../inputs/output-files.ts";
import { uploadFiles } from "../inputs/upload-files.ts";
import type { RunDeps } from "../runs/run-deps.ts";
import type { Processing } from "../../domain/processing/processing.tables.ts";

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

/** The flight plans of a processing's project among what its uploads brought. */
export async function planFiles(deps: Deps, processing: Processing): Promise<readonly InputFile[]> {
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
