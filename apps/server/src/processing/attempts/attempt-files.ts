import { outputManifestSchema, type OutputManifest } from "@swath/contract/processing";
import { attemptManifestKey } from "../../domain/processing/output-place.ts";
import { readIfThere } from "../inputs/output-files.ts";
import type { RunDeps } from "../runs/run-deps.ts";
import type { Processing } from "../../domain/processing/processing.tables.ts";

/** What an attempt left; undefined where it left nothing, or that was swept. */
export async function attemptManifest(
  { store }: Pick<RunDeps, "store">,
  { guid }: Pick<Processing, "guid">,
  run: {
    readonly bucket: string;
    readonly attempt: number;
    readonly stage: { readonly name: string };
  },
): Promise<OutputManifest | undefined> {
  const key = attemptManifestKey(guid, run.stage.name, run.attempt);
  const json = await readIfThere({ store }, run.bucket, key);
  return json === undefined ? undefined : outputManifestSchema.parse(JSON.parse(json));
}
