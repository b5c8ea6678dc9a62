import type { GpsReport } from "../../records/trajectory-files.ts";
import type { TrackPlace } from "./trajectory-file.ts";

/** The track as GeoJSON (RFC 7946): a line for each stretch without a gap, heights ellipsoidal. */
export function trackJson(
  track: readonly TrackPlace[],
  { trajectory, gpsWeek }: GpsReport,
): object {
  const pieces: TrackPlace[][] = [[]];
  for (const place of track) {
    const last = pieces.at(-1)?.at(-1);
    const crossed = trajectory.gaps.some(
      ({ start, end }) => last !== undefined && last[4] <= start && place[4] >= end,
    );
    if (crossed) pieces.push([]);
    pieces.at(-1)?.push(place);
  }
  const features = pieces
    .filter((piece) => piece.length > 1)
    .map((piece) => ({
      type: "Feature",
      properties: { gpsWeek, start: piece[0]?.[4], end: piece.at(-1)?.[4] },
      geometry: {
        type: "LineString",
        coordinates: piece.map(([longitude, latitude, height]) => [
          Number(longitude.toFixed(8)),
          Number(latitude.toFixed(8)),
          Number(height.toFixed(3)),
        ]),
      },
    }));
  return { type: "FeatureCollection", features };
}
