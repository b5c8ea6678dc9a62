import { afterEach, expect, test } from "vitest";
import { AppError } from "@swath/contract/errors";
import { bucketsNamed, deletionRig } from "../testing/deletion-rig.ts";
import type { VersionRemoval } from "./delete-versions.ts";

const buckets = bucketsNamed("x");
const AT_ONCE = 2;

interface PlantedVersion {
  readonly key: string;
  readonly versionId: string;
  readonly size: number | null;
}

const nothing = (_point: string): void => undefined;

/** Versions that a test plants, and how the store behaves: a page has two, and any call may be cut off. */
function plantedVersions(planted: Record<string, PlantedVersion[]>) {
  const state = { planted, locked: new Set<string>(), unlisted: new Set<string>() };
  /** Called before and after each call; throws where a test cuts it off. */
  let cut = nothing;
  const around = <T>(name: string, call: () => T): T => {
    cut(`before ${name}`);
    const answer = call();
    cut(`after ${name}`);
    return answer;
  };
  const removal: { -readonly [K in keyof VersionRemoval]: VersionRemoval[K] } = {
    // As Ceph does, it skips what is left of the key at the marker.
    page: async (bucket, prefix, { KeyMarker = "" } = {}) => {
      if (state.unlisted.has(bucket)) return { refused: "AccessDenied" };
      return around(`page ${bucket} ${prefix} ${KeyMarker}`, () => {
        const left = (planted[bucket] ?? [])
          .filter(({ key }) => key.startsWith(prefix) && key > KeyMarker)
          .toSorted((a, b) => (a.key < b.key ? -1 : 1));
        const versions = left.slice(0, AT_ONCE);
        const next = left.length > AT_ONCE ? { KeyMarker: versions.at(-1)!.key } : undefined;
        return { versions, next };
      });
    },
    remove: async (bucket, versions) =>
      around(`remove ${bucket} ${versions[0]?.key}`, () => {
        const kept = versions.filter(({ versionId }) => state.locked.has(versionId));
        const gone = new Set(
          versions.filter((each) => !kept.includes(each)).map(({ versionId }) => versionId),
        );
        planted[bucket] = (planted[bucket] ?? []).filter(({ versionId }) => !gone.has(versionId));
        return kept.map((each) => Object.assign({}, each, { reason: "AccessDenied, object lock" }));
      }),
  };
  return { ...state, removal, cutBy: (by: typeof cut) => (cut = by) };
}

let rig: Awaited<ReturnType<typeof deletionRig>>;
let planted: ReturnType<typeof plantedVersions>;
afterEach(() => rig.close());

async function open(versions: Record<string, PlantedVersion[]>): Promise<void> {
  planted = plantedVersions(versions);
  rig = await deletionRig({ buckets, versions: planted.removal });
}

const version = (key: string, size: number | null): PlantedVersion => ({
  key,
  versionId: `version of ${key}`,
  size,
});
/** Five versions and a marker of flight 1, and one of flight 2. */
const some = () => ({
  [buckets.lidar]: [
    version("FL000001/LiDAR/folder/a.range", 7),
    version("FL000001/LiDAR/folder/b.range", 8),
    version("FL000001/LiDAR/folder/c.range", 9),
    version("FL000001/LiDAR/folder/d.range", null),
    version("FL000002/LiDAR/folder/a.range", 1),
  ],
  [buckets.archive]: [version("FL000001/LiDAR/LiDAR/a.range", 100)],
});
const idsOf = (lines: readonly { versionId?: string }[]): string[] =>
  lines.flatMap(({ versionId }) => versionId ?? []).toSorted();
const OF_FLIGHT = [
  "version of FL000001/LiDAR/LiDAR/a.range",
  ...["a", "b", "c", "d"].map((name) => `version of FL000001/LiDAR/folder/${name}.range`),
];

