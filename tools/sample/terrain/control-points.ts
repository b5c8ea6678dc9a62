import { strToU8 } from "fflate";
import { normalFrom, randomFrom, seedOf } from "../random.ts";
import type { TerrainFlight } from "./terrain-flight.ts";
import { roadSamples } from "./truth.ts";

/** As many as ASPRS asks for at least (2023), and what a GNSS survey of them is wrong by; m. */
const POINTS = 30;
const NOISE = 0.01;

/** A survey of control points on the road, in the truth's coordinate system, with its own noise. */
export function controlFile(flight: TerrainFlight): Uint8Array {
  const { seed } = flight.options;
  const normal = normalFrom(randomFrom(seedOf(`control noise ${seed}`)));
  const rows = roadSamples(flight, `control ${seed}`, POINTS).map((sample, n) => {
    const [x, y, z] = [sample.x, sample.y, sample.z].map((value) =>
      (value + NOISE * normal()).toFixed(3),
    );
    return `GCP${String(n + 1).padStart(2, "0")},${x},${y},${z}`;
  });
  return strToU8(`${["name,x,y,z", ...rows].join("\r\n")}\r\n`);
}
