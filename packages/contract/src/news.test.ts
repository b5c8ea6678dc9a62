import { expect, test } from "vitest";
import { isBadNews, newsPath, newsText } from "./news.ts";

test("news says what happened, of a job by its name", () => {
  expect(newsText({ kind: "archived", job: null })).toBe("Archived");
  expect(newsText({ kind: "dataReady", job: "LiDAR" })).toBe("Data ready: LiDAR");
  expect(newsText({ kind: "awaitsQA", job: "LMS" })).toBe("LMS completed, waits for QA");
});

test("what somebody has to see to stands out", () => {
  expect(isBadNews("failed")).toBe(true);
  expect(isBadNews("completed")).toBe(false);
});

test("news leads to the flight, or to the review of its job above the flight's rows", () => {
  const flightId = "FL000101";
  const rows = "/iptm?FlightID=%24any%20FL000101";
  const review = `${"a".repeat(24)}.PI1_MineIP1`;
  expect(newsPath({ area: "flights", flightId, review: null })).toBe("/post/FL000101");
  expect(newsPath({ area: "iptm", flightId, review })).toBe(`${rows}&review=${review}`);
  expect(newsPath({ area: "iptm", flightId, review: null })).toBe(rows);
});
