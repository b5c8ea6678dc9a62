import { expect, test } from "vitest";
import { fakeUploader } from "../testing/fake-uploader.ts";
import { RunningUploads } from "./running-uploads.ts";

const create = () => fakeUploader("READY_FOR_UPLOAD");

test("an upload is opened once however many pages open it", () => {
  const uploads = new RunningUploads();
  const uploader = uploads.open("a", create);
  expect(uploads.open("a", create)).toBe(uploader);
  expect(uploads.open("b", create)).not.toBe(uploader);
});

test("an uploader is disposed of when the last page lets it go, and created anew after that", () => {
  const uploads = new RunningUploads();
  const uploader = create();
  const first = uploads.hold("a");
  uploads.open("a", () => uploader);
  const second = uploads.hold("a");
  first();
  expect(uploader.commands).toEqual([]);
  second();
  expect(uploader.commands).toEqual(["dispose"]);
  expect(uploads.open("a", create)).not.toBe(uploader);
});
