import { buffer } from "node:stream/consumers";
import type { SealedFile } from "@swath/contract/uploads";
import { expect, test } from "vitest";
import { readSealedManifest, sealedManifestBytes } from "./sealed-manifest.ts";

const head = {
  flightId: "FL000123",
  uploadId: "0123456789abcdef01234567",
  uploadType: "LiDAR",
  sensorName: "Optech Galaxy Prime - 045",
  isUpdate: false,
  baseFolder: "FL000123_045",
  user: "Crew",
  sealed: "2026-11-22T10:00:00.000Z",
} as const;
const files = Array.from({ length: 1_203 }, (_, i): SealedFile => ({
  fileName: `${i}.range`,
  fullPath: `FL000123_045/${i}.range`,
  originalSize: 10,
  parts: 1,
  zipped: true,
  destination: "LiDAR",
  xxh128: [i.toString(16).padStart(32, "0")],
}));

async function* once(text: string | Buffer): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

test("a sealed manifest is read as it was written", async () => {
  const bytes = await buffer(sealedManifestBytes(head, files));
  expect(JSON.parse(bytes.toString())).toEqual({ ...head, files });
  expect(await readSealedManifest(once(bytes))).toEqual({ ...head, files });
});

test("a file of as many parts as there may be is read", async () => {
  const large = { ...files[0]!, xxh128: Array.from({ length: 10_000 }, () => "0".repeat(32)) };
  const bytes = await buffer(sealedManifestBytes(head, [large]));
  expect((await readSealedManifest(once(bytes)))?.files).toEqual([large]);
});

test("what is no sealed manifest is none", async () => {
  for (const text of ["<html>", "{}", '{"files":[]}', JSON.stringify({ ...head, files: [1] })])
    expect(await readSealedManifest(once(text))).toBeUndefined();
});
