import { calibrationFileSchema } from "@swath/contract/processing";
import { catalogueSchema } from "@swath/contract/flights";
import { projectedSystem } from "@swath/pointcloud/coordinates";
import { validateFolder } from "@swath/survey";
import { expect, test, vi } from "vitest";
import { demonstrationCatalogue } from "../../../apps/server/src/demonstration/demonstration-catalogue.ts";
import { baseFolder } from "../layout.ts";
import { directPoint, directView } from "./testing/direct-points.ts";
import { returnsOf, type Solution, solutionAt, solutionsOf } from "./testing/recorded-bytes.ts";
import { FEW_PULSES, thinContent, thinFlight } from "./testing/thin-flight.ts";
import { calibrationRecord } from "./calibration.ts";
import { controlFile, imageryFolder, lidarFolder } from "./terrain-folders.ts";
import { calibrationFiles } from "./lms-folder.ts";
import type { PlantedError } from "./planted-errors.ts";
import { ScannerPose, scannerMount } from "./pose.ts";
import { earthCentred } from "./ellipsoid.ts";
import { radians } from "./matrix.ts";
import { exposureTimes, trueExposure } from "./exposures.ts";
import { posRecording } from "./pos-recording.ts";
import { rangeFileOf } from "./range-recording.ts";
import { HALF_SCAN, PULSE_RATE, type TerrainFlight, type TimedLine } from "./terrain-flight.ts";
import { COVERED, truthOf } from "./truth.ts";
import type { Valley } from "./valley.ts";

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

// Flights of some seconds of the processor; many tests run at once.
vi.setConfig({ testTimeout: 60_000 });

type Site = readonly [x: number, y: number, z: number];

/** The recording around a line alone: turns take most of the time. */
function recordedAround(flight: TerrainFlight, { begins, ends }: TimedLine): Solution[] {
  const span = [Math.floor(begins) - 1, Math.ceil(ends) + 1] as const;
  return solutionsOf(Buffer.concat([...posRecording(flight, "7045", ...span)]));
}

interface Hit {
  readonly line: number;
  readonly point: Site;
  readonly count: number;
}

/** Every return of a flight as a point of the site, from the bytes of its files and its record. */
function pointsOf(
  flight: TerrainFlight,
  lines = flight.lines,
): { hits: Hit[]; lost: number; damaged: number } {
  const { lidar } = flight.options.calibration;
  if (lidar === null) throw new Error("no record");
  const all = { hits: [] as Hit[], lost: 0, damaged: 0 };
  for (const line of lines) {
    const solutions = recordedAround(flight, line);
    const file = returnsOf(Buffer.concat([...rangeFileOf(flight, line, "18SEN045")]));
    all.damaged += file.damaged;
    for (const shot of file.returns) {
      const solution = solutionAt(solutions, shot.time);
      if (solution === undefined) all.lost += 1;
      else {
        const point = flight.site.point(directPoint(solution, lidar, shot));
        all.hits.push({ line: line.number, point, count: shot.count });
      }
    }
  }
  return all;
}

/** How far a point is from the nearest thing that a pulse may meet; 0 within a crown. */
function offSurface(valley: Valley, [x, y, z]: Site): number {
  const above = z - valley.ground.height(x, y);
  if (Math.abs(above) < 0.001) return Math.abs(above);
  const inCrown = valley.trees.some(
    (tree) =>
      ((x - tree.x) ** 2 + (y - tree.y) ** 2) / tree.radius ** 2 +
        (z - tree.z) ** 2 / tree.halfHeight ** 2 <
      1.001,
  );
  if (inCrown) return 0;
  const outside = valley.buildings
    .filter((building) => Math.hypot(building.x - x, building.y - y) < building.reach + 1)
    .map(({ planes }) =>
      Math.max(
        ...planes.map(
          ({ normal: [a, b, c], offset }) => (a * x + b * y + c * z - offset) / Math.hypot(a, b, c),
        ),
      ),
    );
  return Math.min(Math.abs(above), ...outside.map(Math.abs));
}

