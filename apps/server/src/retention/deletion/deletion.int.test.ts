import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bucketsNamed, deletionRig } from "../testing/deletion-rig.ts";

let rig: Awaited<ReturnType<typeof deletionRig>>;
beforeEach(async () => {
  rig = await deletionRig({ buckets: bucketsNamed("x") });
});
afterEach(() => rig.close());

describe("the deletion of a flight's data", () => {
  test("takes all of it, whatever bucket it is in, and nothing of another flight", async () => {
    expect(await rig.preview("flight", "FL000001")).toMatchObject({
      flights: ["FL000001"],
      uploads: 1,
      processings: 1,
      archives: 1,
      refusals: [],
    });
    await rig.order("flight", "FL000001");
    expect(await rig.standing()).toEqual(rig.namesOf(1, 2, 3));
    await rig.work();
    expect(await rig.standing()).toEqual(rig.namesOf(2, 3));
    const { rows } = await sql<Record<string, number>>`SELECT
      (SELECT count(*) FROM uploads) AS uploads, (SELECT count(*) FROM processings) AS processings,
      (SELECT count(*) FROM archives) AS archives, (SELECT count(*) FROM flights) AS flights,
      (SELECT count(*) FROM flights WHERE archive_s3_path_lidar IS NULL) AS emptied`.execute(
      rig.db,
    );
    expect(rows).toEqual([{ uploads: 2, processings: 2, archives: 2, flights: 3, emptied: 1 }]);
    const stub = await rig.db.selectFrom("deletion_flights").selectAll().execute();
    expect(stub).toMatchObject([{ flight_id: "FL000001", uploads: 1, processings: 1 }]);
  });

  test("takes the prepared copies of its clouds, ends those that are being made, and leaves others'", async () => {
    const { db, store } = rig;
    const { lidar, processing } = bucketsNamed("x");
    for (const [id, key, state] of [
      ["done", "FL000001/LiDAR/a.laz", "done"],
      ["open", "FL000001/LiDAR/b.laz", "open"],
      ["other", "FL000002/LiDAR/a.laz", "done"],
    ] as const) {
      await sql`INSERT INTO prepared_clouds (id, bucket, key, version, size, copy_bucket, state)
        VALUES (${id}, ${lidar}, ${key}, 'v', 1, ${processing}, ${state})`.execute(db);
      const copy = `.prepared-clouds/${id}/cloud.copc.laz`;
      await store.write(processing, copy, [Buffer.from(id)], { size: id.length });
    }
    await rig.order("flight", "FL000001");
    await rig.work();
    const left = await db
      .selectFrom("prepared_clouds")
      .select(["id", "cancelled"])
      .orderBy("id")
      .execute();
    expect(left).toEqual([
      { id: "open", cancelled: true },
      { id: "other", cancelled: false },
    ]);
    const copies = (await rig.standing()).filter((name) => name.includes(".prepared-clouds/"));
    expect(copies).toEqual([`${processing} .prepared-clouds/other/cloud.copc.laz`]);
  });

  test("is proved by a signed certificate with a list of every object", async () => {
    await rig.order("flight", "FL000001");
    await rig.work();
    const [done] = await rig.listed();
    expect(done).toMatchObject({ about: "FL000001", by: "Ada", objects: 8 });
    expect(done?.ended).not.toBeNull();
    const { content, lines } = await rig.certificate();
    expect(content).toMatchObject({
      kind: "flight",
      about: "FL000001",
      by: "Ada",
      reason: "on request",
      objects: 8,
      versions: "The store keeps no versions.",
    });
    expect(lines.map(({ bucket, key }) => `${bucket} ${key}`).toSorted()).toEqual(rig.namesOf(1));
    for (const line of lines)
      expect(line).toMatchObject({
        size: Buffer.byteLength(line.key),
        checksums: { xxh128: expect.stringMatching(/^[0-9a-f]{32}$/) },
        removed: expect.any(String),
      });
    const { rows } = await sql<{ action: string; flight: string | null }>`
      SELECT action, flight_id AS flight FROM audit.events WHERE action LIKE 'data.%' ORDER BY id`.execute(
      rig.db,
    );
    expect(rows).toEqual([
      { action: "data.deletionOrdered", flight: null },
      { action: "data.deleted", flight: "FL000001" },
      { action: "data.deletionFinished", flight: null },
    ]);
  });

  test.each([
    [
      "a hold",
      "INSERT INTO project_holds (project_id, reason, subject, user_name) VALUES ('P1', 'r', 's', 'n')",
    ],
    ["an upload under way", "UPDATE uploads SET lease_renewed = now()"],
    ["an upload that is rebuilt", "UPDATE uploads SET status = 'VALIDATING_UPLOAD'"],
    ["files that are brought back", "UPDATE replacements SET ended = NULL"],
    [
      "an archive under way",
      "INSERT INTO archive_orders (flight_id, status) VALUES ('FL000001', 'RUNNING')",
    ],
    ["an order of a processing", "INSERT INTO job_orders (job_id) VALUES ('j1')"],
  ])(
    "is refused by %s, and takes nothing where that comes after the order",
    async (_, statement) => {
      await rig.order("flight", "FL000001");
      await sql.raw(statement).execute(rig.db);
      expect((await rig.preview("flight", "FL000001")).refusals).toHaveLength(1);
      await rig.work();
      expect(await rig.standing()).toEqual(rig.namesOf(1, 2, 3));
      const { content } = await rig.certificate();
      expect(content).toMatchObject({
        objects: 0,
        flights: [{ flight: "FL000001", taken: null, notDeleted: expect.any(String) }],
      });
      await expect(rig.order("flight", "FL000001")).rejects.toMatchObject({
        code: "DELETION_REFUSED",
      });
    },
  );

  test("is refused of what is no flight, of other data than was shown, and twice at once", async () => {
    await expect(rig.preview("flight", "FL000009")).rejects.toMatchObject({
      code: "FLIGHT_NOT_FOUND",
    });
    await expect(rig.order("flight", "FL000001", { uploads: 2 })).rejects.toMatchObject({
      code: "RECORD_CHANGED",
    });
    await rig.order("flight", "FL000001");
    await expect(rig.order("flight", "FL000001")).rejects.toMatchObject({
      code: "DELETION_REFUSED",
    });
  });

  test("goes on wherever its worker was killed, and its certificate is whole", async () => {
    await rig.order("flight", "FL000001");
    const seen = new Set<string>();
    let kills = 0;
    const killOnce = (when: string) => (call: string, key: string) => {
      const point = `${when} ${call} ${key}`;
      if (!["list", "remove", "write"].includes(call) || seen.has(point)) return;
      seen.add(point);
      kills += 1;
      throw new Error("killed");
    };
    rig.faults.before = killOnce("before");
    rig.faults.after = killOnce("after");
    for (;;) {
      const before = kills;
      await rig.hand.tick("open-deletions");
      await rig.hand.runAll().catch(() => undefined);
      if (kills === before && (await rig.listed())[0]?.ended !== null) break;
    }
    expect(kills).toBeGreaterThan(10);
    expect(await rig.standing()).toEqual(rig.namesOf(2, 3));
    const { lines } = await rig.certificate();
    expect(lines.map(({ bucket, key }) => `${bucket} ${key}`).toSorted()).toEqual(rig.namesOf(1));
    expect(lines.every(({ removed }) => removed !== null)).toBe(true);
  });
});

test("its preview names the projects on hold, with why and since when", async () => {
  expect((await rig.preview("flight", "FL000001")).holds).toEqual([]);
  await sql`INSERT INTO project_holds (project_id, reason, subject, user_name)
    VALUES ('P1', 'claim 77/26', 's', 'n'), ('P2', 'another', 's', 'n')`.execute(rig.db);
  expect((await rig.preview("flight", "FL000001")).holds).toEqual([
    { projectId: "P1", reason: "claim 77/26", since: expect.any(String) },
  ]);
});

test("of a project, a flight that another project has too stays", async () => {
  expect(await rig.preview("project", "P1")).toMatchObject({
    flights: ["FL000001"],
    shared: ["FL000002"],
  });
  await rig.order("project", "P1");
  await rig.work();
  expect(await rig.standing()).toEqual(rig.namesOf(2, 3));
});
