import type { Stall } from "@swath/upload-engine";
import { expect, test } from "vitest";
import { type StallFacts, stallText } from "./stall-text.ts";

const AT = Date.UTC(2026, 10, 24, 3, 0, 0);
const progress = {
  bytesPerSecond: 0,
  handedOverBytes: 3 * 1_048_576,
  completedBytes: 1_048_576,
  totalBytes: 4 * 1_048_576,
  sentBytes: 0,
  completedFiles: 0,
  totalFiles: 4,
  percent: 25,
};

function said(snapshot: Partial<StallFacts["snapshot"]>, change: Partial<StallFacts> = {}): string {
  const found = stallText({
    snapshot: {
      status: "UPLOADING",
      progress,
      pausing: false,
      unansweredSince: undefined,
      ...snapshot,
    },
    server: { status: "UPLOADING", updated: new Date(AT).toISOString() },
    isOnline: true,
    isSignedIn: true,
    isLimited: false,
    wallTime: (at) => AT + at,
    now: AT,
    ...change,
  });
  return found === undefined ? "nothing" : `${found.title}: ${found.text}`;
}

const still = (cause: Stall["cause"], more: Partial<Stall> = {}) => ({
  stall: { cause, since: 60_000, ...more },
});

test("an upload that moves says nothing", () => {
  expect(said({})).toBe("nothing");
});

test("upload-screen/W1 the server's silence goes before all else", () => {
  const silent = said({ unansweredSince: 5_000, pausing: true, ...still("link") });
  expect(silent).toContain("No answer from the server since 03:00:05");
});

test("upload-screen/W2 a pause says what it finishes, and how to stop at once", () => {
  expect(said({ pausing: true })).toContain("Pausing: 2.00 MB in flight is finished first");
});

test("upload-screen/W3 a browser without a network says so", () => {
  expect(said(still("link"), { isOnline: false })).toContain("This computer has no network");
});

test("upload-screen/W11 whoever is no longer signed in is told that this is why", () => {
  const signedOut = said(still("link"), { isSignedIn: false });
  expect(signedOut).toContain(
    "since 03:01:00 UTC: The upload waits until you have signed in again.",
  );
  expect(said({}, { isSignedIn: false })).toBe("nothing");
});

test.each([
  ["upload-screen/W4", still("link"), "Nothing is getting through."],
  ["upload-screen/W5", still("turn"), "wait for the server's authorisation"],
  ["upload-screen/W6", still("compression"), "compresses the next files"],
  ["upload-screen/W7", still("drive"), "the drive is slow to answer"],
  ["upload-screen/W10", still("store"), "The store is full. It is tried again twice a minute"],
  [
    "upload-screen/W8",
    still("retry", { retryAt: 90_000 }),
    "sent again automatically at 03:01:30 UTC.",
  ],
] as const)("%s since when nothing was sent, and why", (_, snapshot, words) => {
  expect(said(snapshot)).toContain("Nothing was sent since 03:01:00 UTC");
  expect(said(snapshot)).toContain(words);
});

test("upload-screen/W5 a limit is named where a person set one", () => {
  expect(said(still("turn"), { isLimited: true })).toContain("The limit that you set");
});

test("upload-screen/W9 a server that has not begun after half a minute is said", () => {
  const server = { status: "UPLOAD_COMPLETE", updated: new Date(AT).toISOString() } as const;
  expect(said({}, { server, now: AT + 29_999 })).toBe("nothing");
  expect(said({}, { server, now: AT + 30_000 })).toContain("has not begun to validate");
});
