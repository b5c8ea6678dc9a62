import { normalFrom, randomFrom, seedOf } from "../../random.ts";
import { ScannerPose, scannerMount } from "../aircraft/pose.ts";
import { radians } from "../earth/matrix.ts";
import { HALF_SCAN, SCAN_LINES, type TerrainFlight, type TimedLine } from "../terrain-flight.ts";
import type { Ray, Surface } from "../valley/valley.ts";

/** A return as it is recorded, and what it is of. */
export interface ScanReturn {
  /** Seconds of the recording. */
  readonly time: number;
  /** m. */
  readonly range: number;
  /** In 10⁻⁷ degrees. */
  readonly angle: number;
  readonly intensity: number;
  readonly number: number;
  readonly count: number;
  readonly surface: Surface | "road";
}

const INTENSITY: Readonly<Record<ScanReturn["surface"], number>> = {
  ground: 21_000,
  road: 8_000,
  roof: 33_000,
  wall: 26_000,
  vegetation: 13_000,
};
const ANGLE_UNIT = 1e-7;

/** All returns of a line in the order of time, pulse by pulse. */
export function* scanLine(flight: TerrainFlight, line: TimedLine): Generator<ScanReturn> {
  const { options, valley, site, motion, fitting } = flight;
  const { seed, noise, pulseRate } = options;
  const leaves = randomFrom(seedOf(`leaves ${seed} ${line.number}`));
  const noisy = normalFrom(randomFrom(seedOf(`noise ${seed} ${line.number}`)));
  const mount = scannerMount(fitting.refToImu, fitting.bodyToScanner);
  const scanner = new ScannerPose(site, mount, (seconds) => motion.at(seconds));
  const ray: Ray = { ox: 0, oy: 0, oz: 0, dx: 0, dy: 0, dz: 0 };
  const pulses = Math.floor((line.ends - line.begins) * pulseRate);
  const perScan = pulseRate / SCAN_LINES;
  for (let pulse = 0; pulse < pulses; pulse++) {
    const time = line.begins + pulse / pulseRate;
    const part = (pulse / perScan) % 1;
    const angle = Math.round(((2 * part - 1) * HALF_SCAN) / ANGLE_UNIT);
    scanner.aim(time, radians(angle * ANGLE_UNIT), ray);
    const echoes = valley.echoes(ray, leaves);
    let number = 1;
    for (const { range, surface } of echoes) {
      const x = ray.ox + range * ray.dx;
      const of =
        surface === "ground" && valley.isRoad(x, ray.oy + range * ray.dy) ? "road" : surface;
      yield {
        time,
        range: noise === 0 ? range : range + noise * noisy(),
        angle,
        intensity: Math.round(INTENSITY[of] * (0.9 + 0.2 * ((pulse * 0.618_034) % 1))),
        number: number++,
        count: echoes.length,
        surface: of,
      };
    }
  }
}
