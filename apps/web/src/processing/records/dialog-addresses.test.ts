import { expect, test } from "vitest";
import {
  linesOf,
  readLinesSearch,
  readReviewSearch,
  reviewOf,
  searchOfLines,
  searchOfReview,
} from "./dialog-addresses.ts";

const id = "a".repeat(24);

test("an address names processing, job, panel, attempts, picture and task", () => {
  const search = readReviewSearch({
    review: `${id}.ICP2_MineIP1`,
    panel: "attempts",
    attempt: 2,
    with: "1",
    picture: "pairs.png",
  });
  const address = reviewOf(search);
  expect(address).toEqual({
    processingId: id,
    job: "ICP2_MineIP1",
    panel: "attempts",
    attempt: 2,
    with: 1,
    picture: "pairs.png",
  });
  expect(reviewOf(readReviewSearch({ ...searchOfReview(address) }))).toEqual(address);
});

test("the results are the panel that an address need not name", () => {
  const address = reviewOf({ review: `${id}.GPS` });
  expect(address).toMatchObject({ job: "GPS", panel: "results" });
  expect(searchOfReview(address)).toEqual({ review: `${id}.GPS` });
});

test("what is malformed is left out, and without a job all of it", () => {
  for (const review of [id, `${id}.`, `${id}.a b`, "x.GPS", `${id}.GPS.png`, 7, undefined])
    expect(readReviewSearch({ review, panel: "log", attempt: 1 })).toEqual({});
  const search = { review: `${id}.GPS`, panel: "none", attempt: -1, with: 1.5, task: "" };
  expect(reviewOf(readReviewSearch(search))).toEqual({
    processingId: id,
    job: "GPS",
    panel: "results",
  });
});

test("a review that is closed leaves nothing of it in the address", () => {
  const open = { review: `${id}.GPS`, panel: "log", attempt: 1, with: 2, picture: "a", task: "b" };
  expect(Object.values({ ...open, ...searchOfReview(undefined) })).toEqual(
    Array.from({ length: 6 }),
  );
});

test("an address names the processing of open lines, and whether the reflight list is shown", () => {
  for (const reflight of [true, false]) {
    const address = linesOf(readLinesSearch({ lines: id, reflight }));
    expect(address).toEqual({ processingId: id, reflight });
    expect(linesOf(readLinesSearch({ ...searchOfLines(address) }))).toEqual(address);
  }
  expect(readLinesSearch({ lines: id, reflight: "true" })).toEqual({ lines: id, reflight: true });
});

test.each([undefined, 7, "", "A".repeat(24), `${id}0`, "../x"])(
  "malformed lines are left out: %j",
  (lines) => {
    expect(readLinesSearch({ lines, reflight: true })).toEqual({});
  },
);

test("lines that are closed leave nothing of them in the address", () => {
  const open = { lines: id, reflight: true };
  expect(Object.values({ ...open, ...searchOfLines(undefined) })).toEqual([undefined, undefined]);
});
