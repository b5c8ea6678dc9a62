import { AppError } from "@swath/contract/errors";
import { expect, test } from "vitest";
import type { ArchiveRig } from "./archive-rig.ts";
import { file, LIDAR } from "./seed-data.ts";

/** A flight with an archive of LiDAR data, and the prefix of its folder. */
async function archivedFlight(rig: ArchiveRig): Promise<{ flightId: string; at: string }> {
  const flightId = await rig.seedFlight();
  await rig.seedReady(flightId, "LiDAR", LIDAR);
  await rig.archive(flightId);
  return { flightId, at: `${flightId}/LiDAR/` };
}

const failed = (reason: string) => ({ isArchivedSucceed: false, reason });

type Damage = (rig: ArchiveRig, at: string, flightId: string) => Promise<unknown>;
const data = (at: string, flightId: string, name: string): string =>
  `${at}LiDAR/${flightId}_045/${name}`;

const DAMAGES: readonly [string, RegExp, Damage][] = [
  [
    "an object is missing",
    /plan\.kmz: is missing$/,
    (rig, at, id) => rig.remove(rig.buckets.archive, data(at, id, "plan.kmz")),
  ],
  [
    "an object has another size",
    /plan\.kmz: has 7 of 1200 bytes$/,
    (rig, at, id) => rig.put(rig.buckets.archive, data(at, id, "plan.kmz"), Buffer.alloc(7)),
  ],
  [
    "an object has other bytes",
    /plan\.kmz: its checksum is not the one archived$/,
    (rig, at, id) => rig.put(rig.buckets.archive, data(at, id, "plan.kmz"), Buffer.alloc(1_200)),
  ],
  [
    "there is an object more",
    /more: was never archived$/,
    (rig, at, id) => rig.put(rig.buckets.archive, data(at, id, "more"), Buffer.alloc(0)),
  ],
  [
    "the manifest is missing",
    /_archive\.jsonl: is missing$/,
    (rig, at, id) => rig.remove(rig.buckets.archive, `${at}${id}_archive.jsonl`),
  ],
  [
    "the manifest is cut short",
    /manifest has no seal$/,
    (rig, at, id) => changeManifest(rig, at, id, (text) => text.slice(0, text.lastIndexOf('{"ob'))),
  ],
  [
    "the manifest leaves an object out",
    /manifest is not as it was sealed$|plan\.kmz: was never archived$/,
    (rig, at, id) => changeManifest(rig, at, id, (text) => text.replace(/^.*plan\.kmz.*\n/m, "")),
  ],
  [
    "the manifest is another flight's",
    /manifest is not that of this archive$/,
    (rig, at, id) => changeManifest(rig, at, id, (text) => text.replaceAll(id, "FL999999")),
  ],
  [
    "the manifest is not ours at all",
    /manifest holds a line that cannot be read$/,
    (rig, at, id) => changeManifest(rig, at, id, () => "<html>\n"),
  ],
];

async function changeManifest(
  rig: ArchiveRig,
  at: string,
  flightId: string,
  change: (text: string) => string,
): Promise<void> {
  const key = `${at}${flightId}_archive.jsonl`;
  await rig.put(rig.buckets.archive, key, Buffer.from(change(await rig.textAt(key))));
}

/** What the validation of an archive finds, on any store. */
export function validating(get: () => ArchiveRig): void {
  foundFaults(get);
  boundedValidation(get);
  refusedQuestions(get);
}

