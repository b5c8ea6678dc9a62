import { expect, test } from "vitest";
import { keysSchema, manifestSchema } from "./snapshot-files.ts";

const manifest = (name: string) => ({
  format: 1,
  installation: "0b0c1a52-6e5e-4a11-9d52-0a3f0d6b2f11",
  taken: "2026-11-30T01:00:00.000Z",
  ended: "2026-11-30T01:00:01.000Z",
  release: "1.0.0",
  sealed: true,
  objects: { count: 0, bytes: 0, added: 0, addedBytes: 0 },
  faults: 0,
  files: [{ name, bytes: 1, sha256: "0".repeat(64) }],
});

test("a backup's own files are named", () => {
  for (const name of ["details.json", "database/public.first_sign_ins.copy.zst"])
    expect(manifestSchema.safeParse(manifest(name)).success).toBe(true);
  expect(keysSchema.safeParse({ "receipt-keys.json": "e30=" }).success).toBe(true);
});

const HOSTILE = ["../a", "database/../../a", "/etc/passwd", "a/b/c", ".hidden", "a\\..\\b", "a/.."];

test.for(HOSTILE)(
  "no name in a backup leads out of its folder, nor out of a data folder: %s",
  (name) => {
    expect(manifestSchema.safeParse(manifest(name)).success).toBe(false);
    expect(keysSchema.safeParse({ [name]: "e30=" }).success).toBe(false);
  },
);
