import { createHash, createPublicKey, verify } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AppError } from "@swath/contract/errors";
import { endpoints } from "@swath/contract/endpoints";
import { PART_BYTES, type Receipt, receiptLine, signedText } from "@swath/contract/uploads";
import { createXXHash128 } from "hash-wasm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { systemClock } from "../../platform/clock/clock.ts";
import { recordServe, testIdentity } from "../../platform/http/testing/recorded-serve.ts";
import type { SeededUpload } from "../testing/test-browser.ts";
import { lidarFolder, manifestOf, rangeBytes, type SourceFile } from "../testing/source-folder.ts";
import { createUploadRig } from "../testing/upload-rig.ts";
import { openReceiptKeys, type ReceiptKeys } from "./receipt-keys.ts";
import { serveReceipts } from "./receipts.routes.ts";

let rig: Awaited<ReturnType<typeof createUploadRig>>;
let folder: string;
let keys: ReceiptKeys;
let ask: ReturnType<typeof recordServe>["ask"];
let upload: SeededUpload;
let source: readonly SourceFile[];

const crew = testIdentity("crew");
const at = () => ({ params: { flightId: upload.flightId, uploadId: upload.uploadId } });
const receipt = async () => (await ask(endpoints.makeReceipt, { ...at(), identity: crew })).reply;
const listed = async () => (await ask(endpoints.listStoredFiles, at())).reply.files;
const code = (error: unknown) => (error instanceof AppError ? error.code : error);
const lidarKey = (path: string) => `${upload.flightId}/LiDAR/${path}`;

beforeEach(async () => {
  rig = await createUploadRig();
  folder = await mkdtemp(join(tmpdir(), "swath-receipts-"));
  keys = await openReceiptKeys(folder, rig.db);
  const recorded = recordServe();
  ask = recorded.ask;
  const { db, store, buckets } = rig;
  serveReceipts(recorded.serve, { db, store, buckets, clock: systemClock, keys });
  upload = await rig.seed();
  source = lidarFolder(upload.flightId);
});
afterEach(async () => {
  await rig.close();
  await rm(folder, { recursive: true });
});

async function send(files = source, isUpdate = false): Promise<void> {
  await rig.browser("crew").upload(upload, files, isUpdate);
  await rig.server.hand.runAll();
}

async function isSigned({ head, signature }: Receipt): Promise<boolean> {
  const published = (await keys.published()).keys.find(({ kid }) => kid === head.kid);
  const key = createPublicKey({ key: { ...published }, format: "jwk" });
  return verify(null, Buffer.from(signedText(head)), key, Buffer.from(signature, "base64"));
}

test("a receipt names every file with its source's checksum and place, and is signed", async () => {
  await send();
  const made = await receipt();
  const hasher = await createXXHash128();
  const expected = source.map(({ path, bytes }) => ({
    path,
    bytes: bytes.length,
    xxh128: [hasher.init().update(bytes).digest()],
    places: [{ bucket: rig.buckets.lidar, key: lidarKey(path) }],
  }));
  expect(made.files).toMatchObject(expected.toSorted((a, b) => (a.path < b.path ? -1 : 1)));
  expect(made.head).toMatchObject({
    flightId: upload.flightId,
    readyBy: "Crew",
    madeBy: "Crew",
    files: source.length,
    bytes: source.reduce((sum, { bytes }) => sum + bytes.length, 0),
    kid: keys.kid,
  });
  const hash = createHash("sha256").update(made.files.map(receiptLine).join(""));
  expect(made.head.sha256).toBe(hash.digest("hex"));
  expect(await isSigned(made)).toBe(true);
  expect(await isSigned({ ...made, head: { ...made.head, bytes: 1 } })).toBe(false);
});

test("a file of several parts has the checksum of each", async () => {
  const { flightId } = upload;
  const large = `${flightId}_045/${flightId}_01/${flightId}_01_0002.range`;
  const bytes = Buffer.concat([rangeBytes(1_000, 9), Buffer.alloc(PART_BYTES, 5)]);
  const file: SourceFile = { path: large, bytes, zipped: false, destination: "LiDAR" };
  source = [...source, file];
  await send();
  const found = (await receipt()).files.find(({ path }) => path === large);
  const hasher = await createXXHash128();
  const parts = [bytes.subarray(0, PART_BYTES), bytes.subarray(PART_BYTES)];
  expect(found?.xxh128).toEqual(parts.map((part) => hasher.init().update(part).digest()));
});

test("that a receipt was made is recorded, with whom it was made for", async () => {
  await send();
  const { head } = await receipt();
  const events = await rig.db
    .selectFrom("audit.events")
    .selectAll()
    .where("action", "=", "upload.receiptMade")
    .execute();
  expect(events).toMatchObject([
    {
      subject: "crew",
      flight_id: upload.flightId,
      upload_id: upload.uploadId,
      detail: { files: head.files, bytes: head.bytes, sha256: head.sha256 },
    },
  ]);
});

