/** Longest .prj that is read, bytes. */
export const MOST_PRJ_BYTES = 65_536;

/** The projected or geographic system in a well-known text (OGC 01-009), without vertical systems. */
export function horizontalSystem(text: string): string | undefined {
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

/** The name of the first such part: `nameOf(text, "DATUM")`. */
export function nameOf(text: string, part: string): string | undefined {
  return new RegExp(`\\b${part}\\s*\\[\\s*"([^"]{1,120})"`, "i").exec(text)?.[1];
}

/** All `UNIT["name",factor]` of a system in the order they stand: the angular one is the first. */
export function unitFactors(text: string): readonly number[] {
  const units = text.matchAll(/\bUNIT\s*\[\s*"[^"]{0,80}"\s*,\s*([-+.\deE]{1,40})/gi);
  return [...units].map(([, factor]) => Number(factor));
}

/** Longitude of the prime meridian, 0 where none is given. */
export function primeMeridian(text: string): number {
  const found = /\bPRIMEM\s*\[\s*"[^"]{0,80}"\s*,\s*([-+.\deE]{1,40})/i.exec(text);
  return found === null ? 0 : Number(found[1]);
}