/** Points over open ground: their heights above it. */
function groundErrors({ valley }: TerrainFlight, hits: readonly Hit[], line?: number): number[] {
  return hits
    .filter((hit) => hit.count === 1 && (line === undefined || hit.line === line))
    .map(({ point: [x, y, z] }) => z - valley.ground.height(x, y))
    .filter((error) => Math.abs(error) < 0.8);
}

const rms = (values: readonly number[]): number =>
  Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);

test("every return, computed from the files alone, is on a surface within 1 mm", () => {
  const flight = thinFlight({ seed: 99 });
  const { hits, lost, damaged } = pointsOf(flight);
  expect([lost, damaged]).toEqual([0, 0]);
  expect(hits.length).toBeGreaterThan(0.9 * FEW_PULSES * 53);
  const off = hits.map(({ point }) => offSurface(flight.valley, point));
  expect(Math.max(...off)).toBeLessThan(0.001);
});

test("noise of 20 mm is on the heights with its size, without bias", () => {
  const flight = thinFlight({ noise: 0.02 });
  const { hits } = pointsOf(flight, flight.lines.slice(0, 2));
  const errors = groundErrors(flight, hits).filter((error) => Math.abs(error) < 0.1);
  expect(rms(errors)).toBeGreaterThan(0.017);
  expect(rms(errors)).toBeLessThan(0.021);
  expect(Math.abs(errors.reduce((sum, value) => sum + value, 0) / errors.length)).toBeLessThan(
    0.001,
  );
});

test("a jump of height is in line 2 alone", () => {
  const flight = thinFlight({ planted: { "height-jump": 0.1 } });
  const { hits } = pointsOf(flight);
  for (const line of [1, 2, 3, 4, 5])
    expect(median(groundErrors(flight, hits, line))).toBeCloseTo(line === 2 ? 0.1 : 0, 3);
});

test.each<[PlantedError, number, number]>([
  ["boresight", 0.05, 0.02],
  ["boresight-pitch", 0.05, 0.01],
  ["boresight-heading", 0.05, 0.003],
  ["lever-arm", 0.2, 0.01],
  ["lever-arm-y", 0.2, 0.01],
  ["lever-arm-z", 0.2, 0.19],
])("%s is seen in the points, and not in the record", (name, value, least) => {
  const flight = thinFlight({ planted: { [name]: value } });
  expect(flight.options.calibration).toEqual(thinFlight().options.calibration);
  const { hits } = pointsOf(flight, flight.lines.slice(1, 2));
  expect(rms(groundErrors(flight, hits))).toBeGreaterThan(least);
});

test("a gap loses the returns of its seconds in line 3", () => {
  const flight = thinFlight({ planted: { "gps-gap": 5 } });
  const { lost } = pointsOf(flight, flight.lines.slice(1, 4));
  expect(lost / FEW_PULSES).toBeGreaterThan(5);
  expect(lost / FEW_PULSES).toBeLessThan(6);
});

function rangeBytes(flight: TerrainFlight, line: number): Buffer {
  return Buffer.concat([...rangeFileOf(flight, flight.lines[line - 1]!, "X")]);
}

test("a corrupt block is one block of line 1, and nothing else differs", () => {
  const pulseRate = 3500;
  const sound = thinFlight({ pulseRate });
  const corrupt = thinFlight({ pulseRate, planted: { "corrupt-range": 1 } });
  const first = rangeBytes(corrupt, 1);
  expect(returnsOf(first).damaged).toBe(1);
  const differing = rangeBytes(sound, 1).filter((byte, at) => byte !== first[at]);
  expect(differing).toHaveLength(1);
  const [thin, thinCorrupt] = [thinFlight(), thinFlight({ planted: { "corrupt-range": 1 } })];
  expect(rangeBytes(thinCorrupt, 2).equals(rangeBytes(thin, 2))).toBe(true);
});

