import { type Kysely, sql } from "kysely";
import type { FileEntry } from "@swath/contract/uploads";
import { afterAll, beforeAll, expect, test } from "vitest";
import { up } from "../../../../migrations/0018-manifest-pages.ts";
import { manifestOf, lidarFolder } from "../uploads/testing/source-folder.ts";
import { createUploadRig } from "../uploads/testing/upload-rig.ts";
import { readFiles } from "../uploads/manifest/read-files.ts";

let rig: Awaited<ReturnType<typeof createUploadRig>>;
beforeAll(async () => {
  rig = await createUploadRig();
});
afterAll(() => rig.close());

test("manifests that an earlier version kept whole are paged, file by file as they were", async () => {
  const { db } = rig;
  const upload = await rig.seed();
  const base = manifestOf(upload, lidarFolder(upload.flightId));
  const files = Array.from({ length: 2_001 }, (_, i) => {
    const fileName = `ü "${i}".range`;
    const fullPath = `${base.baseFolder}/${fileName}`;
    return { ...base.files[0]!, fileName, fullPath, originalSize: i + 1, zipped: i % 2 === 0 };
  });
  await sql`DROP TABLE upload_manifest_pages`.execute(db);
  await sql`ALTER TABLE upload_plans ADD COLUMN manifest text NOT NULL,
    DROP COLUMN landing`.execute(db);
  await sql`INSERT INTO upload_plans
      (upload_id, is_update, base_folder, manifest, digest, total_bytes, total_files)
    VALUES (${upload.uploadId}, false, ${base.baseFolder}, ${JSON.stringify({ ...base, files })},
      '', 0, 0)`.execute(db);
  await up(db as unknown as Kysely<unknown>);
  const pages: FileEntry[][] = [];
  for await (const page of readFiles(db, upload.uploadId)) pages.push(page);
  expect(pages.map((page) => page.length)).toEqual([1_000, 1_000, 1]);
  expect(pages.flat()).toEqual(files);
});
