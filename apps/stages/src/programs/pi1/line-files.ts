import type { CoverageGrid } from "@swath/pointcloud/grid";
import { outlines } from "@swath/pointcloud/grid";
import type { FlightLine } from "@swath/pointcloud/points";
import { strToU8, zipSync } from "fflate";
import type { CloudSystem, MetricScale } from "../../coordinates/cloud-system.ts";
import type { LineTrack } from "./line-tracks.ts";

/** Cells of the coverage in a cell of the boundary. */
const BOUNDARY_CELLS = 8;
/** Years before 1980 do not fit in a ZIP; a fixed one keeps results the same. */
const ZIP_TIME = new Date(1980, 0, 1);

type Inverse = NonNullable<CloudSystem["inverse"]>;

/** `boundary.geojson`: the covered area, longitude and latitude (RFC 7946). */
export function boundaryGeojson(coverage: CoverageGrid, scale: MetricScale, inverse: Inverse) {
  const place = ([x, y]: readonly [number, number]) => rounded(inverse(x / scale.x, y / scale.y));
  const coordinates = outlines(coverage.coarser(BOUNDARY_CELLS)).map((polygon) =>
    polygon.map((ring) => ring.map(place)),
  );
  return {
    type: "FeatureCollection",
    features: [
      { type: "Feature", properties: {}, geometry: { type: "MultiPolygon", coordinates } },
    ],
  };
}

const rounded = ([longitude, latitude]: readonly [number, number]): [number, number] => [
  Number(longitude.toFixed(7)),
  Number(latitude.toFixed(7)),
];

/**
 * `lines.kmz`: the flight lines, each with its times and points (OGC KML 2.2), by the first of the
 * tracks that has it.
 */
export function linesKmz(
  lines: readonly FlightLine[],
  ...tracks: readonly LineTrack[]
): Uint8Array {
  const placemarks = lines.flatMap((line) => {
    const track = tracks.map((of) => of(line)).find((places) => places.length > 1);
    if (track === undefined) return [];
    const places = track.map(
      ([longitude, latitude, height]) =>
        `${longitude.toFixed(7)},${latitude.toFixed(7)},${height.toFixed(2)}`,
    );
    const { id, start, end, points } = line;
    const facts = `GPS time ${start?.toFixed(1)} to ${end?.toFixed(1)} s, ${points} points`;
    return [
      `<Placemark><name>${text(id)}</name><description>${facts}</description><LineString><coordinates>${places.join(" ")}</coordinates></LineString></Placemark>`,
    ];
  });
  const kml = [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Flight lines</name>`,
    ...placemarks,
    `</Document></kml>`,
  ].join("\n");
  return zipSync({ "doc.kml": strToU8(kml) }, { mtime: ZIP_TIME });
}

const text = (value: string): string =>
  value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
