import { expect, test } from "vitest";
import { formatSeconds, ProgressDisplay, progressLine } from "./progress-display.ts";

const progress = {
  bytesPerSecond: 0,
  handedOverBytes: 0,
  completedBytes: 0,
  totalBytes: 10,
  sentBytes: 0,
  completedFiles: 0,
  totalFiles: 1,
  percent: 0,
};
const sending = { status: "UPLOADING", progress, unansweredSince: undefined } as const;
const queued = {
  status: "UPLOAD_QUEUED",
  progress,
  queue: { index: 1, depth: 2 },
  unansweredSince: undefined,
} as const;

function display(isInteractive: boolean) {
  const said: string[] = [];
  const shown: string[] = [];
  const terminal = {
    isInteractive,
    say: (text: string) => void said.push(text),
    show: (line: string) => void shown.push(line),
  };
  return { said, shown, progress: new ProgressDisplay(terminal) };
}

test("P1 on a terminal each change takes the place of the line before", () => {
  const on = display(true);
  on.progress.update(queued, 0);
  on.progress.update(sending, 10);
  on.progress.update(sending, 20);
  expect(on.shown).toHaveLength(3);
  expect(on.said).toEqual([]);
});

test("P2 elsewhere a line stays for each status, and one every 30 s", () => {
  const on = display(false);
  for (const at of [0, 10, 29_999, 30_000, 40_000]) on.progress.update(sending, at);
  on.progress.update(queued, 40_001);
  expect(on.said).toHaveLength(3);
  expect(on.said.at(-1)).toBe("Upload Queued: 1 ahead");
  expect(on.shown).toEqual([]);
});

test("P6 a comparison is said once, and each file that is sent again by its name", () => {
  const on = display(true);
  const sources = { files: 9, status: true, byContent: 1, sentAgain: [] as string[] };
  const comparing = { doneBytes: 0, totalBytes: 2_048 };
  on.progress.update({ ...sending, sources: { ...sources, comparing } }, 0);
  on.progress.update({ ...sending, sources: { ...sources, comparing, sentAgain: ["F/a"] } }, 1);
  on.progress.update({ ...sending, sources: { ...sources, sentAgain: ["F/a"] } }, 2);
  expect(on.said).toEqual([
    "The status of files was changed since they were read (ctime): comparing 2.00 KB by content.",
    "Changed, though its size and time are the same; it is sent again: F/a",
  ]);
  expect(on.shown[0]).toBe("Comparing by content | 0 B of 2.00 KB");
});

test("P3 a reason is said once, and again after it was gone", () => {
  const on = display(true);
  const error = { code: "NO_ANSWER", message: "No answer comes.", detail: "a\nb" };
  on.progress.update({ ...sending, error }, 0);
  on.progress.update({ ...sending, error }, 1);
  expect(on.said).toEqual(["No answer comes.\n  a\n  b"]);
  on.progress.update(sending, 2);
  on.progress.update({ ...sending, error }, 3);
  expect(on.said).toHaveLength(2);
});

test("P4 that the server does not answer is said once, and again only after it had answered", () => {
  const on = display(true);
  const silent = { ...sending, unansweredSince: 5 };
  for (const shown of [sending, silent, silent, sending, silent]) on.progress.update(shown, 0);
  expect(on.said).toHaveLength(2);
  expect(on.said[0]).toContain("does not answer");
});

test("P5 why nothing is sent is said once for each cause, and not while the server is silent", () => {
  const on = display(true);
  const still = (cause: "drive" | "link") => ({ ...sending, stall: { cause, since: 1 } });
  const silent = { ...still("link"), unansweredSince: 5 };
  const shown = [sending, still("drive"), still("drive"), still("link"), sending, still("link")];
  for (const each of shown) on.progress.update(each, 0);
  expect(on.said).toHaveLength(3);
  expect(on.said[0]).toContain("the drive is slow to answer");
  on.progress.update(silent, 0);
  expect(on.said.filter((line) => line.startsWith("Nothing is sent"))).toHaveLength(3);
});

const half = {
  bytesPerSecond: 1_048_576,
  handedOverBytes: 0,
  completedBytes: 104_857_600,
  totalBytes: 209_715_200,
  sentBytes: 0,
  completedFiles: 3,
  totalFiles: 8,
  percent: 50.9,
};

test("while it sends a line tells share, bytes, speed, time left and files", () => {
  expect(progressLine({ status: "UPLOADING", progress: half })).toBe(
    "Uploading 50 % | 100.00 MB of 200.00 MB | 1.00 MB/s | about 1:40 left | 3 of 8 files",
  );
});

test("while nothing moves no time is told", () => {
  const still = { ...half, bytesPerSecond: 0 };
  expect(progressLine({ status: "UPLOADING", progress: still })).not.toContain("left");
});

test("in the queue it tells how many are ahead, elsewhere the status alone", () => {
  const queue = { index: 2, depth: 4 };
  expect(progressLine({ status: "UPLOAD_QUEUED", progress: half, queue })).toBe(
    "Upload Queued: 2 ahead",
  );
  expect(progressLine({ status: "VALIDATING_UPLOAD", progress: half })).toBe("Validating Upload");
});

test("while the server rebuilds it tells how far that has come", () => {
  const rebuild = {
    totalBytes: 3 * 1024 ** 2,
    verifiedBytes: 2 * 1024 ** 2,
    rebuiltBytes: 1024 ** 2,
  };
  expect(progressLine({ status: "VALIDATING_UPLOAD", progress: half, rebuild })).toBe(
    "Validating Upload | 2.00 MB of 3.00 MB verified | 1.00 MB of 3.00 MB rebuilt",
  );
});

test.each([
  [0.2, "0:01"],
  [59, "0:59"],
  [61, "1:01"],
  [3_600, "1:00:00"],
  [36_061, "10:01:01"],
])("%d seconds are %s", (seconds, text) => {
  expect(formatSeconds(seconds)).toBe(text);
});
