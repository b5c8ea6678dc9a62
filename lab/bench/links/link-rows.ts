import { setTimeout as sleep } from "node:timers/promises";
import type { LinkShape, PoorLink } from "../../link/poor-link.ts";

const MB = 1_000_000;

/** What is sent: files that no compressor shrinks, or many small ones that shrink. */
export type LinkData =
  | { readonly kind: "clouds"; readonly sizes: readonly number[] }
  | { readonly kind: "small"; readonly series: number; readonly bytes: number };

export interface LinkRow {
  readonly name: string;
  readonly shape: LinkShape;
  readonly data: LinkData;
  /** How many send it at once, each a flight of its own. */
  readonly senders?: number;
  /** Disturbs the link from the moment that sending begins, until aborted. */
  readonly disturb?: (link: PoorLink, signal: AbortSignal) => Promise<void>;
  /** A system that needs longer is told as one that never ends. */
  readonly mostSeconds: number;
}

const clouds = (count: number, megabytes: number): LinkData => ({
  kind: "clouds",
  sizes: Array.from({ length: count }, () => Math.round(megabytes * MB)),
});

const wait = (seconds: number, signal: AbortSignal): Promise<void> =>
  sleep(seconds * 1_000, undefined, { signal });

/** Cut for 20 s in every 60. */
const cuts =
  (resets: boolean) =>
  async (link: PoorLink, signal: AbortSignal): Promise<void> => {
    for (;;) {
      await wait(40, signal);
      link.cut();
      await wait(20, signal);
      if (resets) link.reset();
      link.mend();
    }
  };

const resetsEach =
  (seconds: number) =>
  async (link: PoorLink, signal: AbortSignal): Promise<void> => {
    for (;;) {
      await wait(seconds, signal);
      link.reset();
    }
  };

async function slowForAMinute(link: PoorLink, signal: AbortSignal): Promise<void> {
  for (;;) {
    await wait(10, signal);
    link.rate(1, 10);
    await wait(60, signal);
    link.rate(50, 50);
  }
}

const FAR = { upMbit: 100, downMbit: 100, oneWayMs: 100, lossPercent: 1 };
const SATELLITE = { upMbit: 50, downMbit: 50, oneWayMs: 300, lossPercent: 0.1 };
const NARROW = { upMbit: 5, downMbit: 20, oneWayMs: 40, lossPercent: 0 };
const HOTEL = { upMbit: 20, downMbit: 50, oneWayMs: 25, lossPercent: 0 };

/** By the words that choose them. */
export const LINK_ROWS: Readonly<Record<string, LinkRow>> = {
  "far-files": {
    name: "100 Mbit/s, 100 ms, 1 %: 6 files of 8.5 MB",
    shape: FAR,
    data: clouds(6, 8.5),
    mostSeconds: 400,
  },
  "far-one": {
    name: "100 Mbit/s, 100 ms, 1 %: one file of 60 MB",
    shape: FAR,
    data: clouds(1, 60),
    mostSeconds: 400,
  },
  "satellite-files": {
    name: "50 Mbit/s, 300 ms, 0.1 %: 8 files of 8.5 MB",
    shape: SATELLITE,
    data: clouds(8, 8.5),
    mostSeconds: 300,
  },
  "satellite-one": {
    name: "50 Mbit/s, 300 ms, 0.1 %: one file of 100 MB",
    shape: SATELLITE,
    data: clouds(1, 100),
    mostSeconds: 400,
  },
  hotel: {
    name: "20 Mbit/s, 25 ms: one file of 200 MB",
    shape: HOTEL,
    data: clouds(1, 200),
    mostSeconds: 300,
  },
  cuts: {
    name: "5 Mbit/s, cut for 20 s in every 60: one file of 100 MB",
    shape: NARROW,
    data: clouds(1, 100),
    disturb: cuts(false),
    mostSeconds: 900,
  },
  "cuts-reset": {
    name: "the same, connections reset by each cut",
    shape: NARROW,
    data: clouds(1, 100),
    disturb: cuts(true),
    mostSeconds: 900,
  },
  small: {
    name: "2 Mbit/s, 50 ms: 2,506 files of 3 kB",
    shape: { upMbit: 2, downMbit: 5, oneWayMs: 50, lossPercent: 0 },
    data: { kind: "small", series: 500, bytes: 3_000 },
    mostSeconds: 400,
  },
  lossy: {
    name: "10/5 Mbit/s, 60 ms, 5 %: 4 files of 8 MB",
    shape: { upMbit: 10, downMbit: 5, oneWayMs: 60, lossPercent: 5 },
    data: clouds(4, 8),
    mostSeconds: 900,
  },
  "satellite-lossy": {
    name: "20 Mbit/s, 300 ms, 2 %: 4 files of 8 MB",
    shape: { upMbit: 20, downMbit: 20, oneWayMs: 300, lossPercent: 2 },
    data: clouds(4, 8),
    mostSeconds: 900,
  },
  ...Object.fromEntries(
    [15, 30, 60].map((seconds) => [
      `resets-${seconds}`,
      {
        name: `20 Mbit/s, 25 ms, reset each ${seconds} s: one file of 150 MB`,
        shape: HOTEL,
        data: clouds(1, 150),
        disturb: resetsEach(seconds),
        mostSeconds: 400,
      },
    ]),
  ),
  changing: {
    name: "50 Mbit/s, for a minute 1, and back: one file of 150 MB",
    shape: { upMbit: 50, downMbit: 50, oneWayMs: 25, lossPercent: 0 },
    data: clouds(1, 150),
    disturb: slowForAMinute,
    mostSeconds: 400,
  },
  two: {
    name: "20 Mbit/s, 25 ms: two uploads of 60 MB at once",
    shape: HOTEL,
    data: clouds(1, 60),
    senders: 2,
    mostSeconds: 400,
  },
};
