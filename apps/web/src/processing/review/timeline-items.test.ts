import type { TimelineEntry } from "@swath/contract/processing";
import { expect, test } from "vitest";
import { itemOf } from "./timeline-items.ts";
import { callsOf } from "./timeline-runs.ts";

let ids = 100;
const entry = (given: Partial<TimelineEntry>): TimelineEntry => ({
  id: (ids -= 1),
  at: "2026-03-14T06:00:00.000Z",
  action: "job.moved",
  actor: "swath",
  name: null,
  detail: {},
  requestId: null,
  ...given,
});
const moved = (job: string, from: string, to: string, more: Partial<TimelineEntry> = {}) =>
  entry({ ...more, detail: { processing: "p", job, from, to, reason: null, ...more.detail } });

const timelineItems = (entries: readonly TimelineEntry[]) => callsOf(entries).map(itemOf);

test("job-pages/R1 what one call led to stands below what the person did, in the order it happened", () => {
  const call = { actor: "person", name: "Hana Brook", requestId: "r-1" } as const;
  const items = timelineItems([
    entry({
      ...call,
      action: "processing.changed",
      detail: {
        processing: "p",
        job: "PI1_MineIP1",
        action: "resubmit",
        before: {},
        after: {},
      },
    }),
    moved("ICP1_MineIP1", "COMPLETED", "NOT_COMMENCED", call),
    moved("PI1_MineIP1", "FAILED", "PREQUEUE", call),
  ]);
  expect(items).toMatchObject([
    {
      who: "Hana Brook",
      isPerson: true,
      what: "Resubmit PI1_MineIP1",
      why: null,
      followed: [
        "PI1_MineIP1: Failed → Waiting for inputs",
        "ICP1_MineIP1: Completed → Not commenced",
      ],
    },
  ]);
});

test("a completed QA that leaves the status as it was tells of no move", () => {
  const call = { actor: "person", name: "Hana Brook", requestId: "r-2" } as const;
  const detail = { processing: "p", job: "GPS", action: "completeQA", before: {}, after: {} };
  const items = timelineItems([
    entry({ ...call, action: "processing.changed", detail }),
    moved("GPS", "COMPLETED", "COMPLETED", call),
  ]);
  expect(items).toMatchObject([{ what: "Mark as QA Completed: GPS", followed: [] }]);
});

test("a mark set by hand says why", () => {
  const detail = {
    processing: "p",
    job: "PI1_MineIP1",
    action: "markIgnored",
    reason: "flown again",
    before: {},
    after: {},
  };
  expect(timelineItems([entry({ action: "processing.changed", detail })])).toMatchObject([
    { what: "Mark as Ignore Processing: PI1_MineIP1", why: "flown again" },
  ]);
});

test("events of no call stand alone, with the reason that the server had", () => {
  const items = timelineItems([
    moved("PI1_MineIP1", "RUNNING", "FAILED", { detail: { reason: "killed by signal 9" } }),
    moved("PI1_MineIP1", "QUEUED", "RUNNING"),
  ]);
  expect(items.map(({ who, what, why }) => [who, what, why])).toEqual([
    ["Swath", "PI1_MineIP1: Running → Failed", "killed by signal 9"],
    ["Swath", "PI1_MineIP1: Queued → Running", null],
  ]);
});

test("facts of an older release that cannot be read leave the action's name", () => {
  expect(timelineItems([entry({ detail: { job: 7 } })])[0]?.what).toBe("job.moved");
});
