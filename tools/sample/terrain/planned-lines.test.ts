import { memorySource, readKmz } from "@swath/survey/readers";
import { expect, test, vi } from "vitest";
import { ScannerPose, scannerMount } from "./pose.ts";
import { earthCentred } from "./ellipsoid.ts";
import { radians } from "./matrix.ts";
import { rangeFileOf } from "./range-recording.ts";
import type { TerrainFlight } from "./terrain-flight.ts";
import { lidarFolder } from "./terrain-folders.ts";
import { returnsOf } from "./testing/recorded-bytes.ts";
import { thinContent, thinFlight } from "./testing/thin-flight.ts";

vi.setConfig({ testTimeout: 60_000 });

type Site = readonly [x: number, y: number];

/** A file of the LiDAR folder by the end of its name. */
function fileOf(flight: TerrainFlight, end: string): Uint8Array {
  const files = lidarFolder(flight, thinContent(flight, "LiDAR"));
  return files.find(({ path }) => path.endsWith(end))?.content() as Uint8Array;
}

/** Begin and end of each planned line on the site, as the plan has them. */
async function plannedLines(flight: TerrainFlight): Promise<[Site, Site][]> {
  const plan = await readKmz(memorySource("plan.kmz", fileOf(flight, "_flight_plan.kmz")));
  if (!plan.ok) throw new Error(plan.fault);
  const { height } = flight.site.place;
  const placeOf = ([longitude, latitude]: Site): Site => {
    const place = { longitude: radians(longitude), latitude: radians(latitude), height };
    const [x, y] = flight.site.point(earthCentred(place));
    return [x, y];
  };
  const lines = plan.paths.filter(({ area }) => !area);
  return lines.map(({ positions: [from, to] }) => [placeOf(from!), placeOf(to!)]);
}

test.each([1, 5, 11])(
  "seed %i is recorded from 0.5 to 1 s beyond each planned line",
  async (seed) => {
    const flight = thinFlight({ seed });
    const planned = await plannedLines(flight);
    expect(planned).toHaveLength(flight.lines.length);
    const ray = { ox: 0, oy: 0, oz: 0, dx: 0, dy: 0, dz: 0 };
    const mount = scannerMount(flight.fitting.refToImu, flight.fitting.bodyToScanner);
    const scanner = new ScannerPose(flight.site, mount, (seconds) => flight.motion.at(seconds));
    for (const [i, { begins, ends }] of flight.lines.entries()) {
      const [from, to] = planned[i]!;
      const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
      /** How far along the planned line a place is. */
      const along = (x: number, y: number): number =>
        ((x - from[0]) * (to[0] - from[0]) + (y - from[1]) * (to[1] - from[1])) / length;
      const flown = (seconds: number): number => {
        const { x, y } = flight.motion.at(seconds);
        return along(x, y);
      };
      expect(flown(begins + 0.5)).toBeLessThan(0);
      expect(flown(begins + 1)).toBeGreaterThan(0);
      expect(flown(ends - 0.5)).toBeGreaterThan(length);
      expect(flown(ends - 1)).toBeLessThan(length);
      const scanned = (seconds: number): number => {
        scanner.aim(seconds, 0, ray);
        const range = flight.valley.groundRange(ray);
        return along(ray.ox + range * ray.dx, ray.oy + range * ray.dy);
      };
      expect(scanned(begins)).toBeLessThan(0);
      expect(scanned(ends)).toBeGreaterThan(length);
    }
  },
);

test("the log has each line's begin and end as its returns have them", () => {
  const flight = thinFlight();
  const log = new TextDecoder().decode(fileOf(flight, ".log"));
  const logged = [...log.matchAll(/(\d+\.\d+) LINE \d+ (?:START|END)/g)].map(([, at]) =>
    Number(at),
  );
  const recorded = flight.lines.flatMap((line) => {
    const { returns } = returnsOf(Buffer.concat([...rangeFileOf(flight, line, "X")]));
    return [returns[0]!.time, returns.at(-1)!.time];
  });
  expect(logged).toHaveLength(recorded.length);
  for (const [i, time] of recorded.entries())
    expect(Math.abs(logged[i]! - time)).toBeLessThan(0.02);
});
