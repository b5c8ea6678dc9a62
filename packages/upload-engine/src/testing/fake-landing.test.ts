import { type Manifest, planObjects, type UploadAuthBody } from "@swath/contract/uploads";
import { expect, test } from "vitest";
import { fakeChecksum } from "./fake-bytes.ts";
import { FakeLanding, postName } from "./fake-landing.ts";
import { folder, JOB } from "./upload-scene.ts";

test("a damaged piece of a whole object is forgotten alone", () => {
  const { baseFolder, files } = folder({ name: "a.range", size: 9_000_000 });
  const manifest: Manifest = {
    ...JOB,
    baseFolder,
    files: files.map(({ entry }) => Object.assign({ parts: 1 }, entry)),
  };
  const { name: filePath, sourceBytes } = planObjects(manifest.files)[0]!;
  const landing = new FakeLanding();
  const first = { offset: 0, length: 4_000_000 };
  const second = { offset: 4_000_000, length: sourceBytes - 4_000_000 };
  for (const piece of [first, second]) {
    const claim = { filePath, piece, checksum: fakeChecksum("x") } as UploadAuthBody;
    landing.receive(claim, "x", piece.length, manifest);
  }
  expect(landing.progress(manifest).remaining_task_key_list).toEqual([]);
  landing.forget(postName(filePath, second));
  expect(landing.progress(manifest)).toEqual({
    remaining_task_key_list: [filePath],
    landed_pieces: { [filePath]: [first] },
  });
});
