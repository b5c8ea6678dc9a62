import { expect, test } from "vitest";
import type { ClusterProcessing } from "@swath/contract/processing";
import { rowOfProcessing } from "../records/processing-row.ts";
import { processingDocument, stageDocument } from "../testing/documents.ts";
import { jobRow, processingRow } from "../testing/rows.ts";
import { expectedEndInWords, jobView, type ViewFacts } from "./job-view.ts";

const facts: ViewFacts = {
  roles: ["base", "resubmit"],
  waiting: false,
  currentLMSVersion: "4.2",
  lmsVersion: null,
};
const guest: ViewFacts = { ...facts, roles: ["base", "guest"] };
const lms = jobRow({
  area: "lms",
  name: "LMS",
  label: "LMS",
  status: "CANCELLED",
  reason: "LMS cancelled by Olive Office at 2026-03-14 06:10 UTC",
});

test("job-pages/P1 a row that waits is grey, offers nothing and says what it waits for", () => {
  const row = processingRow();
  const waiting = { ...facts, waiting: true };
  expect(jobView(row, jobRow(), waiting)).toMatchObject({
    status: "WAITING",
    actions: [],
    isGrey: true,
    tip: ["Waiting after resubmitting"],
  });
  expect(jobView(row, lms, waiting).tip).toEqual(["Waiting for response after LMS request"]);
});

test("job-pages/P2 guests see the tooltip alone", () => {
  const view = jobView(processingRow(), jobRow(), guest);
  expect(view.actions).toEqual([]);
  expect(view.tip).toContain("Status: Completed, QA pending");
});

test("job-pages/P3 an archived status of a former document opens the archive, other archives by menu", () => {
  const archived = { archived: true, archiveLink: "s3://archive/FL000123/LiDAR/" };
  const of = (version: number) => jobView(processingRow({ ...archived, version }), jobRow(), facts);
  expect(of(3)).toMatchObject({ status: "ARCHIVED", opensArchive: true });
  expect(of(3.3)).toMatchObject({ status: "COMPLETED", opensArchive: false });
  expect(of(3.3).actions.map(({ action }) => action)).toEqual(["copyArchiveLink", "browseArchive"]);
  expect(of(1.4)).toMatchObject({ status: "ARCHIVED", opensArchive: false, actions: [] });
});

test("job-pages/P3 an archive from before Swath is a link alone: the menu says why", () => {
  const former = { archived: true, archiveLink: "s3://old/guid/", archiveOpens: false };
  const view = jobView(processingRow({ ...former, version: 3 }), jobRow(), facts);
  expect(view).toMatchObject({ status: "ARCHIVED", opensArchive: false });
  expect(view.actions).toEqual([
    { action: "copyArchiveLink" },
    { action: "browseArchive", disabled: "It was archived before Swath: only its link is known" },
  ]);
});

test("staff see a cancelled LMS job as not commenced, with who cancelled it; guests as cancelled", () => {
  const row = processingRow({ lms });
  const staff = jobView(row, lms, facts);
  expect(staff.look.label).toBe("Not commenced");
  expect(staff.tip).toContain("Reason: LMS cancelled by Olive Office at 2026-03-14 06:10 UTC");
  expect(staff.actions.map(({ action }) => action)).toContain("submitLMS");
  expect(jobView(row, lms, guest).look.label).toBe("Cancelled");
});

test("what was superseded and deleted is grey, says so and offers nothing", () => {
  const view = jobView(processingRow({ active: false, deletedSuperseded: true }), jobRow(), facts);
  expect(view).toMatchObject({ isGrey: true, actions: [], tip: ["Superseded and Deleted"] });
});

test("what is superseded is grey and can be utilised again", () => {
  const view = jobView(processingRow({ active: false }), jobRow(), facts);
  expect(view).toMatchObject({ isGrey: true, actions: [{ action: "markUtilised" }] });
});

test("a status that is none of its column's is not shown", () => {
  const Status = "MANUAL_PROCESSING_REQUIRED" as ClusterProcessing["Status"];
  const row = rowOfProcessing(
    processingDocument({
      GPSProcStatus: "ON_HOLD",
      LMSProcStatus: "QA_COMPLETED",
      ClusterProcessing: [stageDocument({ Status }), stageDocument({ Name: "ICP1_MineIP1" })],
    }),
  );
  expect(row.gps).toBeNull();
  expect(row.lms).toBeNull();
  expect(row.stages.map(({ name }) => name)).toEqual(["ICP1_MineIP1"]);
});

const NOW = Date.parse("2026-11-22T13:00:00Z");
const words = (at: string, runs = 12) => expectedEndInWords({ at, runs }, NOW);

test("an expected end is said to the minute, with what it is known from", () => {
  expect(words("2026-11-22T14:20:31Z")).toBe("about 14:20 UTC, from 12 earlier runs");
  expect(words("2026-11-22T14:20:00Z", 1)).toBe("about 14:20 UTC, from 1 earlier run");
});

test("of another day it has the date, and one that has passed says so", () => {
  expect(words("2026-11-23T01:05:00Z")).toBe("about 2026-11-23 01:05 UTC, from 12 earlier runs");
  expect(words("2026-11-22T12:59:00Z")).toBe(
    "was about 12:59 UTC, from 12 earlier runs; it takes longer",
  );
});
