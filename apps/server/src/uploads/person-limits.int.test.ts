import { sql } from "kysely";
import { planObjects } from "@swath/contract/uploads";
import { afterEach, describe, expect, test } from "vitest";
import { placeForGrant } from "./queue/queue.ts";
import { lidarFolder, manifestOf, storedObject } from "./testing/source-folder.ts";
import type { SeededUpload } from "./testing/test-browser.ts";
import { createUploadRig } from "./testing/upload-rig.ts";
import { blockedStatements, untilBlocked } from "../platform/postgres/testing/until-blocked.ts";

type Rig = Awaited<ReturnType<typeof createUploadRig>>;
let rig: Rig;
afterEach(() => rig.close());

const manifest = (upload: SeededUpload) => manifestOf(upload, lidarFolder(upload.flightId));

const FOLDER_BYTES = lidarFolder("FL000001").reduce((sum, { bytes }) => sum + bytes.length, 0);

/** An upload of a person, from a browser of its own, up to the queue. */
async function queued(subject: string) {
  const upload = await rig.seed();
  const browser = rig.browser(subject, `browser-of-${upload.uploadId}`);
  await browser.begin(upload, manifest(upload));
  return { upload, browser };
}

async function sending(subject: string) {
  const sender = await queued(subject);
  await sender.browser.move(sender.upload, "UPLOADING");
  return sender;
}

/** As many uploads of one person, from browsers of their own that ask two servers by turns. */
async function overTwoServers(count: number) {
  const other = await rig.openServer();
  return Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const { ask } = n % 2 === 0 ? rig.server : other;
      return { upload: await rig.seed(), browser: rig.browser("crew", `browser-${n}`, ask) };
    }),
  );
}

type Sender = Awaited<ReturnType<typeof overTwoServers>>[number];

/**
 * What those that were refused were told, where all ask before any of them is granted: nobody writes to
 * the table until each waits for it, or for another one, or is refused.
 */
async function refusedOf(
  table: "uploads" | "upload_plans",
  senders: readonly Sender[],
  ask: (sender: Sender) => Promise<unknown>,
): Promise<unknown[]> {
  const { asked } = await rig.db.transaction().execute(async (trx) => {
    await sql`LOCK TABLE ${sql.table(table)} IN SHARE MODE`.execute(trx);
    let refused = 0;
    const countRefused = (error: unknown): never => {
      refused += 1;
      throw error;
    };
    const asking = Promise.allSettled(senders.map((sender) => ask(sender).catch(countRefused)));
    const waiting = async (): Promise<number> => refused + (await blockedStatements(rig.db));
    await expect.poll(waiting, { interval: 10 }).toBe(senders.length);
    return { asked: asking };
  });
  const settled = await asked;
  return settled.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
}

describe("a person's quota", () => {
  test("of slots keeps one from taking all of them, and others pass", async () => {
    rig = await createUploadRig({ slots: 4, quotas: { slots: 2 } });
    await sending("squatter");
    await sending("squatter");
    const third = await queued("squatter");
    await expect(third.browser.move(third.upload, "UPLOADING")).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
      details: { queueIndex: expect.any(Number) as number },
    });
    const other = await sending("crew");
    expect((await rig.stateOf(other.upload)).status).toBe("UPLOADING");
  });

  test("of uploads refuses one more, until another is done with", async () => {
    rig = await createUploadRig({ quotas: { uploads: 2 } });
    const { upload: first, browser } = await sending("crew");
    await queued("crew");
    const third = await rig.seed();
    const begin = () => browser.begin(third, manifest(third));
    await expect(begin()).rejects.toMatchObject({
      code: "QUOTA_EXCEEDED",
      status: 409,
      details: { quota: "uploads", limit: 2, used: 2, wanted: 1 },
    });
    await browser.move(first, "UPLOAD_PAUSED");
    await expect(begin()).rejects.toMatchObject({ code: "QUOTA_EXCEEDED" });
    await browser.move(first, "UPLOAD_CANCELLED");
    await expect(begin()).resolves.toBeDefined();
    expect(await queued("another")).toBeDefined();
  });

  test("of uploads counts those without a manifest, which heartbeats alone keep", async () => {
    rig = await createUploadRig({ quotas: { uploads: 1 } });
    const first = await rig.seed();
    await rig.browser("crew").move(first, "VALIDATING_SOURCE");
    const second = await rig.seed();
    await expect(rig.browser("crew").move(second, "VALIDATING_SOURCE")).rejects.toMatchObject({
      code: "QUOTA_EXCEEDED",
    });
  });

  test("of bytes refuses a manifest that exceeds it, and says by how much", async () => {
    rig = await createUploadRig({ quotas: { bytes: FOLDER_BYTES + 100 } });
    await queued("crew");
    const second = await rig.seed();
    await expect(rig.browser("crew").begin(second, manifest(second))).rejects.toMatchObject({
      code: "QUOTA_EXCEEDED",
      message: expect.stringContaining("one person may have") as string,
      details: { quota: "bytes", limit: FOLDER_BYTES + 100 },
    });
    expect(await queued("another")).toBeDefined();
  });

  test("of uploads holds over two servers that are asked at once", async () => {
    rig = await createUploadRig({ quotas: { uploads: 2 } });
    const senders = await overTwoServers(6);
    const refused = await refusedOf("uploads", senders, ({ upload, browser }) =>
      browser.move(upload, "VALIDATING_SOURCE"),
    );
    expect(refused).toEqual(
      Array.from({ length: 4 }, () =>
        expect.objectContaining({
          code: "QUOTA_EXCEEDED",
          details: expect.objectContaining({ quota: "uploads" }),
        }),
      ),
    );
  });

  test("of bytes holds over two servers that are asked at once", async () => {
    rig = await createUploadRig({ quotas: { bytes: 1.5 * FOLDER_BYTES } });
    const senders = await overTwoServers(2);
    for (const { upload, browser } of senders) {
      await browser.move(upload, "VALIDATING_SOURCE");
      await browser.move(upload, "GENERATING_METADATA_N_UPLOAD_TASK");
    }
    const refused = await refusedOf("upload_plans", senders, ({ upload, browser }) =>
      browser.metadata(upload, manifest(upload)),
    );
    expect(refused).toEqual([
      expect.objectContaining({
        code: "QUOTA_EXCEEDED",
        details: expect.objectContaining({ quota: "bytes" }) as unknown,
      }),
    ]);
  });

  test("of slots holds over two servers that are asked at once", async () => {
    rig = await createUploadRig({ slots: 8, quotas: { slots: 2 } });
    const senders = await overTwoServers(6);
    for (const { upload, browser } of senders) await browser.begin(upload, manifest(upload));
    const refused = await refusedOf("uploads", senders, ({ upload, browser }) =>
      browser.move(upload, "UPLOADING"),
    );
    expect(refused).toEqual(
      Array.from({ length: 4 }, () => expect.objectContaining({ code: "INVALID_TRANSITION" })),
    );
  });
});

