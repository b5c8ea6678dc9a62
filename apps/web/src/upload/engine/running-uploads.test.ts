import type { UploadJob } from "@swath/upload-engine";
import { expect, test } from "vitest";
import { fakeUploader, type FakeUploader } from "../testing/fake-uploader.ts";
import { keyOf, RunningUploads } from "./running-uploads.ts";

const JOB: UploadJob = {
  flightId: "FL000123",
  uploadId: "0123456789abcdef01234567",
  uploadType: "LiDAR",
  sensorName: "Galaxy T2000 - 045",
  isUpdate: false,
  status: "READY_FOR_UPLOAD",
};
const SENDING = { status: "UPLOADING", settled: false, hasFiles: true } as const;

const create = () => fakeUploader("READY_FOR_UPLOAD");
/** Once what an uploader said has been looked at. */
const reviewed = () => Promise.resolve();

/** An upload that one page shows. */
function shown(uploads: RunningUploads, job = JOB): { made: FakeUploader; leave: () => void } {
  const made = create();
  uploads.open(job, () => made);
  return { made, leave: uploads.hold(keyOf(job)) };
}

test("upload-screen/U1 an upload is opened once however many pages open it; its update is another", () => {
  const uploads = new RunningUploads();
  const uploader = uploads.open(JOB, create);
  expect(uploads.open(JOB, create)).toBe(uploader);
  expect(uploads.open({ ...JOB, isUpdate: true }, create)).not.toBe(uploader);
  expect(uploads.open({ ...JOB, reason: "flown again" }, create)).not.toBe(uploader);
});

test("upload-screen/U3 what does nothing is disposed of when its last page lets it go, and created anew after that", () => {
  const uploads = new RunningUploads();
  const { made, leave } = shown(uploads);
  const leaveToo = uploads.hold(keyOf(JOB));
  leave();
  expect(made.commands).toEqual([]);
  leaveToo();
  expect(made.commands).toEqual(["dispose"]);
  expect(uploads.open(JOB, create)).not.toBe(made);
});

test("upload-screen/U2 what works is kept when its page is left, and the page finds it again", async () => {
  const uploads = new RunningUploads();
  const job = { ...JOB, isUpdate: true, reason: "flown again" };
  const { made, leave } = shown(uploads, job);
  made.show(SENDING);
  await reviewed();
  expect(uploads.getList()).toMatchObject([{ job, isSending: true, isShown: true }]);
  leave();
  expect(made.commands).toEqual([]);
  expect(uploads.getList()).toMatchObject([{ isSending: true, isShown: false }]);
  expect(uploads.jobOf(JOB.uploadId)).toBe(job);
  expect(uploads.open(job, create)).toBe(made);
});

test("upload-screen/U2 what rests with its files is kept, unless it can no longer be resumed", async () => {
  const uploads = new RunningUploads();
  const { made, leave } = shown(uploads);
  made.show({ status: "UPLOAD_PAUSED", hasFiles: true, settled: true });
  leave();
  await reviewed();
  expect(uploads.getList()).toMatchObject([{ isSending: false, hasEnded: false }]);
  made.adopt("READY_FOR_UPLOAD");
  await reviewed();
  expect(made.commands).toEqual(["dispose"]);
});

test("upload-screen/U2 between the two first steps of a pause an upload is not over", async () => {
  const uploads = new RunningUploads();
  const { made, leave } = shown(uploads);
  made.show(SENDING);
  leave();
  made.show({ settled: true });
  made.show({ status: "UPLOAD_PAUSED" });
  await reviewed();
  expect(made.commands).toEqual([]);
});

test("upload-screen/U4 what ends unseen is disposed of, and listed until it is opened or dismissed", async () => {
  const uploads = new RunningUploads();
  const ended = async () => {
    const { made, leave } = shown(uploads);
    made.show(SENDING);
    leave();
    await reviewed();
    made.show({ status: "DATA_READY", settled: true });
    await reviewed();
    expect(made.commands).toEqual(["dispose"]);
    expect(uploads.getList()).toMatchObject([{ hasEnded: true, isSending: false }]);
    expect(uploads.jobOf(JOB.uploadId)).toBeUndefined();
  };
  await ended();
  uploads.dismiss(JOB);
  expect(uploads.getList()).toEqual([]);
  await ended();
  const { made, leave } = shown(uploads);
  await reviewed();
  expect(uploads.getList()).toEqual([]);
  leave();
  expect(made.commands).toEqual(["dispose"]);
});

test("upload-screen/U4 what ends on its page is not listed", async () => {
  const uploads = new RunningUploads();
  const { made, leave } = shown(uploads);
  made.show(SENDING);
  await reviewed();
  made.show({ status: "DATA_READY", settled: true });
  await reviewed();
  leave();
  expect(uploads.getList()).toEqual([]);
});

test("upload-screen/U5 when its person has left, everything is disposed of", async () => {
  const uploads = new RunningUploads();
  const { made, leave } = shown(uploads);
  made.show(SENDING);
  leave();
  uploads.clear();
  await reviewed();
  expect(made.commands).toEqual(["dispose"]);
  expect(uploads.getList()).toEqual([]);
});

test("the list is a new one only when it has changed, and its readers are told then", async () => {
  const uploads = new RunningUploads();
  let told = 0;
  const stop = uploads.subscribe(() => (told += 1));
  const { made } = shown(uploads);
  made.show(SENDING);
  await reviewed();
  const list = uploads.getList();
  made.show({ hasFiles: true });
  await reviewed();
  expect(uploads.getList()).toBe(list);
  expect(told).toBe(1);
  stop();
});
