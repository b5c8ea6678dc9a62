import { expect, test } from "vitest";
import type { UploadStatus } from "@swath/contract/uploads";
import { placeInQueue, type QueuedUpload } from "./queue-line.ts";

const at = (id: string, status: UploadStatus, browser = id): QueuedUpload => ({
  id,
  status,
  subject: browser,
  fingerprint: "fingerprint",
});
const index = (line: readonly QueuedUpload[], id: string, slots: number, ofPerson = slots) =>
  placeInQueue(line, id, { slots, ofPerson }).queueIndex;

test("uploads/Q4 an upload alone in line may send", () => {
  const line = [at("a", "CHECKING_CONCURRENT_UPLOAD")];
  expect(placeInQueue(line, "a", { slots: 1, ofPerson: 1 })).toEqual({
    concurrentQueueDepth: 1,
    queueIndex: 0,
  });
});

test("uploads/Q1 uploads of one browser wait for one another, in order of joining", () => {
  const line = [
    at("a", "UPLOADING", "me"),
    at("b", "UPLOAD_QUEUED", "me"),
    at("c", "UPLOAD_QUEUED", "me"),
  ];
  expect([index(line, "a", 8), index(line, "b", 8), index(line, "c", 8)]).toEqual([0, 1, 2]);
});

test("uploads/Q1 the same person may send from two browsers", () => {
  const other = { ...at("b", "UPLOAD_QUEUED", "me"), fingerprint: "another" };
  expect(index([at("a", "UPLOADING", "me"), other], "b", 8)).toBe(0);
});

test("uploads/Q2 no more send than there are slots", () => {
  const line = [
    at("a", "UPLOADING"),
    at("b", "UPLOAD_INTEGRITY_CHECK"),
    at("c", "UPLOAD_QUEUED"),
    at("d", "UPLOAD_QUEUED"),
  ];
  expect([index(line, "c", 2), index(line, "d", 2)]).toEqual([1, 2]);
  expect([index(line, "c", 3), index(line, "d", 3)]).toEqual([0, 1]);
});

test("uploads/Q2 a slot is kept for who may send and has not asked yet", () => {
  const line = [at("a", "CHECKING_CONCURRENT_UPLOAD"), at("b", "UPLOAD_QUEUED")];
  expect([index(line, "a", 1), index(line, "b", 1)]).toEqual([0, 1]);
});

test("uploads/Q3 who waits for the own browser lets those behind pass", () => {
  const line = [
    at("a", "UPLOADING", "me"),
    at("b", "UPLOAD_QUEUED", "me"),
    at("c", "CHECKING_CONCURRENT_UPLOAD"),
  ];
  expect([index(line, "b", 2), index(line, "c", 2)]).toEqual([1, 0]);
});

const mine = (id: string, status: UploadStatus): QueuedUpload => ({
  id,
  status,
  subject: "me",
  fingerprint: `browser-${id}`,
});

test("uploads/Q5 one person sends at most so many, and those behind pass", () => {
  const line = [
    mine("a", "UPLOADING"),
    mine("b", "UPLOAD_QUEUED"),
    mine("c", "UPLOAD_QUEUED"),
    at("d", "UPLOAD_QUEUED"),
  ];
  expect(["a", "b", "c", "d"].map((id) => index(line, id, 8, 2))).toEqual([0, 0, 1, 0]);
  // A slot that was granted and not taken yet is held, too.
  expect(index(line, "c", 8, 3)).toBe(0);
});

const of = (upload: QueuedUpload, office: string): QueuedUpload => ({ ...upload, office });

test("uploads/Q2 uploads of an office take its own slots, and hold up nobody elsewhere", () => {
  const limits = { slots: 1, ofPerson: 9, ofOffices: new Map([["perth", 2]]) };
  const line = [
    of(at("a", "UPLOADING"), "perth"),
    at("b", "CHECKING_CONCURRENT_UPLOAD"),
    of(at("c", "CHECKING_CONCURRENT_UPLOAD"), "perth"),
    of(at("d", "UPLOAD_QUEUED"), "perth"),
    at("e", "UPLOAD_QUEUED"),
  ];
  const places = line.map(({ id }) => placeInQueue(line, id, limits));
  expect(places.map(({ queueIndex }) => queueIndex)).toEqual([0, 0, 0, 1, 1]);
  expect(places.map(({ concurrentQueueDepth }) => concurrentQueueDepth)).toEqual([3, 2, 3, 3, 2]);
});

test("uploads/Q1 and Q5 a person's uploads count wherever they are sent from", () => {
  const limits = { slots: 8, ofPerson: 1, ofOffices: new Map([["perth", 8]]) };
  const line = [
    { ...at("a", "UPLOADING", "me"), office: "perth" },
    { ...at("b", "UPLOAD_QUEUED", "me"), fingerprint: "another" },
    at("c", "UPLOAD_QUEUED", "me"),
  ];
  expect(placeInQueue(line, "b", limits).queueIndex).toBeGreaterThan(0);
  expect(placeInQueue(line, "c", { ...limits, ofPerson: 9 }).queueIndex).toBeGreaterThan(0);
});