function foundFaults(get: () => ArchiveRig): void {
  test.each(DAMAGES)("fails where %s", async (_, reason, damage) => {
    const rig = get();
    const { flightId, at } = await archivedFlight(rig);
    await damage(rig, at, flightId);
    expect(await rig.validate(at)).toEqual(failed(expect.stringMatching(reason) as string));
  });

  test("fails where the manifest was sealed anew over less", async () => {
    const rig = get();
    const [whole, other] = [await archivedFlight(rig), await archivedFlight(rig)];
    await rig.put(
      rig.buckets.archive,
      `${whole.at}${whole.flightId}_archive.jsonl`,
      Buffer.from(await rig.textAt(`${whole.at}${whole.flightId}_archive.jsonl`)),
    );
    expect(await rig.validate(whole.at)).toMatchObject({ isArchivedSucceed: true });
    await rig.db
      .updateTable("archives")
      .set({ seal: "0".repeat(64) })
      .where("flight_id", "=", other.flightId)
      .execute();
    expect(await rig.validate(other.at)).toEqual(
      failed("the archive's manifest is not the one that was sealed"),
    );
  });

  test("of a folder within an archive looks at that folder alone", async () => {
    const rig = get();
    const { flightId, at } = await archivedFlight(rig);
    await rig.seedReady(flightId, "OptechGPS", [file("a.gps", 20)]);
    await rig.archive(flightId);
    await rig.remove(rig.buckets.archive, data(at, flightId, "plan.kmz"));
    expect(await rig.validate(`${at}OptechGPS/`)).toMatchObject({ isArchivedSucceed: true });
    expect(await rig.validate(`${at}OptechGPS/${flightId}_045`)).toMatchObject({
      isArchivedSucceed: true,
    });
    expect(await rig.validate(`${at}LiDAR/`)).toMatchObject({ isArchivedSucceed: false });
    expect(await rig.validate(`${at}nothing/`)).toEqual(
      failed(`${at}nothing/: nothing was archived there`),
    );
  });

  test("is told to the audit log", async () => {
    const rig = get();
    const { flightId, at } = await archivedFlight(rig);
    await rig.validate(at);
    const events = await rig.db
      .selectFrom("audit.events")
      .select(["action", "actor", "name", "detail"])
      .where("flight_id", "=", flightId)
      .orderBy("id")
      .execute();
    const place = { bucket: rig.buckets.archive, prefix: at };
    expect(events.map(({ action, actor, name }) => [action, actor, name])).toEqual([
      ["archive.started", "person", "Leader"],
      ["upload.moved", "swath", null],
      ["archive.finished", "swath", null],
      ["archive.finished", "swath", null],
      ["archive.validated", "person", "Crew"],
    ]);
    expect(events[2]!.detail).toMatchObject({ ...place, objects: 5 });
    expect(events[4]!.detail).toEqual({ ...place, succeeded: true });
  });
}

function boundedValidation(get: () => ArchiveRig): void {
  test("reads listings and the manifest, and asks for no object by itself", async () => {
    const rig = get();
    const flightId = await rig.seedFlight();
    const many = Array.from({ length: 1_050 }, (_, index) => file(`${index}.range`, 1));
    await rig.seedReady(flightId, "LiDAR", many);
    await rig.archive(flightId);
    const calls = { list: 0, read: 0, head: 0 };
    rig.faults.before = (call) => void (calls[call as keyof typeof calls] += 1);
    expect(await rig.validate(`${flightId}/LiDAR/`)).toMatchObject({ isArchivedSucceed: true });
    delete rig.faults.before;
    expect(calls).toEqual({ list: 2, read: 1, head: 0 });
  }, 120_000);

  test.each(["list", "read"])("says so where the store does not answer a %s", async (failing) => {
    const rig = get();
    const { at } = await archivedFlight(rig);
    rig.faults.before = (call) => {
      if (call === failing) throw new AppError("STORE_UNAVAILABLE", "outage");
    };
    const refusal = rig.validate(at);
    await expect(refusal).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    delete rig.faults.before;
  });
}

function refusedQuestions(get: () => ArchiveRig): void {
  test("is only of archives of flights, in the archive bucket", async () => {
    const rig = get();
    const { flightId, at } = await archivedFlight(rig);
    const ready = await rig.seedFlight();
    await rig.seedReady(ready, "LiDAR", LIDAR);
    const refusal = { code: "OBJECT_NOT_FOUND", message: "no flight's archive stands there" };
    await expect(rig.validate(`${flightId}/LiDAR/`, rig.buckets.lidar)).rejects.toMatchObject(
      refusal,
    );
    for (const prefix of ["", "/", "FL", flightId, `${flightId}/`, `${flightId}/LiDARx`, `x/${at}`])
      if (prefix !== "") await expect(rig.validate(prefix)).rejects.toMatchObject(refusal);
    const guest = rig.validate(at, rig.buckets.archive, "guest");
    await expect(guest).rejects.toMatchObject({ code: "INSUFFICIENT_PRIVILEGES" });
    await expect(rig.validate(`${ready}/LiDAR/`)).rejects.toMatchObject(refusal);
    await expect(rig.validate("FL999999/LiDAR/")).rejects.toMatchObject(refusal);
    await expect(rig.validate(`${at}../../`)).resolves.toMatchObject({ isArchivedSucceed: false });
    expect(await rig.validate(`${flightId}/LiDAR`)).toMatchObject({ isArchivedSucceed: true });
  });

  test("fails where a flight has an archive path and no data", async () => {
    const rig = get();
    const flightId = await rig.seedFlight();
    await rig.db
      .updateTable("flights")
      .set({ archive_s3_path_lidar: `s3://${rig.buckets.archive}/${flightId}/LiDAR/` })
      .where("flight_id", "=", flightId)
      .execute();
    expect(await rig.validate(`${flightId}/LiDAR/`)).toEqual(
      failed(`${flightId}/LiDAR/${flightId}_archive.jsonl: is missing`),
    );
  });
}
