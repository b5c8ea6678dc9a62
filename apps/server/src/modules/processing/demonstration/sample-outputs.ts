import type { OutputManifest } from "@swath/contract/processing";
import {
  attemptPath,
  outputBucket,
  outputManifestKey,
  type OutputOwner,
} from "../../../domain/processing/output-place.ts";
import { giveHasherBack, takeHasher } from "../../../platform/hashing/xxh128.ts";
import type { ObjectStore } from "../../../platform/object-store/object-store.ts";
import type { ProcessingDeps } from "../processing-deps.ts";

export interface OutputPlace {
  readonly store: ObjectStore;
  readonly buckets: ProcessingDeps["buckets"];
}

/** A job's output that stands there as a run would have published it. */
export interface SampleOutput {
  readonly owner: OutputOwner & { readonly flight_id: string };
  readonly job: string;
  readonly attempt: number;
  readonly published: string;
}

const SAMPLE_NAME = "SAMPLE-DATA.txt";

async function xxh128(bytes: Buffer): Promise<string> {
  const hasher = await takeHasher();
  const digest = hasher.update(bytes).digest();
  giveHasherBack(hasher);
  return digest;
}

/** Writes one labelled sample and the manifest that publishes it. */
export async function writeSampleOutput(
  { store, buckets }: OutputPlace,
  { owner, job, attempt, published }: SampleOutput,
): Promise<void> {
  const text = `SAMPLE DATA, generated for the demonstration of Swath: nothing was processed.
flight ${owner.flight_id}, output of ${job}, attempt ${attempt}
`;
  const bytes = Buffer.from(text);
  const bucket = buckets[outputBucket(owner, job)];
  const folder = `${owner.guid}/${attemptPath(job, attempt)}`;
  await store.write(bucket, folder + SAMPLE_NAME, [bytes], { size: bytes.length });
  const manifest: OutputManifest = {
    version: 1,
    job,
    attempt,
    run: `demonstration-${owner.guid.slice(0, 8)}-${attempt}`,
    published,
    folder,
    files: [{ path: SAMPLE_NAME, size: bytes.length, xxh128: await xxh128(bytes), kind: "report" }],
  };
  const json = Buffer.from(JSON.stringify(manifest));
  await store.write(bucket, outputManifestKey(owner.guid, job), [json], { size: json.length });
}
