import { readdir, readFile } from "node:fs/promises";
import { basename, extname } from "node:path";
import { fileURLToPath } from "node:url";
import type { OutputManifest } from "@swath/contract/processing";
import type { ArchiveDeps } from "../archive/archive-place.ts";
import {
  attemptManifestKey,
  attemptPath,
  outputBucket,
  outputManifestKey,
} from "../domain/processing/output-place.ts";
import type { Processing } from "../domain/processing/processing.tables.ts";
import { sampleLines } from "./sample-lines.ts";
import { type SampleFile, sampleText, writeFiles, writeJson } from "./write-samples.ts";

/** An attempt's output that stands in the store as a run would have published it. */
export interface SampleOutput {
  readonly owner: Processing;
  readonly job: string;
  readonly attempt: number;
  readonly published: string;
  /** Whether its outputs are current. */
  readonly isJobs?: boolean;
}

const PREVIEWS = fileURLToPath(new URL("./previews/", import.meta.url));
const STRIPS = ["strips/places.json", "strip-differences.svg"];
/** The drawn files that jobs left; the other jobs left the labelled text alone. */
const DRAWN: Readonly<Record<string, readonly string[]>> = {
  ICP1_MineIP1: STRIPS,
  ICP2_MineIP1: STRIPS,
  DEM1: ["relief.svg"],
  QA1: ["density.svg", "qa.html", "quality/places.json", "relief.svg", "strip-differences.svg"],
};
const KINDS: Readonly<Record<string, string>> = {
  ".svg": "preview",
  ".json": "table",
  ".html": "report",
};

async function drawnFiles({ job, attempt }: SampleOutput): Promise<readonly SampleFile[]> {
  const folder = `${PREVIEWS}attempt-${attempt}/`;
  const there = new Set(await readdir(folder, { recursive: true }).catch((): string[] => []));
  const names = (DRAWN[job] ?? []).filter((name) => there.has(name));
  return Promise.all(
    names.map(async (name) => ({
      path: basename(name),
      kind: KINDS[extname(name)] ?? "other",
      bytes: await readFile(folder + name),
    })),
  );
}

/** Writes a labelled sample, what was drawn for it, and the manifests that list and publish it. */
export async function writeOutput(
  { store, buckets }: Pick<ArchiveDeps, "store" | "buckets">,
  output: SampleOutput,
): Promise<void> {
  const { owner, job, attempt, published, isJobs = true } = output;
  const folder = `${owner.guid}/${attemptPath(job, attempt)}`;
  const target = { store, bucket: buckets[outputBucket(owner, job)], folder };
  const text = `nothing was processed.\nflight ${owner.flight_id}, output of ${job}, attempt ${attempt}`;
  const files = [sampleText(text), ...(await drawnFiles(output)), ...sampleLines(job, owner)];
  const manifest: OutputManifest = {
    version: 1,
    job,
    attempt,
    run: `demonstration-${owner.guid.slice(0, 8)}-${attempt}`,
    published,
    folder,
    files: await writeFiles(target, files),
  };
  await writeJson(target, attemptManifestKey(owner.guid, job, attempt), manifest);
  if (isJobs) await writeJson(target, outputManifestKey(owner.guid, job), manifest);
}
