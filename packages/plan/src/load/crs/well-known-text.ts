import { angleObstacle, moves, type StatedSystem } from "./stated-system.ts";

const PSEUDO_MERCATOR =
  /Mercator_Auxiliary_Sphere|Pseudo-?_?\s?Mercator|"EPSG"\s*,\s*"?(?:3857|900913)\b/i;
const NUMBER = "([-+.\\deE]{1,40})";

/** Reads the horizontal system in a well-known text of version 1 (OGC 01-009, ESRI); undefined where there is none. */
export function systemOfWellKnownText(text: string): StatedSystem | undefined {
  const system = horizontalSystem(text);
  if (system === undefined) return undefined;
  const [, axis, flattening] = partOf(system, "SPHEROID", NUMBER, NUMBER);
  const [, meridian = "0"] = partOf(system, "PRIMEM", NUMBER);
  const [, unit] = partOf(system, "UNIT", NUMBER);
  const shift = /\bTOWGS84\s*\[([^\]]{1,300})\]/i.exec(system)?.[1] ?? "0";
  const obstacle = angleObstacle(Number(unit), Number(meridian));
  const projected = PSEUDO_MERCATOR.test(system) ? "pseudoMercator" : "projected";
  return {
    name: /\[\s*"([^"]{1,120})"/.exec(system)?.[1] ?? "",
    datum: partOf(system, "DATUM")[0] ?? "",
    ellipsoid: { axis: Number(axis), inverseFlattening: Number(flattening) },
    shifted: moves(shift),
    ...(obstacle !== undefined && { obstacle }),
    kind: /^GEOGCS/i.test(system) ? "degrees" : projected,
    // proj4 draws this one in the wrong place.
    definition: /"Stereographic_North_Pole"/i.test(system) ? undefined : system,
  };
}

/** The name and the numbers of the first such part: of `UNIT` the angular one. */
function partOf(system: string, part: string, ...numbers: readonly string[]): readonly string[] {
  const pattern = `\\b${part}\\s*\\[\\s*"([^"]{1,120})"${numbers.map((one) => `\\s*,\\s*${one}`).join("")}`;
  return new RegExp(pattern, "i").exec(system)?.slice(1) ?? [];
}

/** The projected or geographic system, without vertical systems. */
function horizontalSystem(text: string): string | undefined {
  const start = /\b(?:PROJCS|GEOGCS)\s*\[/i.exec(text);
  if (start === null) return undefined;
  let depth = 0;
  for (let at = start.index; at < text.length; at++) {
    if (text[at] === '"') {
      const end = text.indexOf('"', at + 1);
      if (end < 0) return undefined;
      at = end;
    } else if (text[at] === "[") depth += 1;
    else if (text[at] === "]") {
      depth -= 1;
      // Shapefiles have easting and longitude first, whatever their axes are called.
      if (depth === 0) return text.slice(start.index, at + 1).replaceAll(AXIS, "");
    }
  }
  return undefined;
}

const AXIS = /,\s*AXIS\s*\[\s*"[^"]{0,80}"\s*,\s*\w{1,20}\s*\]/gi;
