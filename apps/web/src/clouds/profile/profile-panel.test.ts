import { expect, test } from "vitest";
import { newSection } from "../points/section-points.ts";
import { moved, profileSummary } from "./profile-panel.tsx";

const CORRIDOR = { from: [0, 0], to: [30, 40], width: 5 } as const;

test("a line is moved to its left by its width, and along itself by its length", () => {
  expect(moved(CORRIDOR, 1, 0)).toEqual({ from: [-4, 3], to: [26, 43], width: 5 });
  expect(moved(CORRIDOR, 0, -0.5)).toEqual({ from: [-15, -20], to: [15, 20], width: 5 });
});

test("a profile is told in words", () => {
  const points = newSection(2);
  points.heights.set([12, 10.5]);
  points.lines.set([7, 3]);
  const section = { corridor: CORRIDOR, nodes: [], points };
  expect(profileSummary(section, "m")).toBe(
    "A profile 50.0 m long and 5 m wide: 2 points of lines 3, 7, from 10.50 to 12.00 m high.",
  );
  expect(profileSummary({ ...section, points: newSection(0) }, "m")).toBe(
    "A profile 50.0 m long and 5 m wide: no points lie there.",
  );
});
