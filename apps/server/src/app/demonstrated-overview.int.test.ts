import { rm } from "node:fs/promises";
import { join } from "node:path";
import { may } from "@swath/contract/identity";
import { LATE_DAYS } from "@swath/contract/overview";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dayOf, notedDay } from "../demonstration/demonstration-day.ts";
import { ON_TIME } from "../demonstration/invented-records.ts";
import { seedDemonstration } from "../demonstration/seed-demonstration.ts";
import { flownUploads } from "../overview/flown-uploads.ts";
import { ownUploads } from "../overview/own-uploads.ts";
import { awaitingJobs, failedJobs, waitingProcessings } from "../overview/processing-needs.ts";
import { startProcessings } from "../processing/orchestrate/start-processings.ts";
import { projectProgress, projectsFor } from "../overview/project-progress.ts";
import { monotonicClock } from "../platform/clock/clock.ts";
import { DEMONSTRATION_ACCOUNTS } from "../platform/embedded-identity/accounts.ts";
import { demonstrationRig } from "./testing/demonstration-rig.ts";

const DAY_MS = 86_400_000;
/** A moment of a first start, years from those of other tests. */
const NOW = new Date("2031-02-03T21:10:00Z");
const clock = () => NOW;

let rig: Awaited<ReturnType<typeof demonstrationRig>>;
let deps: typeof rig.deps;
beforeAll(async () => {
  rig = await demonstrationRig(clock);
  ({ deps } = rig);
}, 60_000);
afterAll(() => rig.drop());

const read = () => ({ db: deps.db, clock, now: monotonicClock });

describe("on the day of the first start, the overview of the demonstration", () => {
  test("shows each account that uploads what needs it, and the crew what failed, stalled and paused", async () => {
    for (const { id, roles } of DEMONSTRATION_ACCOUNTS) {
      const { rows } = await ownUploads(deps.db, id);
      expect(rows.length > 0, id).toBe(may(roles, "upload"));
    }
    const { rows } = await ownUploads(deps.db, "crew");
    expect(rows.map(({ status }) => status)).toEqual([
      "UPLOAD_FAILED",
      "UPLOAD_STALLED",
      "UPLOAD_PAUSED",
    ]);
  });

  test("has flights of yesterday that are not uploaded, failures of the last day, QA that is due, and what waits", async () => {
    const now = NOW.getTime();
    const yesterday = dayOf(new Date(now - DAY_MS));
    const flown = (await flownUploads(read())).map(({ upload }) => upload);
    const ofYesterday = flown.filter(({ flown: at }) => at.startsWith(yesterday));
    expect(new Set(ofYesterday.map(({ flightId }) => flightId))).toEqual(
      new Set(["FL000101", "FL000102"]),
    );
    const isRecent = ({ since }: { since: string }) => now - Date.parse(since) < 2 * DAY_MS;
    const failed = await failedJobs(deps.db, ["ip", "iptm"]);
    expect(failed.filter(isRecent).length).toBeGreaterThan(2);
    expect(failed.some((job) => !isRecent(job))).toBe(true);
    for (const area of ["ip", "iptm"] as const)
      expect(await awaitingJobs(deps.db, [area]), area).not.toEqual([]);
    const awaiting = await awaitingJobs(deps.db, ["ip", "iptm"]);
    const isLate = ({ since }: { since: string }) =>
      now - Date.parse(since) > LATE_DAYS.qa * DAY_MS;
    expect(new Set(awaiting.map(isLate))).toEqual(new Set([true, false]));
    await startProcessings(deps);
    const waiting = await waitingProcessings(deps.db, ["ip", "iptm"]);
    expect(waiting.rows.length).toBeGreaterThan(2);
  });

  test("has projects that are late, for each of the reasons, and one that is not", async () => {
    const { rows } = projectsFor(await projectProgress(read()), { name: "", roles: [] });
    const late = rows.map(({ late: of }) => of);
    for (const of of ["uploads", "qa", "failures"] as const)
      expect(
        late.some((counts) => counts[of] > 0),
        of,
      ).toBe(true);
    const onTime = rows.filter(({ late: of }) => of.uploads + of.qa + of.failures === 0);
    expect(onTime.map(({ projectId }) => projectId)).toEqual([ON_TIME.projectId]);
    expect(onTime[0]!.processed).toBeGreaterThan(0);
  });
});

test("the day of the first start is noted for commands, and does not change with later starts", async () => {
  const day = dayOf(NOW);
  expect(await notedDay(deps.dataFolder)).toBe(day);
  await rm(join(deps.dataFolder, "demonstration-day.txt"));
  const later = () => new Date(NOW.getTime() + 30 * DAY_MS);
  await seedDemonstration({ ...deps, clock: later });
  expect(await notedDay(deps.dataFolder)).toBe(day);
});
