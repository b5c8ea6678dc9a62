import { AppError } from "@swath/contract/errors";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { ArchiveRig } from "./archive-rig.ts";
import { file, IMAGERY, LIDAR } from "./seed-data.ts";

const STEPS = ["list", "read", "copy", "write"];
const lidarManifest = (flightId: string): string => `${flightId}/LiDAR/${flightId}_archive.jsonl`;

async function expectWhole(rig: ArchiveRig, flightId: string): Promise<void> {
  expect(await rig.statuses(flightId)).toEqual(["ARCHIVED", "ARCHIVED"]);
  for (const kind of ["LiDAR", "Imagery"])
    expect(await rig.validate(`${flightId}/${kind}/`)).toEqual({
      isArchivedSucceed: true,
      reason: null,
    });
}

/** What the archive of a flight is, on any store. */
export function archiving(get: () => ArchiveRig): void {
  orderedArchives(get);
  refusedArchives(get);
  interruptedArchives(get);
  sharedArchives(get);
  growingArchives(get);
}

function orderedArchives(get: () => ArchiveRig): void {
  test("holds every object in its class, with manifest, paths and statuses, and the source stays", async () => {
    const rig = get();
    const flightId = await rig.seedBoth();
    expect(await rig.order(flightId)).toMatchObject({ status: "WAITING", reason: null });
    await rig.server.hand.runAll();
    const objects = await rig.archived(flightId);
    expect(objects.map(({ key }) => key.slice(9))).toEqual([
      `Imagery/${flightId}_archive.jsonl`,
      `Imagery/LiDAR/${flightId}_045/report.pdf`,
      `Imagery/MediumFormatImagery/${flightId}_118/0001.iiq`,
      `Imagery/MediumFormatImagery/${flightId}_118/${flightId}_metadata.json`,
      `LiDAR/${flightId}_archive.jsonl`,
      `LiDAR/LiDAR/${flightId}_045/${flightId}_metadata.json`,
      `LiDAR/LiDAR/${flightId}_045/part 1/a.range`,
      `LiDAR/LiDAR/${flightId}_045/part 1/ü@%.range`,
      `LiDAR/LiDAR/${flightId}_045/plan.kmz`,
      `LiDAR/LiDAR/${flightId}_045/report.pdf`,
    ]);
    const data = objects.filter(({ key }) => !key.endsWith("_archive.jsonl"));
    const classes = new Set(data.map(({ storageClass }) => storageClass));
    expect([...classes]).toEqual([rig.storageClass ?? null]);
    const archive = `s3://${rig.buckets.archive}/${flightId}`;
    expect(await rig.paths(flightId)).toEqual({
      lidar: `${archive}/LiDAR/`,
      imagery: `${archive}/Imagery/`,
    });
    await expectWhole(rig, flightId);
    expect(await rig.orderOf(flightId)).toMatchObject({ status: "DONE", reason: null });
    const source = `${flightId}/LiDAR/${flightId}_045/plan.kmz`;
    expect(await rig.sizeOf(rig.buckets.lidar, source)).toBe(LIDAR[0]!.bytes.length);
  });

  test("has a manifest with size and checksum of each object, that a second run leaves as it is", async () => {
    const rig = get();
    const flightId = await rig.seedBoth();
    rig.faults.after = (call, key) => {
      if (call === "write" && key === lidarManifest(flightId)) throw new Error("killed");
    };
    await expect(rig.archive(flightId)).rejects.toThrow("killed");
    delete rig.faults.after;
    const first = await rig.textAt(lidarManifest(flightId));
    const lines = first
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as object);
    expect(lines).toHaveLength(7);
    expect(lines[0]).toEqual({ archive: 1, flightId, kind: "LiDAR" });
    expect(lines[2]).toMatchObject({
      key: `${flightId}/LiDAR/LiDAR/${flightId}_045/part 1/a.range`,
      size: 300_000,
    });
    for (const line of lines.slice(1, -1)) expect(Object.keys(line).length).toBeGreaterThan(2);
    expect(lines.at(-1)).toMatchObject({
      objects: 5,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    await rig.server.hand.runAll();
    expect(await rig.textAt(lidarManifest(flightId))).toBe(first);
    await expectWhole(rig, flightId);
  });

  test("that is whole is answered when it is ordered again, and a flight without data is refused", async () => {
    const rig = get();
    const flightId = await rig.seedBoth();
    await rig.archive(flightId);
    expect(await rig.order(flightId)).toMatchObject({ status: "DONE" });
    expect(rig.server.hand.waiting).toEqual([]);
    await expect(rig.order(await rig.seedFlight())).rejects.toMatchObject({
      code: "NOTHING_TO_ARCHIVE",
    });
    await expect(rig.order("FL999999")).rejects.toMatchObject({ code: "FLIGHT_NOT_FOUND" });
  });
}

function refusedArchives(get: () => ArchiveRig): void {
  test.each([
    ["is missing", /a\.range: is missing from/],
    ["has another size", /a\.range: has 5 of 300000 bytes/],
  ])("is not made of data that %s, and says so", async (what, reason) => {
    const rig = get();
    const flightId = await rig.seedBoth();
    const key = `${flightId}/LiDAR/${flightId}_045/part 1/a.range`;
    if (what === "is missing") await rig.remove(rig.buckets.lidar, key);
    else await rig.put(rig.buckets.lidar, key, Buffer.alloc(5));
    await rig.archive(flightId);
    const order = await rig.orderOf(flightId);
    expect(order).toMatchObject({ status: "FAILED", reason: expect.stringMatching(reason) });
    expect(await rig.archived(flightId)).toEqual([]);
    expect(await rig.statuses(flightId)).toEqual(["DATA_READY", "DATA_READY"]);
    expect(await rig.paths(flightId)).toEqual({ lidar: null, imagery: null });
    await rig.put(rig.buckets.lidar, key, LIDAR[1]!.bytes);
    await rig.archive(flightId);
    await expectWhole(rig, flightId);
  });

  test("is not made of uploads whose data no manifest lists", async () => {
    const rig = get();
    const flightId = await rig.seedFlight();
    await rig.seedReady(flightId, "LiDAR", LIDAR);
    await rig.remove(
      rig.buckets.lidar,
      `${flightId}/LiDAR/${flightId}_045/${flightId}_metadata.json`,
    );
    await rig.archive(flightId);
    expect(await rig.orderOf(flightId)).toMatchObject({
      status: "FAILED",
      reason: "LiDAR: no sealed manifest lists its data",
    });
  });
}

function interruptedArchives(get: () => ArchiveRig): void {
  test.each(["before", "after"] as const)(
    "that is killed %s any of its steps is whole when it is run again",
    async (when) => {
      const rig = get();
      const flightId = await rig.seedBoth();
      await rig.order(flightId);
      for (const step of STEPS) {
        rig.faults[when] = (call) => {
          if (call === step) throw new Error("killed");
        };
        await expect(rig.server.hand.runAll(), step).rejects.toThrow("killed");
        expect(await rig.statuses(flightId)).toEqual(["DATA_READY", "DATA_READY"]);
        expect(await rig.orderOf(flightId)).toMatchObject({ status: "RUNNING", reason: "killed" });
      }
      delete rig.faults[when];
      await rig.server.hand.runAll();
      await expectWhole(rig, flightId);
    },
  );

  test("that is stopped at any of its calls, each in turn, ends whole", async () => {
    const rig = get();
    const flightId = await rig.seedBoth();
    await rig.order(flightId);
    let [runs, calls] = [0, 0];
    rig.faults.before = () => {
      if (calls++ === runs) throw new AppError("STORE_UNAVAILABLE", "outage");
    };
    for (; runs < 100 && rig.server.hand.waiting.length > 0; runs += 1) {
      calls = 0;
      await rig.server.hand.runAll().catch((error: AppError) => {
        expect(error.code).toBe("STORE_UNAVAILABLE");
      });
    }
    delete rig.faults.before;
    expect(runs).toBeGreaterThan(20);
    await expectWhole(rig, flightId);
  });

  test("copies nothing twice that stands already", async () => {
    const rig = get();
    const flightId = await rig.seedBoth();
    rig.faults.before = (call) => {
      if (call === "write") throw new Error("killed");
    };
    await expect(rig.archive(flightId)).rejects.toThrow("killed");
    const copies: string[] = [];
    rig.faults.before = (call, key) => {
      if (call === "copy") copies.push(key);
    };
    await rig.server.hand.runAll();
    delete rig.faults.before;
    expect(copies).toEqual([]);
    await expectWhole(rig, flightId);
  });
}

function sharedArchives(get: () => ArchiveRig): void {
  test("that was forgotten is taken up again, and by one process at a time", async () => {
    const rig = get();
    const flightId = await rig.seedBoth();
    await rig.order(flightId);
    const other = await rig.openServer();
    await other.hand.tick("open-archive-orders");
    await other.hand.tick("open-archive-orders");
    expect(other.hand.waiting).toHaveLength(1);
    const both = [rig.server.hand, other.hand];
    const results = await Promise.allSettled(both.map((hand) => hand.runAll()));
    expect(results.filter(({ status }) => status === "fulfilled").length).toBeGreaterThan(0);
    for (const hand of both) await hand.runAll();
    await expectWhole(rig, flightId);
    const finished = await rig.db
      .selectFrom("audit.events")
      .select("id")
      .where("action", "=", "archive.finished")
      .where("flight_id", "=", flightId)
      .execute();
    expect(finished).toHaveLength(2);
  });

  test("leaves an upload alone that somebody began to update meanwhile", async () => {
    const rig = get();
    const flightId = await rig.seedBoth();
    let begun = false;
    rig.faults.before = async (call) => {
      if (call !== "write" || begun) return;
      begun = true;
      await sql`UPDATE uploads
        SET status = 'VALIDATING_SOURCE', is_update = true, updated = now()
        WHERE flight_id = ${flightId} AND type = 'MediumFormatImagery'`.execute(rig.db);
    };
    await expect(rig.archive(flightId)).rejects.toThrow("was changed while it was archived");
    delete rig.faults.before;
    expect(await rig.statuses(flightId)).toEqual(["DATA_READY", "VALIDATING_SOURCE"]);
  });
}

function growingArchives(get: () => ArchiveRig): void {
  test("takes later uploads in, and keeps what was archived even where its source is gone", async () => {
    const rig = get();
    const flightId = await rig.seedFlight();
    await rig.seedReady(flightId, "LiDAR", LIDAR);
    await rig.archive(flightId);
    for (const { path } of LIDAR)
      await rig.remove(rig.buckets.lidar, `${flightId}/LiDAR/${flightId}_045/${path}`);
    await rig.seedReady(flightId, "LiDAR", [file("b.range", 20)], "051");
    await rig.seedReady(flightId, "LargeFormatImagery", IMAGERY, "210");
    await rig.archive(flightId);
    expect(await rig.orderOf(flightId)).toMatchObject({ status: "DONE", reason: null });
    expect(await rig.statuses(flightId)).toEqual(["ARCHIVED", "ARCHIVED", "ARCHIVED"]);
    const keys = (await rig.archived(flightId)).map(({ key }) => key);
    expect(keys).toContain(`${flightId}/LiDAR/LiDAR/${flightId}_045/part 1/a.range`);
    expect(keys).toContain(`${flightId}/LiDAR/LiDAR/${flightId}_051/b.range`);
    for (const kind of ["LiDAR", "Imagery"])
      expect(await rig.validate(`${flightId}/${kind}/`)).toMatchObject({ isArchivedSucceed: true });
  });

  test("is not sealed over what belongs to nothing archived, nor over earlier copies that changed", async () => {
    const rig = get();
    const flightId = await rig.seedFlight();
    const stray = `${flightId}/LiDAR/stray`;
    await rig.seedReady(flightId, "LiDAR", LIDAR);
    await rig.put(rig.buckets.archive, stray, Buffer.from("stray"));
    await rig.archive(flightId);
    expect(await rig.orderOf(flightId)).toMatchObject({
      status: "FAILED",
      reason: `${stray}: stands in the archive and belongs to nothing archived`,
    });
    await rig.remove(rig.buckets.archive, stray);
    await rig.archive(flightId);
    const former = `${flightId}/LiDAR/LiDAR/${flightId}_045/plan.kmz`;
    await rig.put(rig.buckets.archive, former, Buffer.alloc(1_200, "other"));
    await rig.seedReady(flightId, "OptechGPS", [file("a.gps", 20)]);
    await rig.archive(flightId);
    expect(await rig.orderOf(flightId)).toMatchObject({
      status: "FAILED",
      reason: `${former}: its checksum is not the one archived`,
    });
  });
}
