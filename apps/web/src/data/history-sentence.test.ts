import { AUDIT_ACTIONS, type AuditAction, type HistoryEntry } from "@swath/contract/history";
import { expect, test } from "vitest";
import { actorOf, sentenceOf } from "./history-sentence.ts";

const entry = (action: AuditAction, detail: Record<string, unknown>): HistoryEntry => ({
  id: 1,
  at: "2026-03-14T02:00:00.000Z",
  action,
  actor: "person",
  name: "Casey Crew",
  upload: { _id: "0".repeat(24), Type: "LiDAR", SensorName: "Galaxy Prime - 045" },
  detail,
  address: "192.0.2.7",
  requestId: "r",
});

test.each<[AuditAction, Record<string, unknown>, string]>([
  [
    "upload.moved",
    { from: "UPLOADING", to: "UPLOAD_PAUSED", isUpdate: false },
    "Moved the LiDAR upload of Galaxy Prime - 045 from Uploading to Upload Paused.",
  ],
  [
    "upload.reset",
    { from: "UPLOAD_STALLED" },
    "Reset the LiDAR upload of Galaxy Prime - 045 from Upload Stalled: it is ready for upload again.",
  ],
  [
    "upload.planned",
    { files: 12_345, bytes: 2_345_678_901, isUpdate: false },
    "Announced 12,345 files of 2.18 GB for the LiDAR upload of Galaxy Prime - 045.",
  ],
  [
    "call.refused",
    { method: "PUT", route: "/api/main/x", code: "NOT_UPLOAD_OWNER", count: 3 },
    "Was refused a call, 3 times: the upload is another user’s (PUT /api/main/x).",
  ],
  [
    "call.refused",
    { method: "*", route: "*", code: "*", count: 1_200 },
    "Was refused 1,200 more calls.",
  ],
  ["session.started", {}, "Signed in."],
  [
    "job.moved",
    { processing: "p", job: "PI1", from: "RUNNING", to: "FAILED", reason: "no points" },
    "Moved the processing job PI1 from ‘Running’ to ‘Failed’: no points",
  ],
  [
    "processing.changed",
    {
      processing: "p",
      job: "PI1",
      action: "completeQA",
      reason: "seen",
      before: { status: "COMPLETED" },
      after: { status: "QA_COMPLETED" },
    },
    "Did ‘Mark as QA Completed’ to the processing job PI1: status from ‘Completed’ to ‘QA completed’. Reason: seen",
  ],
])("%s reads as a sentence", (action, detail, sentence) => {
  expect(sentenceOf(entry(action, detail))).toBe(sentence);
});

test("facts that no release knows any more leave the action's name", () => {
  for (const action of AUDIT_ACTIONS.filter((name) => name !== "session.started"))
    expect(sentenceOf(entry(action, { unknown: true }))).toBe(action);
});

test("what nobody did by hand reads as the program's, or as nobody's", () => {
  expect(actorOf({ actor: "swath", name: null })).toBe("Swath");
  expect(actorOf({ actor: "nobody", name: null })).toBe("Not signed in");
  expect(actorOf({ actor: "person", name: "Casey Crew" })).toBe("Casey Crew");
});
