import type { OutputManifest } from "@swath/contract/processing";
import {
  attemptManifestKey,
  attemptPath,
  outputBucket,
  outputManifestKey,
  type OutputOwner,
} from "../../domain/processing/output-place.ts";
import { xxh128Of } from "../../platform/hashing/xxh128.ts";
import type { ObjectStore } from "../../platform/object-store/object-store.ts";
import type { ProcessingDeps } from "../processing-deps.ts";

/** A file that an output has beside its label. */
export interface SampleFile {
  readonly name: string;
  readonly kind: string;
  readonly bytes: Buffer;
}

export interface OutputPlace {
  readonly store: ObjectStore;
  readonly buckets: ProcessingDeps["buckets"];
}

/** A job's output that stands there as a run would have published it. */
export interface SampleOutput {
  readonly owner: OutputOwner & {
    readonly flight_id: string;
    readonly project_id: string | null;
    readonly aoi_no: number | null;
  };
  readonly job: string;
  readonly attempt: number;
  readonly published: string;
  /** Whether its outputs are the job's. */
  readonly isJobs?: boolean;
}

const SAMPLE_NAME = "SAMPLE-DATA.txt";

/** Writes one labelled sample, what was drawn for it, and the manifests that list and publish it. */
export async function writeSampleOutput(
  { store, buckets }: OutputPlace,
  { owner, job, attempt, published, isJobs = true }: SampleOutput,
  drawn: readonly SampleFile[] = [],
): Promise<void> {
  const text = `SAMPLE DATA, generated for the demonstration of Swath: nothing was processed.
flight ${owner.flight_id}, output of ${job}, attempt ${attempt}
`;
  const bucket = buckets[outputBucket(owner, job)];
  const folder = `${owner.guid}/${attemptPath(job, attempt)}`;
  const files: OutputManifest["files"] = [];
  const label: SampleFile = { name: SAMPLE_NAME, kind: "report", bytes: Buffer.from(text) };
  for (const { name, kind, bytes } of [label, ...drawn]) {
    const size = bytes.length;
    await store.write(bucket, folder + name, [bytes], { size });
    files.push({ path: name, size, xxh128: await xxh128Of(bytes), kind });
  }
  const manifest: OutputManifest = {
    version: 1,
    job,
    attempt,
    run: `demonstration-${owner.guid.slice(0, 8)}-${attempt}`,
    published,
    folder,
    files,
  };
  const json = Buffer.from(JSON.stringify(manifest));
  const keys = [
    attemptManifestKey(owner.guid, job, attempt),
    ...(isJobs ? [outputManifestKey(owner.guid, job)] : []),
  ];
  for (const key of keys) await store.write(bucket, key, [json], { size: json.length });
}
