import {
  type BucketRole,
  destinationBuckets,
  destinationPrefix,
  manifestName,
  type SealedManifest,
} from "@swath/contract/uploads";
import { sensorNumber } from "@swath/contract/ids";
import { xxh128Of } from "../../platform/hashing/xxh128.ts";
import type { ObjectStore } from "../../platform/object-store/object-store.ts";
import type { UploadHistory } from "./upload-history.ts";

/** Where data goes. */
export interface DataPlace {
  readonly store: ObjectStore;
  readonly buckets: Readonly<Record<BucketRole, string>>;
}

const SAMPLE_NAME = "SAMPLE-DATA.txt";
const ROWS = 60;

const destinationOf = ({ type }: UploadHistory): "IMAGERY" | "LiDAR" =>
  type.includes("Imagery") ? "IMAGERY" : "LiDAR";

/** `s3://bucket/prefix` of an upload's data. */
export function sampleLocations(past: UploadHistory, buckets: DataPlace["buckets"]): string[] {
  const prefix = destinationPrefix({ flightId: past.flightId, uploadType: past.type });
  return destinationBuckets(past.type, destinationOf(past)).map(
    (role) => `s3://${buckets[role]}/${prefix}`,
  );
}

/** A text that says what it is, with a made-up trajectory: the same for the same upload. */
function sampleText({ flightId, type, sensorName, updated }: UploadHistory): Buffer {
  const start = Date.parse(updated);
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const time = new Date(start - (ROWS - row) * 1_000).toISOString();
    return `${time},${(-31.9 + row / 2_000).toFixed(6)},${(115.8 + row / 900).toFixed(6)},1200.0`;
  });
  const lines = [
    "SAMPLE DATA, generated for the demonstration of Swath: nobody flew this.",
    `flight ${flightId}, ${type} of ${sensorName}`,
    "time (UTC),latitude,longitude,height (m)",
    ...rows,
  ];
  return Buffer.from(`${lines.join("\n")}\n`);
}

function sealed(
  past: UploadHistory,
  uploadId: string,
  user: string,
): Omit<SealedManifest, "files"> {
  const { flightId, type: uploadType, sensorName, updated } = past;
  const baseFolder = `${flightId}_${sensorNumber(sensorName)}`;
  return {
    flightId,
    uploadId,
    uploadType,
    sensorName,
    isUpdate: false,
    baseFolder,
    user,
    sealed: updated,
  };
}

/** A file that an upload brought besides. */
export interface BroughtFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The data of an upload. */
export interface Sample {
  readonly past: UploadHistory;
  readonly uploadId: string;
  readonly user: string;
  readonly brought: readonly BroughtFile[];
}

/** Writes the data of an upload as a rebuild leaves it: labelled samples and the sealed manifest. */
export async function writeSample(
  { store, buckets }: DataPlace,
  { past, uploadId, user, brought }: Sample,
): Promise<void> {
  const head = sealed(past, uploadId, user);
  const folder = `${destinationPrefix({ flightId: past.flightId, uploadType: past.type })}${head.baseFolder}/`;
  const destination = destinationOf(past);
  const label = { name: SAMPLE_NAME, bytes: sampleText(past) };
  const files = [label, ...brought].map(({ name, bytes }) => ({ name, bytes: Buffer.from(bytes) }));
  const listed = files.map(async ({ name, bytes }) => ({
    fileName: name,
    fullPath: `${head.baseFolder}/${name}`,
    originalSize: bytes.length,
    parts: 1,
    zipped: false,
    destination,
    xxh128: [await xxh128Of(bytes)],
  }));
  const sealedManifest: SealedManifest = { ...head, files: await Promise.all(listed) };
  const manifest = Buffer.from(JSON.stringify(sealedManifest));
  for (const role of destinationBuckets(past.type, destination)) {
    const bucket = buckets[role];
    for (const { name, bytes } of files)
      await store.write(bucket, folder + name, [bytes], { size: bytes.length });
    const key = folder + manifestName(past.flightId);
    await store.write(bucket, key, [manifest], { size: manifest.length });
  }
}
