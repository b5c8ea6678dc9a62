import { text } from "node:stream/consumers";
import { AppError } from "@swath/contract/errors";
import { outputManifestSchema, type OutputManifest } from "@swath/contract/processing";
import { outputBucket, outputManifestKey } from "../../domain/processing/output-place.ts";
import type { ObjectPlace } from "../../platform/object-store/object-store.ts";
import type { RunDeps } from "../processing-deps.ts";
import type { InputFile } from "./input-file.ts";
import type { Processing } from "../../domain/processing/processing.tables.ts";

type Deps = Pick<RunDeps, "store" | "buckets">;

/** Reads an object that may not be there. */
export async function readIfThere(
  { store }: Pick<RunDeps, "store">,
  bucket: string,
  key: string,
): Promise<string | undefined> {
  try {
    return await text(await store.read(bucket, key));
  } catch (error) {
    if (error instanceof AppError && error.code === "OBJECT_NOT_FOUND") return undefined;
    throw error;
  }
}

/** A temporary address of a stored object, which a browser saves under the object's own name. */
export async function temporaryAddress(
  { store, clock }: Pick<RunDeps, "store" | "clock">,
  { bucket, key }: ObjectPlace,
  expiresInSeconds: number,
) {
  const expires = new Date(clock().getTime() + expiresInSeconds * 1_000).toISOString();
  const fileName = key.slice(key.lastIndexOf("/") + 1);
  return { url: await store.presignGet({ bucket, key, fileName, expiresInSeconds }), expires };
}

/** The manifest of a job's published attempt; undefined where none is published. */
export async function publishedManifest(
  deps: Deps,
  processing: Processing,
  job: string,
): Promise<OutputManifest | undefined> {
  const bucket = deps.buckets[outputBucket(processing, job)];
  const json = await readIfThere(deps, bucket, outputManifestKey(processing.guid, job));
  return json === undefined ? undefined : outputManifestSchema.parse(JSON.parse(json));
}

/** The published outputs of a job of the same processing; undefined where there are none. */
export async function outputFiles(
  deps: Deps,
  processing: Processing,
  job: string,
): Promise<InputFile[] | undefined> {
  const manifest = await publishedManifest(deps, processing, job);
  const bucket = deps.buckets[outputBucket(processing, job)];
  return manifest?.files.map(({ path, size, xxh128 }) => ({
    path,
    bucket,
    key: `${manifest.folder}${path}`,
    size,
    xxh128,
  }));
}
