import { endpoints } from "@swath/contract/endpoints";
import { type Manifest, MAX_PARTS, PART_BYTES, partCount } from "@swath/contract/uploads";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { lidarFolder, manifestOf } from "../testing/source-folder.ts";
import type { SeededUpload } from "../testing/test-browser.ts";
import { createUploadRig } from "../testing/upload-rig.ts";

let rig: Awaited<ReturnType<typeof createUploadRig>>;
let upload: SeededUpload;
let manifest: Manifest;
beforeEach(async () => {
  rig = await createUploadRig();
  upload = await rig.seed();
  manifest = manifestOf(upload, lidarFolder(upload.flightId));
  const crew = rig.browser("crew");
  await crew.move(upload, "VALIDATING_SOURCE");
  await crew.move(upload, "GENERATING_METADATA_N_UPLOAD_TASK");
});
afterEach(() => rig.close());

const base = (): Manifest => manifest;

/** Sends whatever body, as a client that is not ours might; answers the code of the refusal. */
async function codeOf(body: unknown, subject = "crew"): Promise<string> {
  const { identity } = rig.browser(subject);
  const { flightId, uploadId } = upload;
  const call = rig.server.ask(endpoints.checkProgress, {
    params: { flightId, uploadId },
    body: body as never,
    identity,
  });
  return call.then(
    () => "taken",
    (error: unknown) => (error as { code?: string }).code ?? String(error),
  );
}

const filesOf = (count: number, originalSize: number, name = "x") =>
  Array.from({ length: count }, (_, i) => {
    const fileName = `${name}${i}.range`;
    const fullPath = `${base().baseFolder}/${fileName}`;
    const parts = partCount(originalSize);
    return { fileName, fullPath, originalSize, parts, zipped: true, destination: "LiDAR" };
  });

async function plannedObjects(): Promise<number> {
  const { count } = await rig.db
    .selectFrom("upload_objects")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

describe("a manifest", () => {
  test("of 200 files with 100,000 parts each is refused, and nothing is laid out", async () => {
    const files = filesOf(200, 100_000 * PART_BYTES);
    expect(await codeOf({ metadata: { ...base(), files } })).toBe("INVALID_REQUEST");
    expect(await plannedObjects()).toBe(0);
  });

  test("of one file with 200,000 parts is refused", async () => {
    const files = filesOf(1, 200_000 * PART_BYTES);
    expect(await codeOf({ metadata: { ...base(), files } })).toBe("INVALID_REQUEST");
  });

  test("of more objects than a plan may hold is refused, though each file is small enough", async () => {
    const files = filesOf(26, MAX_PARTS * PART_BYTES);
    expect(await codeOf({ metadata: { ...base(), files } })).toBe("INVALID_REQUEST");
    expect(await plannedObjects()).toBe(0);
  });

  test.each([
    ["no list of files", () => ({ metadata: { ...base(), files: undefined } })],
    ["a file that is none", () => ({ metadata: { ...base(), files: [1] } })],
    [
      "files with more than they have",
      () => ({ metadata: { ...base(), files: [{ ...base().files[0], x: 1 }] } }),
    ],
    ["no files", () => ({ metadata: { ...base(), files: [] } })],
    ["more than a manifest", () => ({ metadata: base(), more: 1 })],
    [
      "another folder than its files",
      () => ({ metadata: { ...base(), baseFolder: "FL000999_045" } }),
    ],
    [
      "a file twice",
      () => ({ metadata: { ...base(), files: [base().files[0], base().files[0]] } }),
    ],
    [
      "one file in two spellings",
      () => ({
        metadata: {
          ...base(),
          files: ["M\u00fcller", "Mu\u0308ller"].flatMap((name) => filesOf(1, 2_000_000, name)),
        },
      }),
    ],
    ["nothing", () => undefined],
  ])("with %s is refused", async (_, body) => {
    expect(await codeOf(body())).toBe("INVALID_REQUEST");
  });

  test("whose part would be named as another file is refused", async () => {
    const [parts] = filesOf(1, 3 * PART_BYTES);
    const named = (part: string) => {
      const fileName = `${parts!.fileName}.part${part}`;
      const fullPath = `${parts!.fullPath}.part${part}`;
      return { ...parts!, fileName, fullPath, originalSize: 2_000_000, parts: 1 };
    };
    const outcome = (part: string): Promise<string> =>
      codeOf({ metadata: { ...base(), files: [named(part), parts] } });
    expect(await outcome("0003")).toBe("INVALID_PATH");
    expect(await outcome("0004")).toBe("taken");
  });

  test("is the same manifest, whatever the order of what it says", async () => {
    const crew = rig.browser("crew");
    const { files, ...head } = base();
    await crew.metadata(upload, base());
    await crew.move(upload, "CHECKING_CONCURRENT_UPLOAD");
    await crew.move(upload, "UPLOADING");
    await crew.move(upload, "UPLOAD_PAUSED");
    await crew.move(upload, "GENERATING_METADATA_N_CHECK_PROGRESS");
    expect(await codeOf({ metadata: { files, ...head } })).toBe("taken");
  });

  test("of somebody else is not read", async () => {
    let read = false;
    const { identity } = rig.browser("stranger");
    const { flightId, uploadId } = upload;
    const body = { toJSON: () => ((read = true), {}) };
    const call = rig.server.ask(endpoints.checkProgress, {
      params: { flightId, uploadId },
      body,
      identity,
    });
    await expect(call).rejects.toMatchObject({ code: "NOT_UPLOAD_OWNER" });
    expect(read).toBe(false);
  });

  test("of three pages of files is planned in their order, as it would be whole", async () => {
    const crew = rig.browser("crew");
    const files = filesOf(2_500, 2_000_000);
    const { remaining_task_key_list: names } = await crew.metadata(upload, {
      ...base(),
      files: files as never,
    });
    const [first] = names;
    expect(names).toHaveLength(2_500);
    expect([first, names.at(-1)]).toEqual([
      `${base().baseFolder}@x0.range`,
      `${base().baseFolder}@x2499.range`,
    ]);
  });
});
