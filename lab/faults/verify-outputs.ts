import { text } from "node:stream/consumers";
import { xxhash128 } from "hash-wasm";
import { type OutputManifest, outputManifestSchema } from "@swath/contract/processing";
import { outputManifestKey } from "../../apps/server/src/domain/processing/output-place.ts";
import { BUCKETS } from "./place.ts";
import type { Stand } from "./stand.ts";
import { expectedOutputs } from "./stages.ts";

const BUCKET = BUCKETS.terrainMapperProcessing;
const EXPECTED = expectedOutputs();

async function readObject({ store }: Stand, key: string): Promise<string | undefined> {
  if ((await store.head(BUCKET, key)) === undefined) return undefined;
  return text(await store.read(BUCKET, key));
}

async function readManifest(stand: Stand, key: string): Promise<OutputManifest | undefined> {
  const json = await readObject(stand, key);
  return json === undefined ? undefined : outputManifestSchema.parse(JSON.parse(json));
}

/** What a job published, compared with its record and with what its stage must compute. */
export async function verifyOutputs(
  stand: Stand,
  { processing, name, status }: { processing: string; name: string; status: string },
  published: { readonly id: string; readonly attempt: number } | undefined,
): Promise<string[]> {
  const job = `${processing}-${name}`;
  const manifest = await readManifest(stand, outputManifestKey(processing, name));
  if (published === undefined)
    return manifest === undefined ? [] : [`${job}: a manifest stands that no run published`];
  if (manifest === undefined) return [`${job}: its published manifest is missing`];
  const faults: string[] = [];
  if (manifest.attempt !== published.attempt || manifest.run !== `swath-${published.id}`)
    faults.push(`${job}: its manifest is of ${manifest.run}, not of swath-${published.id}`);
  const expected = EXPECTED[name] ?? {};
  const paths = manifest.files.map(({ path }) => path).toSorted();
  if (status === "COMPLETED" && paths.join() !== Object.keys(expected).toSorted().join())
    faults.push(`${job}: it published ${paths.join()}`);
  for (const { path, size, xxh128 } of manifest.files) {
    const content = await readObject(stand, `${manifest.folder}${path}`);
    if (content?.length !== size || (await xxhash128(content)) !== xxh128)
      faults.push(`${job}: ${path} is not what its manifest says`);
    // With errors, what was collected is of fewer tasks.
    const isPartial = status !== "COMPLETED" && path === "all.txt";
    if (content === undefined || (!isPartial && content !== expected[path]))
      faults.push(`${job}: ${path} holds other bytes than its stage computes`);
  }
  return faults;
}
