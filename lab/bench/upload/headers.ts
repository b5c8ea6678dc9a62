import type { UploadType } from "@swath/contract/uploads";
import { demonstrationCatalogue } from "../../../apps/server/src/demonstration/demonstration-catalogue.ts";
import type { ReadyUpload } from "../../../e2e/api.ts";
import { applanixFile } from "../../../tools/sample/applanix-writer.ts";
import {
  type FlightContent,
  flightContent,
  sampleFlight,
} from "../../../tools/sample/sample-flight.ts";
import { fmsLog, flightPlan, kmzFile } from "../../../tools/sample/document-writer.ts";
import { lazShaped } from "../../../tools/sample/las-writer.ts";

const RECORDED_MS = 4000;

/** The headers that validation reads: without them the folder would be blocked. */
export interface Headers {
  readonly plan: { readonly name: string; readonly bytes: Uint8Array };
  readonly fmsLog: Uint8Array;
  readonly gps: Uint8Array;
  readonly range: Uint8Array;
  readonly laz: Uint8Array;
}

type BenchFlight = Pick<ReadyUpload, "flightId" | "sensorName" | "wheels">;

/** The headers of a flight of the demonstration, as the server says when it was flown. */
export function headersOf(of: BenchFlight, type: UploadType): Headers {
  const { flightId } = of;
  const content = contentOf(of, type);
  const { flight, longitude, latitude } = content;
  const [project = ""] = flight.projectIds;
  const start = flight.wheelsUp;
  return {
    plan: {
      name: `${project}_plan.kmz`,
      bytes: kmzFile("Plan", flightPlan(longitude, latitude, true)),
    },
    fmsLog: fmsLog({ flightId, projectIds: flight.projectIds, start, end: flight.wheelsDown }),
    gps: applanixFile({ ...content, serial: flight.posSerial, start, end: start + RECORDED_MS }),
    range: Buffer.from(`RANGE\r\nLaser Serial No: ${flight.laserSerial}\r\n`),
    laz: lazShaped({ ...content, points: 1, seed: 1 }),
  };
}

function contentOf({ flightId, sensorName, wheels }: BenchFlight, type: UploadType): FlightContent {
  const asTheCatalogueSays = {
    laserSerial: undefined,
    posSerial: undefined,
    projects: [],
    simultaneous: false,
    seed: "",
  };
  const options = {
    sensor: sensorName,
    wheelsUp: wheels?.up,
    wheelsDown: wheels?.down,
    ...asTheCatalogueSays,
  };
  const flight = sampleFlight(flightId, demonstrationCatalogue(), type, options);
  if (flight === undefined) throw new Error(`${flightId} is no flight of the demonstration`);
  return flightContent(flight, 0);
}
