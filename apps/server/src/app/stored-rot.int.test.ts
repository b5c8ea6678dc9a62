import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AppError } from "@swath/contract/errors";
import { endpoints } from "@swath/contract/endpoints";
import fastify from "fastify";
import { afterEach, beforeEach, expect, test } from "vitest";
import { workVerifications } from "../scrub/scrub.workers.ts";
import { damageNoter } from "../scrub/keep-damage.ts";
import { serveVerifications } from "../scrub/verification.routes.ts";
import { openReceiptKeys } from "../uploads/receipt/receipt-keys.ts";
import { serveReceipts } from "../uploads/receipt/receipts.routes.ts";
import { ReplacedScene } from "../uploads/testing/replaced-scene.ts";
import { createUploadRig } from "../uploads/testing/upload-rig.ts";
import { monotonicClock, systemClock } from "../platform/clock/clock.ts";
import { recordServe, testIdentity } from "../platform/http/testing/recorded-serve.ts";
import { createLog } from "../platform/log.ts";
import { fileStoreGet } from "../platform/file-store-http/file-store-get.ts";
import type { FileStore } from "../platform/file-store/file-store.ts";
import { flipByte } from "../platform/object-store/testing/flip-byte.ts";

let rig: Awaited<ReturnType<typeof createUploadRig>>;
let scene: ReplacedScene;
let ask: ReturnType<typeof recordServe>["ask"];
let folder: string;
const crew = testIdentity("crew");

beforeEach(async () => {
  rig = await createUploadRig();
  folder = await mkdtemp(join(tmpdir(), "swath-rot-"));
  const { db, store, buckets } = rig;
  const { queues } = rig.server.hand;
  const recorded = recordServe();
  ask = recorded.ask;
  const keys = await openReceiptKeys(folder, db);
  serveReceipts(recorded.serve, { db, store, buckets, clock: systemClock, keys });
  serveVerifications(recorded.serve, { db, queues });
  const clock = systemClock;
  await workVerifications({ db, store, buckets, queues, clock, now: monotonicClock });
  scene = await ReplacedScene.seed(rig);
});
afterEach(async () => {
  await rig.close();
  await rm(folder, { recursive: true });
});

const at = () => {
  const { flightId, uploadId } = scene.upload;
  return { params: { flightId, uploadId }, identity: crew };
};
const receipt = async () => (await ask(endpoints.makeReceipt, at())).reply;
const refusal = () =>
  receipt().then(
    () => undefined,
    (error: AppError) => error,
  );

async function verify() {
  await ask(endpoints.verifyStored, at());
  await rig.server.hand.runAll();
  return (await ask(endpoints.readVerification, at())).reply;
}

/** Where the store keeps a file of the upload. */
async function pathOf(path: string): Promise<string> {
  const all = await readdir(rig.folder, { recursive: true });
  const name = all.find((each) => each.includes("swath-lidar") && each.endsWith(path));
  return join(rig.folder, name!);
}

/** What the store sends of a file by an address of it, or `undefined` where the transfer breaks. */
async function fetched(path: string): Promise<number | undefined> {
  const { db, store, buckets } = rig;
  const log = createLog({ level: "silent", name: "test" });
  const app = fastify();
  const onDamaged = damageNoter({ log, db, store, buckets });
  await app.register(fileStoreGet(rig.files as FileStore, { onDamaged }));
  try {
    const key = `${scene.upload.flightId}/LiDAR/${path}`;
    const ticket = { bucket: rig.buckets.lidar, key, fileName: "a", expiresInSeconds: 60 };
    const url = new URL(await rig.files.presignGet(ticket), await app.listen({ port: 0 }));
    const reply = await fetch(url);
    const bytes = await reply.arrayBuffer().catch(() => undefined);
    return reply.status === 200 ? bytes?.byteLength : undefined;
  } finally {
    await app.close();
  }
}

test("a byte that went bad breaks its download, is named by a reading, refuses the receipt, and is whole once it is sent again", async () => {
  const file = scene.first.find(({ path }) => path.endsWith(".range"))!;
  expect(await fetched(file.path)).toBe(file.bytes.length);
  expect((await receipt()).head.files).toBe(scene.first.length);
  await flipByte(await pathOf(file.path), file.bytes.length - 5);
  expect(await fetched(file.path)).toBeUndefined();
  // What a download has met refuses the receipt already, before any reading.
  await expect.poll(async () => (await refusal())?.details).toMatchObject({ paths: [file.path] });
  const { latest, damaged } = await verify();
  expect(latest).toMatchObject({ state: "read", damaged: 1, files: scene.first.length });
  expect(damaged).toMatchObject([{ path: file.path, fault: "content" }]);
  expect(await refusal()).toMatchObject({
    code: "UPLOAD_INCOMPLETE",
    details: { files: 1, paths: [file.path] },
  });
  await scene.send([file]);
  expect(await fetched(file.path)).toBe(file.bytes.length);
  expect((await verify()).latest).toMatchObject({ state: "read", damaged: 0 });
  const { head } = await receipt();
  expect(head.files).toBe(scene.first.length);
});

test("without a download a reading alone finds the byte, and the receipt before it says when that was", async () => {
  const file = scene.first.find(({ path }) => path.endsWith(".range"))!;
  await flipByte(await pathOf(file.path), 3);
  const before = await receipt();
  const places = before.files.flatMap((each) => each.places);
  expect(places.every(({ read }) => read !== null && read! <= before.head.ready)).toBe(true);
  expect((await verify()).latest).toMatchObject({ damaged: 1 });
  expect(await refusal()).toMatchObject({ code: "UPLOAD_INCOMPLETE" });
});

test("what a reading found damaged is not kept when it is replaced, and what is brought back is whole", async () => {
  await scene.send(scene.next);
  const [replacement] = (await scene.list()).replacements;
  const file = scene.next.find(({ path }) => path.endsWith(".range"))!;
  await flipByte(await pathOf(file.path), 3);
  await verify();
  expect(await refusal()).toMatchObject({ details: { paths: [file.path] } });
  await scene.bringBack(replacement!.id);
  expect(await rig.differing(scene.upload, scene.former)).toEqual([]);
  expect((await verify()).latest).toMatchObject({ state: "read", damaged: 0 });
  expect((await receipt()).head.version).toBe(2);
  const kept = (await scene.list()).replacements;
  const paths: string[] = [];
  for (const { id } of kept) for (const { path } of await scene.files(id)) paths.push(path);
  expect(paths).not.toContain(file.path);
});