const minutesLater = (minutes: number) =>
  sql`UPDATE uploads SET slot_used = slot_used - ${minutes} * interval '1 minute',
    lease_renewed = CASE WHEN lease_renewed IS NULL THEN NULL ELSE now() END`.execute(rig.db);
const sweep = async (minutes: number): Promise<void> => {
  await minutesLater(minutes);
  await rig.server.hand.tick("idle-slots");
};
const statusOf = async (upload: SeededUpload) => (await rig.stateOf(upload)).status;
const announce = async (upload: SeededUpload, size: number) =>
  sql`INSERT INTO upload_pieces
    (upload_id, ordinal, form, source_offset, length, stored_bytes, checksum, claims, lease)
    VALUES (${upload.uploadId}, 0, 1, 0, 1, ${size}, '', '[]', 1)
    ON CONFLICT (upload_id, ordinal, form) DO UPDATE SET stored_bytes = ${size}`.execute(rig.db);

describe("a slot without a byte", () => {
  test("that heartbeats alone keep goes to those who wait", async () => {
    rig = await createUploadRig({ slots: 1 });
    const squatter = await sending("squatter");
    const crew = await queued("crew");
    await sweep(9);
    expect(await statusOf(squatter.upload)).toBe("UPLOADING");
    await sweep(2);
    expect(await rig.stateOf(squatter.upload)).toMatchObject({
      status: "UPLOAD_STALLED",
      reason: "No data arrived for 10 minutes while other uploads waited for a slot",
    });
    await crew.browser.move(crew.upload, "UPLOADING");
    // As its browser does of its own accord: behind the others.
    await squatter.browser.move(squatter.upload, "CHECKING_CONCURRENT_UPLOAD");
    await expect(squatter.browser.move(squatter.upload, "UPLOADING")).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
    });
  });

  test("stays while nobody waits", async () => {
    rig = await createUploadRig({ slots: 1 });
    const alone = await sending("crew");
    await sweep(1_000);
    expect(await statusOf(alone.upload)).toBe("UPLOADING");
  });

  test("stays on a slow line as long as the object asked for takes, and not for asking again", async () => {
    rig = await createUploadRig({ slots: 1 });
    const slow = await sending("crew");
    await queued("other");
    // 200 MB at 64 kbit/s take some 7 hours.
    await announce(slow.upload, 200_000_000);
    await sweep(400);
    expect(await statusOf(slow.upload)).toBe("UPLOADING");
    await announce(slow.upload, 200_000_000);
    await sweep(60);
    expect(await statusOf(slow.upload)).toBe("UPLOAD_STALLED");
  });

  test("that was offered and is not taken goes to those behind", async () => {
    rig = await createUploadRig({ slots: 1 });
    const squatter = await queued("squatter");
    const crew = await queued("crew");
    await sweep(0);
    await sweep(1);
    const taken = () => crew.browser.move(crew.upload, "UPLOADING");
    await expect(taken()).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
    await sweep(2);
    await taken();
    expect(await statusOf(squatter.upload)).toBe("CHECKING_CONCURRENT_UPLOAD");
  });

  test("is passed on without waiting for one who holds the upload and waits for the slots", async () => {
    rig = await createUploadRig({ slots: 1 });
    const { upload } = await queued("crew");
    const { swept } = await rig.db.transaction().execute(async (trx) => {
      await sql`SELECT FROM uploads WHERE id = ${upload.uploadId} FOR UPDATE`.execute(trx);
      const sweeping = rig.server.hand.tick("idle-slots");
      await Promise.race([sweeping, untilBlocked(rig.db)]);
      await placeForGrant(trx, upload.uploadId, { slots: 1, ofPerson: 1 });
      return { swept: sweeping };
    });
    await swept;
    expect(await statusOf(upload)).toBe("CHECKING_CONCURRENT_UPLOAD");
  });

  test("is one that is used again with every planned object that arrives, and only then", async () => {
    rig = await createUploadRig({ slots: 1 });
    const { upload, browser } = await sending("crew");
    await queued("other");
    const source = lidarFolder(upload.flightId);
    const [first, second] = planObjects(manifestOf(upload, source).files);
    for (const object of [first!, second!]) {
      await browser.post(upload, object.name, await storedObject(object, source));
      await sweep(60);
      expect(await statusOf(upload)).toBe("UPLOADING");
    }
    await browser.post(upload, second!.name, await storedObject(second!, source));
    await sweep(60);
    expect(await statusOf(upload)).toBe("UPLOAD_STALLED");
  });
});