test("there are 8 returns a square metre, and neighbouring lines lap by a quarter", () => {
  const flight = thinFlight();
  const { hits } = pointsOf(flight);
  const edges = (line: number): readonly [number, number] => {
    const middle = hits.filter(({ line: of, point }) => of === line && Math.abs(point[0]) < 100);
    const across = middle.map(({ point }) => point[1]).toSorted((a, b) => a - b);
    return [across.at(20) ?? 0, across.at(-20) ?? 0];
  };
  for (const line of [1, 2, 3, 4]) {
    const of = hits.filter(
      ({ line: l, point: [x, y] }) => l === line && Math.abs(x) < 200 && Math.abs(y) < 340,
    );
    const [low, high] = edges(line);
    const within = Math.min(high, 340) - Math.max(low, -340);
    expect((of.length * (PULSE_RATE / FEW_PULSES)) / (400 * within)).toBeGreaterThan(8);
  }
  for (const line of [1, 2, 3]) {
    const [[low, high], [next]] = [edges(line), edges(line + 1)];
    expect((high - next) / (high - low)).toBeGreaterThan(0.2);
    expect((high - next) / (high - low)).toBeLessThan(0.35);
  }
});

test("the truth has its samples, a solution each second, and what was planted", () => {
  const flight = thinFlight({ noise: 0.02, planted: { boresight: 0.05 } });
  const truth = truthOf(flight);
  expect(truth).toMatchObject({ crs: 32_750, seed: 1, noise: 0.02, planted: { boresight: 0.05 } });
  expect(truth.samples.length).toBeGreaterThanOrEqual(10_000);
  expect(new Set(truth.samples.map(({ surface }) => surface))).toEqual(
    new Set(["ground", "road", "roof"]),
  );
  const times = truth.trajectory.map(({ t }) => t);
  expect(times).toEqual(times.map((_, i) => flight.weekSecond + i));
  expect(times).toHaveLength(flight.seconds);
});

test("a plane through the ground within 2 m of a sample meets the sample within 0.7 mm", () => {
  const flight = thinFlight();
  const { valley, site } = flight;
  const zone = projectedSystem(32_750, "+proj=utm +zone=50 +south +datum=WGS84 +units=m");
  if ("fault" in zone) throw new Error(zone.fault);
  const open = truthOf(flight).samples.filter(({ surface }) => surface !== "roof");
  for (const sample of open.filter((_, i) => i % 20 === 0)) {
    const [longitude, latitude] = zone.inverse(sample.x, sample.y);
    const place = { latitude: radians(latitude), longitude: radians(longitude), height: sample.z };
    const [x, y, z] = site.point(earthCentred(place));
    const around = [0.5, 1, 1.5, 2].flatMap((radius) =>
      Array.from({ length: 24 }, (_, i) => {
        const angle = (i * Math.PI) / 12;
        const height = valley.ground.height(
          x + radius * Math.cos(angle),
          y + radius * Math.sin(angle),
        );
        return { weight: radius, height };
      }),
    );
    // Of places around a middle, all at their radius' weight, the plane's height there is the mean.
    const weights = around.reduce((sum, { weight }) => sum + weight, 0);
    const middle = around.reduce((sum, { weight, height }) => sum + weight * height, 0) / weights;
    expect(Math.abs(middle - z)).toBeLessThan(0.0007);
    expect(Math.abs(valley.ground.height(x, y) - z)).toBeLessThan(0.0002);
  }
});

function bytesOf(seed: number): Buffer {
  const flight = thinFlight({ seed });
  const [line] = flight.lines;
  return Buffer.concat([...rangeFileOf(flight, line!, "X"), ...posRecording(flight, "1", 0, 2)]);
}

