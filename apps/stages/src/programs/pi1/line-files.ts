import type { CoverageGrid } from "@swath/pointcloud/grid";
import { outlines } from "@swath/pointcloud/grid";
import type { FlightLine } from "@swath/pointcloud/points";
import { type AreaRings, ClipArea } from "@swath/survey/areas";
import { type KmlMark, kmzFile } from "@swath/survey/writers";
import type { CloudSystem, MetricScale } from "../../coordinates/cloud-system.ts";
import type { LineTrack } from "./line-tracks.ts";

/** Cells of the coverage in a cell of the boundary. */
const BOUNDARY_CELLS = 8;

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

/** What lines are drawn by. */
export interface LineDrawing {
  readonly lines: readonly FlightLine[];
  /** A line is drawn by the first of them that has it. */
  readonly tracks: readonly LineTrack[];
  /** The UTC time of a time of the points; undefined where its week is not known. */
  readonly utc: (time: number) => Date | undefined;
}

/** `lines.kmz`, or the stretches of the lines inside an area: each with its times and points. */
export function linesKmz(
  { lines, tracks, utc }: LineDrawing,
  title: string,
  area?: AreaRings,
): Uint8Array {
  const clip = area && new ClipArea(area);
  const marks = lines.flatMap((line): KmlMark[] => {
    const track = tracks.map((of) => of(line)).find((places) => places.length > 1);
    if (track === undefined) return [];
    const stretches = clip === undefined ? [track] : clip.clip(track);
    if (stretches.length === 0) return [];
    const { id, start, end, points } = line;
    const [begin, until] = [
      start === null ? undefined : utc(start),
      end === null ? undefined : utc(end),
    ];
    const mark = {
      name: id,
      description: `GPS time ${start?.toFixed(1)} to ${end?.toFixed(1)} s, ${points.toLocaleString("en-GB")} points`,
      shapes: stretches.map((positions) => ({ type: "line" as const, positions })),
    };
    return [begin && until ? { ...mark, time: { begin, end: until } } : mark];
  });
  return kmzFile(title, [{ name: "", marks }]);
}
