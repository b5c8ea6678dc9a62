import proj4 from "proj4";

/** Longitude and latitude, degrees, of easting and northing. */
export type ToDegrees = (x: number, y: number) => readonly [longitude: number, latitude: number];

const PROJECTED = /PROJ(?:CS|CRS)\s*\[/i;

/** The projected system of a well-known text, without heights; undefined where it has none. */
function projectedPart(text: string): string | undefined {
  const start = PROJECTED.exec(text)?.index;
  if (start === undefined) return undefined;
  let [depth, isQuoted] = [0, false];
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (character === "[") depth += 1;
    if (character !== "]") continue;
    depth -= 1;
    if (depth === 0) return text.slice(start, at + 1);
  }
  return undefined;
}

/**
 * Degrees of a projected system by its well-known text (OGC 01-009, also with heights), on the ellipsoid of its
 * own datum, of which no shift is made; undefined where it is none that PROJ's equations here have.
 */
export function degreesOf(text: string): ToDegrees | undefined {
  const part = projectedPart(text);
  if (part === undefined) return undefined;
  try {
    const converter = proj4(part);
    const [longitude = Number.NaN] = converter.inverse([500_000, 1_000]);
    if (!Number.isFinite(longitude)) return undefined;
    return (x, y) => {
      const [east, north] = converter.inverse([x, y]);
      return [east, north];
    };
  } catch {
    return undefined;
  }
}
