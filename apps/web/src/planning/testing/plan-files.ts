import { assignmentAsShapefiles } from "@swath/plan/export";
import { loadPlans } from "@swath/plan/load";
import { EMPTY_WORK, instructionKey, type PlanEvent, planReducer } from "@swath/plan/state";
import { strToU8, unzipSync, zipSync } from "fflate";

/** A file as a picker or a drop gives it. */
export interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

type Position = readonly [longitude: number, latitude: number];

const coordinates = (positions: readonly Position[]): string =>
  positions.map(([x, y]) => `${x.toFixed(6)},${y.toFixed(6)},0`).join(" ");

const line = (name: string, positions: readonly Position[]): string =>
  `<Placemark><name>${name}</name><LineString><coordinates>${coordinates(positions)}</coordinates></LineString></Placemark>`;

const area = (name: string, ring: readonly Position[]): string =>
  `<Placemark><name>${name}</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${coordinates(ring)}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`;

const kmz = (name: string, content: string): NamedBytes => ({
  name,
  bytes: zipSync({
    "doc.kml": strToU8(
      `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${content}</Document></kml>`,
    ),
  }),
});

/**
 * A plan at a place: an area of interest of 0.2° by 0.12°, lines over it from west to east, 0.01°
 * apart from south to north, and one line across them, which no word marks.
 */
export function planKmz(name: string, [west, south]: Position, lines = 12): NamedBytes {
  const [east, north] = [west + 0.2, south + 0.01 * lines];
  const flown = Array.from({ length: lines }, (_, n) => {
    const y = south + 0.005 + 0.01 * n;
    return line(`${name.replace(/\.kmz$/, "")} ${n + 1}`, [
      [west - 0.01, y],
      [east + 0.01, y],
    ]);
  });
  const across = line("Tie", [
    [west + 0.1, south - 0.01],
    [west + 0.1, north + 0.01],
  ]);
  const interest = area("AOI 1", [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]);
  return kmz(
    name,
    `<Folder><name>Flight lines</name>${flown.join("")}${across}</Folder><Folder><name>Areas</name>${interest}</Folder>`,
  );
}

/** A plan of one line, and another of which one vertex is left. */
export const oneVertexKmz = (name: string): NamedBytes =>
  kmz(
    name,
    line("L1", [
      [150.5, -32.5],
      [150.6, -32.5],
    ]) + line("L2", [[150.5, -32.6]]),
  );

/** A KMZ that is well packed and names another document, which nobody may fetch. */
export const linkKmz = (name: string, address: string): NamedBytes =>
  kmz(
    name,
    `<NetworkLink><name>More</name><Link><href>${address}</href></Link></NetworkLink>${line("L1", [
      [151, -33],
      [151.1, -33],
    ])}`,
  );

/** The lines of a KMZ as a shapefile: its parts, and all of them zipped. */
export async function shapefileOf(plan: NamedBytes): Promise<{
  readonly parts: readonly NamedBytes[];
  readonly zip: NamedBytes;
}> {
  const [outcome] = await loadPlans([plan], { by: "picker" });
  if (outcome?.kind !== "loaded") throw new Error(`${plan.name} was not loaded`);
  const instruction = { projectId: "PRJ10001", siteName: "Site" };
  const events: readonly PlanEvent[] = [
    { type: "add", layers: [outcome.layer] },
    { type: "instructions", instructions: [instruction] },
    { type: "filter", filter: "lines" },
    { type: "assignToAll", key: instructionKey(instruction) },
  ];
  const bytes = assignmentAsShapefiles(events.reduce(planReducer, EMPTY_WORK));
  const parts = Object.entries(unzipSync(bytes)).map(([name, part]) => ({ name, bytes: part }));
  return { parts, zip: { name: "lines.zip", bytes } };
}
