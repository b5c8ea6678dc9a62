import { strToU8, zipSync } from "fflate";
import { applanixFile } from "../sample/applanix-writer.ts";
import { fmsLog } from "../sample/fms-writer.ts";
import { iiqFile, worldFile } from "../sample/image-writer.ts";
import { flightPlan, kmzFile } from "../sample/kml-writer.ts";
import { lazShaped } from "../sample/las-writer.ts";

/** What one reader is fed: files of its kind, to be changed. */
export interface FuzzTarget {
  /** A name by whose suffix the reader is chosen. */
  readonly path: string;
  readonly seeds: readonly Uint8Array[];
}

const START = Date.UTC(2026, 2, 14, 1, 0, 0);
const KML = `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>
<Folder><name>Cross lines</name><Placemark><name>XS1</name><description><![CDATA[a & b]]></description>
<ExtendedData><Data name="a"><value>tie line</value></Data></ExtendedData><MultiGeometry><LineString>
<coordinates>144.1,-37.2,0 144.2,-37.2,0</coordinates></LineString><Polygon><outerBoundaryIs><LinearRing>
<coordinates>1,1 2,1 2,2 1,1</coordinates></LinearRing></outerBoundaryIs></Polygon></MultiGeometry>
</Placemark></Folder><Placemark><gx:Track><gx:coord>1 2 3</gx:coord></gx:Track></Placemark></Document></kml>`;
const PLAN = flightPlan(144, -37, true);
const LAZ = { points: 20, longitude: 1, latitude: 2, seed: 1 };

function recording(end: number): Uint8Array {
  return applanixFile({
    start: START,
    end: START + end,
    serial: "7045",
    latitude: 0,
    longitude: 0,
  });
}

function log(): Uint8Array {
  const flight = { flightId: "FL000123", projectIds: ["PRJ10001", "PRJ10002"] };
  return fmsLog({ ...flight, start: START, end: START + 3_600_000 });
}

export const FUZZ_TARGETS: Readonly<Record<string, FuzzTarget>> = {
  applanix: { path: "a.000", seeds: [recording(2000), recording(12_000)] },
  range: {
    path: "a.range",
    seeds: [
      strToU8("RANGE\r\nLaser Serial No: 18SEN045\r\n\0\0\0"),
      strToU8("\u0001\u00025060445\u0003laser s/n laser serial: sensor serial number"),
    ],
  },
  las: {
    path: "a.laz",
    seeds: [lazShaped({ pointFormat: 6, ...LAZ }), lazShaped({ pointFormat: 8, ...LAZ })],
  },
  kml: { path: "a.kml", seeds: [strToU8(KML)] },
  kmz: {
    path: "a.kmz",
    seeds: [
      kmzFile("plan", PLAN),
      zipSync({ "a/doc.kml": strToU8(KML), "b.png": new Uint8Array(300) }, { level: 0 }),
    ],
  },
  fms: {
    path: "a.log",
    seeds: [log(), strToU8("2026-03-14T01:00:00Z PRJ10001\nGPS week: 2409, seconds: 522018.5\n")],
  },
  iiq: { path: "a.iiq", seeds: [iiqFile(200, 1)] },
  world: { path: "a.jgw", seeds: [worldFile(0.5, 10, 20)] },
};
