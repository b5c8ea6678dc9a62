import { planObjects, sealedManifestSchema } from "@swath/contract/uploads";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { storedFiles } from "./receipt/stored-files.ts";
import { lidarFolder, manifestOf, rangeBytes, type SourceFile } from "./testing/source-folder.ts";
import { ReplacedScene } from "./testing/replaced-scene.ts";
import type { SeededUpload } from "./testing/test-browser.ts";
import { createUploadRig } from "./testing/upload-rig.ts";

type Form = "NFC" | "NFD";

let rig: Awaited<ReturnType<typeof createUploadRig>>;
let upload: SeededUpload;
beforeEach(async () => {
  rig = await createUploadRig();
  upload = await rig.seed();
});
afterEach(() => rig.close());

/** A file that is sent alone and one of a bundle, in a folder with an accent, as a drive spells it. */
function accented(form: Form, seed = 1): SourceFile[] {
  const { flightId } = upload;
  return [1_500_000, 2_000].map((length, index) => ({
    path: `${flightId}_045/${flightId}_01/Müller/${flightId}_01_000${index + 2}é.range`.normalize(
      form,
    ),
    bytes: rangeBytes(length, seed + index),
    zipped: true,
    destination: "LiDAR",
  }));
}

async function send(source: readonly SourceFile[], isUpdate: boolean): Promise<void> {
  await rig.browser("crew").upload(upload, source, isUpdate);
  await rig.server.hand.runAll();
  expect(await rig.stateOf(upload)).toMatchObject({ status: "DATA_READY", reason: null });
}

const keys = async (): Promise<string[]> =>
  (await rig.keysIn(rig.buckets.lidar)).filter(
    (key) => key.endsWith("\u00e9.range".normalize()) || key.endsWith("e\u0301.range"),
  );

/** Data as an earlier release stored it: under the spelling of the drive that it came from. */
async function storeDecomposed(): Promise<void> {
  await send([...lidarFolder(upload.flightId), ...accented("NFC")], false);
  const { lidar } = rig.buckets;
  for (const key of await keys()) {
    const bytes = await rig.bytesAt(lidar, key);
    await rig.files.write(lidar, key.normalize("NFD"), [bytes], { size: bytes.length });
    await rig.files.remove(lidar, [key]);
  }
  const manifest = await sealedKey();
  const text = Buffer.from((await rig.bytesAt(lidar, manifest)).toString().normalize("NFD"));
  await rig.files.write(lidar, manifest, [text], { size: text.length });
}

const sealedKey = async (): Promise<string> =>
  (await rig.keysIn(rig.buckets.lidar)).find((key) => key.endsWith("_metadata.json"))!;

async function sealedPaths(): Promise<string[]> {
  const text = (await rig.bytesAt(rig.buckets.lidar, await sealedKey())).toString();
  const { files } = sealedManifestSchema.parse(JSON.parse(text));
  return files.map(({ fullPath }) => fullPath).filter((path) => path.endsWith(".range"));
}

describe("an update", () => {
  test("from a Mac changes in place what was sent from Windows", async () => {
    await send([...lidarFolder(upload.flightId), ...accented("NFC")], false);
    await send(accented("NFD", 7), true);
    expect(await keys()).toHaveLength(2);
    expect(await rig.differing(upload, accented("NFC", 7))).toEqual([]);
    expect(await sealedPaths()).toHaveLength(3);
  });

  test("from Windows changes in place what an earlier release stored as a Mac spelled it", async () => {
    await storeDecomposed();
    await send(accented("NFC", 7), true);
    expect(await keys()).toEqual(accented("NFD").map(({ path }) => expect.stringContaining(path)));
    expect(await rig.differing(upload, accented("NFD", 7))).toEqual([]);
    expect((await sealedPaths()).filter((path) => path !== path.normalize("NFC"))).toHaveLength(2);
    const stored = await storedFiles(rig, await rig.stateOf(upload));
    expect(stored.flatMap(({ places }) => places).filter(({ fault }) => fault !== null)).toEqual(
      [],
    );
    expect(stored).toHaveLength(lidarFolder(upload.flightId).length + 2);
  });
});

describe("a resumption", () => {
  test.each([
    ["Windows", "Mac", "NFC", "NFD"],
    ["Mac", "Windows", "NFD", "NFC"],
  ] as const)(
    "of what a program on %s began sends the rest from a %s",
    async (_, __, first, then) => {
      const folder = (form: Form) => [...lidarFolder(upload.flightId), ...accented(form)];
      const crew = rig.browser("crew");
      await crew.begin(upload, manifestOf(upload, folder(first)));
      await crew.move(upload, "UPLOADING");
      const [alone] = planObjects(manifestOf(upload, accented(first)).files);
      await crew.send(upload, folder(first), [alone!.name]);
      await crew.move(upload, "UPLOAD_PAUSED");
      await crew.move(upload, "GENERATING_METADATA_N_CHECK_PROGRESS");
      const again = await crew.metadata(upload, manifestOf(upload, folder(then)));
      expect(again.remaining_task_key_list).not.toContain(alone!.name);
      await crew.move(upload, "CHECKING_CONCURRENT_UPLOAD");
      await crew.move(upload, "UPLOADING");
      await crew.send(upload, folder(then), again.remaining_task_key_list);
      await crew.move(upload, "UPLOAD_INTEGRITY_CHECK");
      await crew.move(upload, "UPLOAD_COMPLETE");
      await rig.server.hand.runAll();
      expect(await rig.differing(upload, folder("NFC"))).toEqual([]);
    },
  );

  test("of a plan of an earlier release in another spelling is planned anew, and sent whole", async () => {
    const source = [...lidarFolder(upload.flightId), ...accented("NFC")];
    const crew = rig.browser("crew");
    await crew.begin(upload, manifestOf(upload, source));
    await crew.move(upload, "UPLOADING");
    await crew.send(upload, source);
    await crew.move(upload, "UPLOAD_PAUSED");
    await sql`UPDATE upload_manifest_pages SET files = normalize(files, NFD)`.execute(rig.db);
    await sql`UPDATE upload_objects SET name = normalize(name, NFD)`.execute(rig.db);
    await sql`UPDATE upload_plans SET digest = 'of the other spelling'`.execute(rig.db);
    await crew.move(upload, "GENERATING_METADATA_N_CHECK_PROGRESS");
    const again = await crew.metadata(upload, manifestOf(upload, source));
    expect(again.remaining_task_key_list).toEqual(
      planObjects(manifestOf(upload, source).files).map(({ name }) => name),
    );
  });
});

test("a replaced file is brought back by any spelling of its name", async () => {
  const scene = await ReplacedScene.seed(rig);
  upload = scene.upload;
  await scene.send(accented("NFC"));
  await scene.send(accented("NFD", 7));
  const { id } = (await scene.list()).replacements[0]!;
  await scene.bringBack(
    id,
    accented("NFD").map(({ path }) => path),
  );
  expect(await rig.differing(upload, accented("NFC"))).toEqual([]);
});
