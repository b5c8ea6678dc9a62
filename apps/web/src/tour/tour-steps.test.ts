import { expect, test } from "vitest";
import { TOUR, TOUR_FLIGHT, type TourFacts } from "./tour-steps.ts";

const facts = (more: Partial<TourFacts>): TourFacts => ({
  path: "/post",
  upload: undefined,
  ...more,
});
const upload = { id: "a".repeat(24), status: "UPLOADING" as const };

test("the flight is found once it, or its upload, is open", () => {
  const [find] = TOUR;
  expect(find!.isDone(facts({}))).toBe(false);
  expect(find!.isDone(facts({ path: `/post/${TOUR_FLIGHT}` }))).toBe(true);
  expect(find!.isDone(facts({ path: `/post/${TOUR_FLIGHT}/uploads/${upload.id}` }))).toBe(true);
});

test("the upload is done when its data is ready, not when it was sent", () => {
  const [, send] = TOUR;
  for (const status of [
    "UPLOADING",
    "UPLOAD_COMPLETE",
    "VALIDATING_UPLOAD",
    "UPLOAD_FAILED",
  ] as const)
    expect(send!.isDone(facts({ upload: { ...upload, status } }))).toBe(false);
  expect(send!.isDone(facts({ upload: { ...upload, status: "DATA_READY" } }))).toBe(true);
});

test("a step leads to the upload's page, and to the flight's while the upload is not known", () => {
  const [, send] = TOUR;
  expect(send!.address(facts({ upload }))).toBe(`/post/${TOUR_FLIGHT}/uploads/${upload.id}`);
  expect(send!.address(facts({}))).toBe(`/post/${TOUR_FLIGHT}`);
});
