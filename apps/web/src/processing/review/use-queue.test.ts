import { expect, test } from "vitest";
import { jobRow, processingRow } from "../testing/rows.ts";
import { awaitsQA, neighboursOf, stopsOf } from "./use-queue.ts";

const roles = ["base"] as const;

test("a job awaits QA that ended, is to be judged, and was not", () => {
  const row = processingRow();
  const awaits = (given: Parameters<typeof jobRow>[0]) => awaitsQA(row, jobRow(given), roles);
  expect(awaits({})).toBe(true);
  expect(awaits({ status: "COMPLETED_WITH_ERRORS" })).toBe(true);
  expect(awaits({ requireQA: false })).toBe(false);
  expect(awaits({ qaUser: "Mina" })).toBe(false);
  expect(awaits({ status: "FAILED" })).toBe(false);
  expect(awaits({ status: "RUNNING" })).toBe(false);
});

test("superseded and archived ones, and those of guests, await none", () => {
  expect(awaitsQA(processingRow({ active: false }), jobRow(), roles)).toBe(false);
  expect(awaitsQA(processingRow({ archived: true }), jobRow(), roles)).toBe(false);
  expect(awaitsQA(processingRow(), jobRow(), ["base", "guest"])).toBe(false);
});

test("the next one is the next job of the processing, then the next processing", () => {
  const first = processingRow({
    id: "1",
    stages: [jobRow({ name: "A" }), jobRow({ name: "B", status: "FAILED" }), jobRow({ name: "C" })],
  });
  const second = processingRow({ id: "2", stages: [jobRow({ name: "A" })] });
  const stops = stopsOf(
    [first, second].map((row) => ({ key: row.id, row })),
    roles,
  );
  const names = (place: { processingId: string; job: string }) => {
    const { previous, next, at } = neighboursOf(stops, place);
    return [previous, next]
      .map((stop) => stop && `${stop.row.id}.${stop.job.name}`)
      .concat(`${at}`);
  };
  expect(names({ processingId: "1", job: "A" })).toEqual([undefined, "1.C", "1"]);
  expect(names({ processingId: "1", job: "C" })).toEqual(["1.A", "2.A", "2"]);
  expect(names({ processingId: "2", job: "A" })).toEqual(["1.C", undefined, "3"]);
  expect(names({ processingId: "1", job: "B" })).toEqual([undefined, "1.A", "undefined"]);
});

test("each entry of a list of jobs is one, whatever its status", () => {
  const job = jobRow({ name: "A", status: "FAILED" });
  const row = processingRow({ id: "1", stages: [job, jobRow({ name: "B" })] });
  expect(stopsOf([{ key: "1.A", row, job }], roles)).toEqual([{ row, job }]);
});