test.each([1, 17])("the lines of seed %i reach beyond every sample of the truth", (seed) => {
  const flight = thinFlight({ seed, planted: { boresight: 0.05 } });
  const [south, north] = [flight.lines[0]!, flight.lines[3]!];
  const ray = { ox: 0, oy: 0, oz: 0, dx: 0, dy: 0, dz: 0 };
  const mount = scannerMount(flight.fitting.refToImu, flight.fitting.bodyToScanner);
  const scanner = new ScannerPose(flight.site, mount, (seconds) => flight.motion.at(seconds));
  const reached = (seconds: number, angle: number): readonly [number, number] => {
    scanner.aim(seconds, radians(angle), ray);
    const range = flight.valley.groundRange(ray);
    return [ray.ox + range * ray.dx, ray.oy + range * ray.dy];
  };
  for (const line of flight.lines.filter(({ crossStrip }) => !crossStrip))
    for (const angle of [-HALF_SCAN, 0, HALF_SCAN]) {
      const ends = [reached(line.begins, angle)[0], reached(line.ends, angle)[0]];
      expect(Math.min(...ends)).toBeLessThan(-COVERED.x);
      expect(Math.max(...ends)).toBeGreaterThan(COVERED.x);
    }
  for (let part = 0; part <= 1; part += 0.02) {
    // Line 1 is flown with the south at its right, line 4 the other way round with the north there.
    const at = (line: TimedLine): number => line.begins + part * (line.ends - line.begins);
    expect(reached(at(south), HALF_SCAN)[1]).toBeLessThan(-COVERED.y);
    expect(reached(at(north), HALF_SCAN)[1]).toBeGreaterThan(COVERED.y);
  }
});

test("an exposure looks where the camera was pointed, from grid north", () => {
  const flight = thinFlight();
  const { imagery } = flight.options.calibration;
  for (const at of exposureTimes(flight)) {
    const state = flight.motion.at(at);
    const { omega, phi, centre } = trueExposure(flight, at);
    const [east, north, up] = directView(state, imagery!);
    const place = flight.site.geodetic([state.x, state.y, state.z]);
    const fromMeridian = place.longitude - radians(117);
    // Of grid north from true north (Snyder 1987, (8-15), on the sphere: within 0.0001 degrees here).
    const convergence = Math.atan(Math.tan(fromMeridian) * Math.sin(place.latitude));
    const view = [
      east * Math.cos(convergence) - north * Math.sin(convergence),
      east * Math.sin(convergence) + north * Math.cos(convergence),
      up,
    ];
    const stated = [
      -Math.sin(phi),
      Math.sin(omega) * Math.cos(phi),
      -Math.cos(omega) * Math.cos(phi),
    ];
    for (const [i, value] of stated.entries()) expect(value).toBeCloseTo(view[i] ?? 0, 6);
    expect(Math.abs(centre[2] - place.height)).toBeLessThan(0.4);
  }
});

test("the top of an image of a camera mounted straight leads the way", () => {
  const flight = thinFlight();
  const { calibration } = flight.options;
  const straight = { CameraBoresiteAngleTx: 0, CameraBoresiteAngleTy: 0, CameraBoresiteAngleTz: 0 };
  const imagery = { ...calibration.imagery!, ...straight, KappaCardinal: 0 };
  const turned = {
    ...flight,
    options: { ...flight.options, calibration: { ...calibration, imagery } },
  };
  const [at = 0] = exposureTimes(flight);
  const { kappa } = trueExposure(turned, at);
  // Kappa counts from grid east counter-clockwise: the image's right is a quarter right of its top.
  const { heading, x, y, z } = flight.motion.at(at);
  const place = flight.site.geodetic([x, y, z]);
  const convergence = Math.atan(
    Math.tan(place.longitude - radians(117)) * Math.sin(place.latitude),
  );
  const off = -(heading - convergence) - kappa;
  expect(Math.abs(Math.atan2(Math.sin(off), Math.cos(off)))).toBeLessThan(0.002);
});

