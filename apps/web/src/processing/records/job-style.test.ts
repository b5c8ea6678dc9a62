import { expect, test } from "vitest";
import { JOB_LOOK, jobStyle } from "./job-style.ts";

const looks = Object.values(JOB_LOOK);

test("each status has a word and an icon of its own: none is told apart by its colour alone", () => {
  expect(new Set(looks.map(({ label }) => label)).size).toBe(looks.length);
  expect(new Set(looks.map(({ glyph }) => glyph)).size).toBe(looks.length);
});

test("a completed job is told from one that was judged, and from one of which tasks failed", () => {
  const job = { area: "gps", qaUser: null, failed: 0 } as const;
  expect(jobStyle("COMPLETED", job).label).toBe("Completed");
  expect(jobStyle("COMPLETED", { ...job, qaUser: "Olive Office" }).label).toBe("QA completed");
  expect(jobStyle("COMPLETED", { ...job, failed: 2 })).toMatchObject({
    label: "Completed with failures",
    glyph: "warning",
  });
});
