import { expect, test } from "vitest";
import { digestOf, type DigestNews, MOST_LINES } from "./send-digests.ts";

const PORTAL = { publicUrl: new URL("https://swath.example"), product: "Swath" };
const news = (given: Partial<DigestNews> = {}): DigestNews => ({
  at: "2026-11-22T01:02:03.456+00:00",
  flight_id: "FL000101",
  area: "ip",
  kind: "failed",
  job: "GPS & EO",
  review: `${"a".repeat(24)}.GPS`,
  ...given,
});

test("a mail says in text which flight, what happened and where, and how to get no more", () => {
  const dataReady = news({ area: "flights", kind: "dataReady", job: null, review: null });
  expect(digestOf([news(), dataReady], PORTAL)).toEqual({
    subject: "Swath: news of FL000101",
    text: `2026-11-22 01:02 UTC  FL000101  GPS & EO failed
https://swath.example/ip?FlightID=%24any%20FL000101&review=aaaaaaaaaaaaaaaaaaaaaaaa.GPS

2026-11-22 01:02 UTC  FL000101  Data ready
https://swath.example/post/FL000101

-- 
You follow these flights. To follow them no longer, or to get no mail:
https://swath.example/following
`,
  });
});

test("a mail of several flights counts them, and lists so much and no more", () => {
  const many = Array.from({ length: MOST_LINES + 1 }, (_, n) =>
    news({ flight_id: `FL${String(n).padStart(6, "0")}` }),
  );
  const { subject, text } = digestOf(many, PORTAL);
  expect(subject).toBe(`Swath: news of ${MOST_LINES + 1} flights`);
  expect(text.match(/GPS & EO failed/g)).toHaveLength(MOST_LINES);
  expect(text).toContain("And more, in the news of the portal.");
});