test.each([
  ["missing", undefined],
  ["otherSize", -1],
  ["otherChecksum", 0],
] as const)(
  "no receipt is made where a stored file is %s, and the list says so",
  async (fault, grows) => {
    await send();
    const { path, bytes } = source[0]!;
    const { lidar } = rig.buckets;
    if (grows === undefined) await rig.files.remove(lidar, [lidarKey(path)]);
    else {
      const other = Buffer.alloc(bytes.length + grows, 7);
      await rig.files.write(lidar, lidarKey(path), [other], { size: other.length });
    }
    await expect(receipt().catch(code)).resolves.toBe("UPLOAD_INCOMPLETE");
    const faulty = (await listed()).filter(({ places }) => places.some((place) => place.fault));
    expect(faulty.map((file) => [file.path, file.places[0]?.fault])).toEqual([[path, fault]]);
  },
);

test("a receipt says when each file was last read: when its rebuild began to read what had landed", async () => {
  const before = new Date().toISOString();
  await send();
  const made = await receipt();
  const times = made.files.flatMap(({ places }) => places.map(({ read }) => read));
  expect(times).toHaveLength(source.length);
  expect(new Set(times).size).toBe(1);
  const [read] = times;
  expect(read! > before && read! < made.head.ready).toBe(true);
  expect(made.head).toMatchObject({ version: 2, read });
});

test("after an update the files that stayed keep their time, and those it sent have their own", async () => {
  await send();
  const [first] = (await receipt()).files;
  await send(source.slice(1, 2), true);
  const { files, head } = await receipt();
  const read = (path: string) => files.find((file) => file.path === path)!.places[0]!.read!;
  expect(read(source[0]!.path)).toBe(first!.places[0]!.read);
  expect(read(source[1]!.path) > first!.places[0]!.read!).toBe(true);
  expect(head.read).toBe(first!.places[0]!.read);
});

test("a file that a reading found damaged gets no receipt, until it was sent again", async () => {
  await send();
  const { path } = source[0]!;
  const place = { bucket: rig.buckets.lidar, key: lidarKey(path) };
  await rig.db
    .insertInto("scrub_findings")
    .values({ upload_id: upload.uploadId, ...place, fault: "content", found: new Date() })
    .execute();
  const refused = await receipt().catch((error: AppError) => error);
  expect(refused).toMatchObject({
    code: "UPLOAD_INCOMPLETE",
    details: { files: 1, paths: [path] },
  });
  const faulty = (await listed()).filter(({ places }) => places.some(({ fault }) => fault));
  expect(faulty).toMatchObject([{ path, places: [{ ...place, fault: "damaged", read: null }] }]);
  await send(source.slice(0, 1), true);
  expect((await receipt()).head.files).toBe(source.length);
});

test("before the data is ready there is neither a list nor a receipt", async () => {
  await rig.browser("crew").upload(upload, source);
  await expect(receipt().catch(code)).resolves.toBe("UPLOAD_INCOMPLETE");
  await expect(listed().catch(code)).resolves.toBe("UPLOAD_INCOMPLETE");
});

test("what an update is about to change is listed until its rebuild, without a receipt", async () => {
  await send();
  const crewBrowser = rig.browser("crew");
  await crewBrowser.begin(upload, manifestOf(upload, source.slice(0, 1), true));
  expect(await listed()).toHaveLength(source.length);
  await expect(receipt().catch(code)).resolves.toBe("UPLOAD_INCOMPLETE");
  await crewBrowser.move(upload, "UPLOADING");
  await crewBrowser.send(upload, source.slice(0, 1));
  expect(await listed()).toHaveLength(source.length);
  await rig.db
    .updateTable("uploads")
    .set({ status: "VALIDATING_UPLOAD" as never })
    .execute();
  await expect(listed().catch(code)).resolves.toBe("UPLOAD_INCOMPLETE");
});

test("an upload that moves while its files are listed gets no receipt", async () => {
  await send();
  let moved: Promise<unknown> | undefined;
  rig.faults.before = (call) => {
    if (call !== "list" || moved !== undefined) return;
    moved = rig.browser("crew").move(upload, "VALIDATING_SOURCE", { isUpdate: "true" });
  };
  rig.faults.after = async () => {
    await moved;
  };
  await expect(receipt().catch(code)).resolves.toBe("OBJECT_CHANGED");
});

test("after an update the receipt names the files of both", async () => {
  await send();
  const [first, ...others] = source;
  const replaced = { ...first!, bytes: Buffer.concat([first!.bytes, Buffer.from("more")]) };
  await send([replaced, ...others.slice(0, 1)], true);
  const { files } = await receipt();
  expect(files).toHaveLength(source.length);
  const file = files.find(({ path }) => path === replaced.path);
  expect(file?.bytes).toBe(replaced.bytes.length);
});

test("another flight's upload is not found", async () => {
  await send();
  const params = { ...at().params, flightId: "FL000999" };
  const refused = ask(endpoints.makeReceipt, { params, identity: crew }).catch(code);
  await expect(refused).resolves.toBe("UPLOAD_NOT_FOUND");
});