test("the same seed makes the same bytes, another makes others", () => {
  expect(bytesOf(1).equals(bytesOf(1))).toBe(true);
  expect(bytesOf(1).equals(bytesOf(2))).toBe(false);
});

test.each(["LiDAR", "MediumFormatImagery"] as const)(
  "the %s folder breaks no rule on names",
  (type) => {
    const flight = thinFlight();
    const content = thinContent(flight, type);
    const made = type === "LiDAR" ? lidarFolder(flight, content) : imageryFolder(flight, content);
    const files = made.map(({ path }) => ({ path: `${baseFolder(content)}/${path}`, size: 1 }));
    const { flightId, sensorName } = content.flight;
    const request = { flightId, sensorName, uploadType: type, files };
    expect(validateFolder(request)).toMatchObject({ findings: [], blocked: false });
  },
);

test("control points are of the road's heights, but for a noise of their own", () => {
  const flight = thinFlight();
  const road = truthOf(flight).samples.filter(({ surface }) => surface === "road");
  const [head, ...rows] = new TextDecoder().decode(controlFile(flight)).trim().split("\r\n");
  expect([head, rows.length]).toEqual(["name,x,y,z", 30]);
  const errors = rows.map((row) => {
    const [x, y, z] = row.split(",").slice(1).map(Number) as [number, number, number];
    const far = (of: { x: number; y: number }): number => Math.hypot(of.x - x, of.y - y);
    const nearest = road.reduce((best, of) => (far(of) < far(best) ? of : best));
    return Math.abs(z - nearest.z) - 0.1 * far(nearest);
  });
  expect(Math.max(...errors)).toBeLessThan(0.05);
});

test("the record and the instrument files are as the form takes them", () => {
  const { calibration } = thinFlight().options;
  const files = calibrationFiles(calibration, "18SEN045");
  const json = files[0]?.content();
  expect(json).toBeInstanceOf(Uint8Array);
  const read: unknown = JSON.parse(new TextDecoder().decode(json as Uint8Array));
  expect(calibrationFileSchema.parse(read)).toEqual(calibration);
  expect(files.slice(2).map(({ path }) => path)).toEqual(
    ["res", "tbl", "lcp"].map((suffix) => `18SEN045_VH-SWA_LMS33_31052026.${suffix}`),
  );
});

test("a record in force in the flight log is taken, and one without all values is not", () => {
  const { calibrations = [], imageryCalibrations } = demonstrationCatalogue();
  const flown = Date.parse("2026-06-30T01:00:00Z");
  const fitted = { lidar: calibrations[0]!.SensorName, aircraft: calibrations[0]!.Aircraft };
  const options = { ...fitted, camera: "P1 - 118", flown, lmsVersion: "9.9.9" };
  const moved = calibrations.map((record) => Object.assign({}, record, { PriGNSSLeverX: 7 }));
  const taken = calibrationRecord(options, { calibrations: moved, imageryCalibrations });
  expect(taken.lidar).toMatchObject({ PriGNSSLeverX: 7, SurveyDate: "2026-03-01T00:00:00.000Z" });
  const lacking = moved.map((record) => Object.assign({}, record, { PriGNSSLeverY: null }));
  const own = calibrationRecord(options, { calibrations: lacking });
  expect(own.lidar).toMatchObject({ PriGNSSLeverX: 0.842, LMSVersion: "9.9.9" });
});

test("the export of the record is one that an import reads", () => {
  const { calibration } = thinFlight().options;
  const file = calibrationFiles(calibration, "18SEN045").find(({ path }) => /import/.test(path));
  const text = new TextDecoder().decode(file?.content() as Uint8Array);
  const read = catalogueSchema.parse(JSON.parse(text));
  expect(read.calibrations?.[0]).toMatchObject({ PriGNSSLeverX: 0.842, IsActive: true });
  expect(read.imageryCalibrations?.[0]).toMatchObject({ KappaCardinal: 90, IsActive: true });
});
