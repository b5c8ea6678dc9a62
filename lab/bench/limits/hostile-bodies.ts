import { PART_BYTES } from "../../../packages/contract/src/uploads/object-size.ts";

/** An upload that awaits its manifest. */
export interface Preparing {
  readonly flightId: string;
  readonly uploadId: string;
  readonly uploadType: string;
  readonly sensorName: string;
}

export interface Body {
  readonly name: string;
  readonly text: string;
}

const MEGABYTE = 1_048_576;
const MANIFEST_FILES = 200_000;

function manifestOf(upload: Preparing, sizes: readonly number[]): string {
  const folder = `${upload.flightId}_045`;
  const files = sizes.map((originalSize, index) => {
    const fileName = `${upload.flightId}_01_${String(index).padStart(6, "0")}.range`;
    const fullPath = `${folder}/${upload.flightId}_01/${fileName}`;
    const parts = Math.max(1, Math.ceil(originalSize / PART_BYTES));
    return { fileName, fullPath, originalSize, parts, zipped: true, destination: "LiDAR" };
  });
  return JSON.stringify({ metadata: { ...upload, isUpdate: false, baseFolder: folder, files } });
}

function manyKeys(bytes: number): string {
  const members: string[] = [];
  for (let length = 2, i = 0; length < bytes; i += 1) {
    const member = `"k${i}":1`;
    members.push(member);
    length += member.length + 1;
  }
  return `{${members.join(",")}}`;
}

/** Bodies that once held a server up, each made when it is sent. */
export function* hostileBodies(upload: Preparing): Generator<Body> {
  yield { name: "60 MB of nested arrays", text: "[".repeat(60 * MEGABYTE) };
  yield {
    name: "60 MB of short arrays",
    text: `{"metadata":{"files":[${"[],".repeat(20 * MEGABYTE)}1]}}`,
  };
  yield { name: "38 MB of keys", text: manyKeys(38 * MEGABYTE) };
  yield { name: "38 MB of keys as the files", text: `{"metadata":${manyKeys(38 * MEGABYTE)}}` };
  yield {
    name: "a manifest of 200 files of 100,000 parts",
    text: manifestOf(
      upload,
      Array.from({ length: 200 }, () => 100_000 * PART_BYTES),
    ),
  };
  yield {
    name: "a manifest of one file of 200,000 parts",
    text: manifestOf(upload, [200_000 * PART_BYTES]),
  };
  yield {
    name: "a manifest of 24 files of 10,000 parts (legal)",
    text: manifestOf(
      upload,
      Array.from({ length: 24 }, () => 10_000 * PART_BYTES),
    ),
  };
  yield {
    name: "a manifest of 200,000 small files (legal)",
    text: manifestOf(
      upload,
      Array.from({ length: MANIFEST_FILES }, (_, i) => 1_000 + i),
    ),
  };
  yield {
    name: "a manifest of 200,000 large files (legal)",
    text: manifestOf(
      upload,
      Array.from({ length: MANIFEST_FILES }, (_, i) => 2_000_000 + i),
    ),
  };
}
