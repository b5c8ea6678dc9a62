import type { UploadType } from "@swath/contract/uploads";
import { withFault } from "../sample/faults.ts";
import { FAULTS } from "../sample/content-faults.ts";
import { flightContent, sampleFlight } from "../sample/sample-flight.ts";
import { baseFolder, layout } from "../sample/layout.ts";
import type { SampleFile } from "../sample/sample-file.ts";

/** The content of a sample folder's files; a short flight makes a small folder. */
export interface SampleFacts {
  readonly flightId: string;
  readonly sensorName: string;
  readonly laserSerial: string;
  readonly posSerial: string;
  readonly projectId: string;
  readonly wheelsUp: string;
  readonly wheelsDown: string;
}

const RANGE_BYTES = 20_000;

/** The files of a sample folder in memory, by path from the folder's name on; every fault is made in it. */
export function sampleFiles(
  facts: SampleFacts,
  faults: readonly string[] = [],
  type: UploadType = "LiDAR",
): ReadonlyMap<string, Uint8Array<ArrayBuffer>> {
  const { flightId, sensorName: sensor, projectId, ...content } = facts;
  const options = { ...content, sensor, projects: [projectId], simultaneous: false, seed: "" };
  const flight = sampleFlight(flightId, undefined, type, options);
  if (flight === undefined) throw new Error("the sample has no sensor");
  const made = faults.map(faultOf);
  let changed = flightContent(flight, RANGE_BYTES);
  for (const fault of made) changed = fault.content?.(changed) ?? changed;
  let files = layout(changed);
  for (const fault of made) files = withFault(files, fault, changed);
  const folder = baseFolder(changed);
  return new Map(files.map((file) => [`${folder}/${file.path}`, bytesOf(file)]));
}

function faultOf(name: string): (typeof FAULTS)[number] {
  const fault = FAULTS.find((one) => one.name === name);
  if (fault === undefined) throw new Error(`no fault ${name}`);
  return fault;
}

function bytesOf(file: SampleFile): Uint8Array<ArrayBuffer> {
  const made = file.content();
  const chunks = made instanceof Uint8Array ? [made] : [...made];
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
