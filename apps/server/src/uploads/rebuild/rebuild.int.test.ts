import { sql } from "kysely";
import { AppError } from "@swath/contract/errors";
import { validateFolder } from "@swath/survey";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { lidarFolder, TWO_FRAMES } from "../testing/source-folder.ts";
import { createUploadRig } from "../testing/upload-rig.ts";

let rig: Awaited<ReturnType<typeof createUploadRig>>;
beforeEach(async () => {
  rig = await createUploadRig();
});
afterEach(() => rig.close());

describe("a rebuild", () => {
  test.each(["before", "after"] as const)(
    "that is killed %s any of its steps gives the same bytes when it is run again",
    async (when) => {
      const upload = await rig.seed();
      const source = lidarFolder(upload.flightId, TWO_FRAMES);
      await rig.browser("crew").upload(upload, source);
      for (const step of ["list", "read", "write", "join", "remove"]) {
        rig.faults[when] = (call) => {
          if (call === step) throw new Error("killed");
        };
        await expect(rig.server.hand.runAll(), step).rejects.toThrow("killed");
        expect((await rig.stateOf(upload)).status).toBe("VALIDATING_UPLOAD");
      }
      delete rig.faults[when];
      await rig.server.hand.runAll();
      expect((await rig.stateOf(upload)).status).toBe("DATA_READY");
      expect(await rig.differing(upload, source)).toEqual([]);
      expect(await rig.keysIn(rig.buckets.uploads)).toEqual([]);
      expect(await rig.keysIn(rig.buckets.lidar)).toHaveLength(source.length + 1);
    },
  );

  test.each([
    ["STORE_FULL", "The store is full."],
    ["STORE_UNAVAILABLE", "The store does not answer."],
    ["OBJECT_COLD", "A file that this update replaces is in cold storage."],
  ] as const)(
    "that meets %s says why it stands still, and goes on by itself",
    async (code, said) => {
      const upload = await rig.seed();
      const source = lidarFolder(upload.flightId);
      await rig.browser("crew").upload(upload, source);
      rig.faults.before = (call) => {
        if (call === "join") throw new AppError(code, "refused");
      };
      await expect(rig.server.hand.runAll()).rejects.toMatchObject({ code });
      const { status, reason } = await rig.stateOf(upload);
      expect(status).toBe("VALIDATING_UPLOAD");
      expect(reason).toContain(said);
      delete rig.faults.before;
      await rig.server.hand.runAll();
      expect(await rig.stateOf(upload)).toMatchObject({ status: "DATA_READY", reason: null });
      expect(await rig.differing(upload, source)).toEqual([]);
    },
  );

  test("that is stopped now and then, wherever that falls, ends the same", async () => {
    const upload = await rig.seed();
    const source = lidarFolder(upload.flightId);
    await rig.browser("crew").upload(upload, source);
    let calls = 0;
    rig.faults.before = () => {
      // The verification and the validation of this folder take some 30 calls, and begin anew after a fault.
      if ((calls += 1) % 41 === 0) throw new AppError("STORE_UNAVAILABLE", "outage");
    };
    for (let run = 0; run < 40 && (await rig.stateOf(upload)).status !== "DATA_READY"; run += 1)
      await rig.server.hand.runAll().catch((error: AppError) => {
        expect(error.code).toBe("STORE_UNAVAILABLE");
      });
    delete rig.faults.before;
    expect((await rig.stateOf(upload)).status).toBe("DATA_READY");
    expect(await rig.differing(upload, source)).toEqual([]);
  });

  test("whose database connections break goes on or is run again, and the process lives on", async () => {
    const upload = await rig.seed();
    const source = lidarFolder(upload.flightId);
    await rig.browser("crew").upload(upload, source);
    let broken = false;
    const held = new Promise<void>((resolve) => {
      rig.faults.before = (call) => {
        if (call !== "join" || broken) return;
        broken = true;
        void sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid()`
          .execute(rig.db)
          .then(() => resolve());
      };
    });
    await Promise.allSettled([rig.server.hand.runAll(), held]);
    delete rig.faults.before;
    expect(broken).toBe(true);
    // A release that met the break leaves its lease to expire.
    await sql`UPDATE exclusive_runs SET expires = now() - interval '1 second'`.execute(rig.db);
    await rig.server.hand.runAll();
    expect((await rig.stateOf(upload)).status).toBe("DATA_READY");
    expect(await rig.differing(upload, source)).toEqual([]);
  });

  test("that was forgotten is asked for again, once", async () => {
    const upload = await rig.seed();
    await rig.browser("crew").upload(upload, lidarFolder(upload.flightId));
    const other = await rig.openServer();
    await other.hand.tick("due-rebuilds");
    await other.hand.tick("due-rebuilds");
    expect(other.hand.waiting).toHaveLength(1);
    await other.hand.runAll();
    await rig.server.hand.runAll();
    expect((await rig.stateOf(upload)).status).toBe("DATA_READY");
  });

  test("is done by one process at a time", async () => {
    const upload = await rig.seed();
    const source = lidarFolder(upload.flightId);
    await rig.browser("crew").upload(upload, source);
    const other = await rig.openServer();
    await other.hand.tick("due-rebuilds");
    const results = await Promise.allSettled([rig.server.hand.runAll(), other.hand.runAll()]);
    expect(results.filter(({ status }) => status === "rejected").length).toBeLessThanOrEqual(1);
    await Promise.allSettled([rig.server.hand.runAll(), other.hand.runAll()]);
    expect((await rig.stateOf(upload)).status).toBe("DATA_READY");
    expect(await rig.differing(upload, source)).toEqual([]);
  });

  test("puts what belongs to LiDAR and imagery in both buckets", async () => {
    const upload = await rig.seed();
    await sql`INSERT INTO flight_sensors VALUES (${upload.flightId}, 0, ${upload.sensorName},
      'P1 - 118', 'SL000001', 'LiDARandImagery', 'Successful Capture', NULL, NULL, NULL, 'TBA', 'TBA')`.execute(
      rig.db,
    );
    const plain = lidarFolder(upload.flightId);
    const files = plain.map(({ path, bytes }) => ({ path, size: bytes.length }));
    const { accepted } = validateFolder({ ...upload, files, simultaneous: true });
    const source = plain.map((file, index) =>
      Object.assign({}, file, { destination: accepted[index]!.destination }),
    );
    const shared = source.filter(({ destination }) => destination === "LIDAR_IMAGERY");
    expect(shared.length).toBeGreaterThan(0);
    await rig.browser("crew").upload(upload, source);
    await rig.server.hand.runAll();
    expect(await rig.stateOf(upload)).toMatchObject({ status: "DATA_READY", reason: null });
    expect(await rig.differing(upload, source)).toEqual([]);
    expect(await rig.differing(upload, shared, rig.buckets.imagery)).toEqual([]);
    expect((await rig.stateOf(upload)).locations).toHaveLength(2);
  });
});