test("every version and delete marker of the flight goes, and is proved by count, bytes and name", async () => {
  await open(some());
  await rig.order("flight", "FL000001");
  await rig.work();
  expect(planted.planted).toEqual({
    [buckets.lidar]: [version("FL000002/LiDAR/folder/a.range", 1)],
    [buckets.archive]: [],
  });
  const { content, lines } = await rig.certificate();
  expect(content.storedVersions).toEqual({
    removed: 4,
    removedBytes: 124,
    markers: 1,
    kept: 0,
    keptBytes: 0,
  });
  expect(content.versions).toMatch(/^Swath removed 4 versions with 124 bytes/);
  expect(idsOf(lines)).toEqual(OF_FLIGHT);
  expect(lines.every(({ removed }) => removed !== null)).toBe(true);
});

test("versions that a listing skips, since the one at its marker was just removed, go all the same", async () => {
  const key = "FL000001/LiDAR/folder/a.range";
  const versions = Array.from({ length: 5 }, (_, n) => ({ key, versionId: `${n}`, size: 1 }));
  await open({ [buckets.lidar]: versions });
  await rig.order("flight", "FL000001");
  await rig.work();
  expect(planted.planted).toEqual({ [buckets.lidar]: [] });
  const { content } = await rig.certificate();
  expect(content.storedVersions).toMatchObject({ removed: 5, removedBytes: 5 });
});

test("a store that keeps what it says is removed ends no deletion in a loop, and is told of", async () => {
  await open(some());
  planted.removal.remove = async () => [];
  await rig.order("flight", "FL000001");
  await rig.work();
  const { content } = await rig.certificate();
  expect(content.versions).toContain("(it lists again what it said was removed)");
  expect(content.storedVersions).toMatchObject({ removed: 0, kept: 5, keptBytes: 124 });
});

test("what object lock keeps is told with its reason, and the deletion ends", async () => {
  await open(some());
  planted.locked.add("version of FL000001/LiDAR/folder/b.range");
  await rig.order("flight", "FL000001");
  await rig.work();
  const { content, lines } = await rig.certificate();
  expect(content.storedVersions).toMatchObject({ removed: 3, kept: 1, keptBytes: 8 });
  expect(content.versions).toContain(
    "1 version with 8 bytes stay in the store, which did not remove them (AccessDenied, object lock)",
  );
  const kept = lines.filter(({ refused }) => refused !== undefined);
  expect(kept).toMatchObject([{ removed: null, refused: "AccessDenied, object lock" }]);
  expect((await rig.listed())[0]?.ended).not.toBeNull();
});

test("without leave to list versions the objects go, and the certificate says what may stay", async () => {
  await open(some());
  planted.unlisted.add(buckets.archive);
  await rig.order("flight", "FL000001");
  await rig.work();
  expect(await rig.standing()).toEqual(rig.namesOf(2, 3));
  const { content } = await rig.certificate();
  expect(content.versions).toContain(
    `did not list the versions of the bucket ${buckets.archive} (AccessDenied)`,
  );
  expect(content.storedVersions).toMatchObject({ removed: 3, removedBytes: 24 });
});

test("it goes on wherever its worker was killed, and counts every version once", async () => {
  await open(some());
  const seen = new Set<string>();
  planted.cutBy((point) => {
    if (seen.has(point)) return;
    seen.add(point);
    throw new AppError("STORE_UNAVAILABLE", "killed");
  });
  await rig.order("flight", "FL000001");
  for (;;) {
    const before = seen.size;
    await rig.hand.tick("open-deletions");
    await rig.hand.runAll().catch(() => undefined);
    if (seen.size === before && (await rig.listed())[0]?.ended !== null) break;
  }
  expect(seen.size).toBeGreaterThan(10);
  const { content, lines } = await rig.certificate();
  expect(content.storedVersions).toMatchObject({ removed: 4, removedBytes: 124, markers: 1 });
  expect(idsOf(lines)).toEqual(OF_FLIGHT);
});
