/** Radius of the sphere of EPSG:3857, metres. */
const RADIUS = 6_378_137;
const PER_DEGREE = (RADIUS * Math.PI) / 180;

/** Easting of EPSG:3857 in metres, of a longitude in degrees (EPSG guidance note 7-2, 3.2.1.2). */
export const mercatorX = (longitude: number): number => longitude * PER_DEGREE;

/** Northing of EPSG:3857 in metres, of a latitude in degrees, within ±90°. */
export function mercatorY(latitude: number): number {
  return RADIUS * Math.asinh(Math.tan((latitude * Math.PI) / 180));
}

/** Longitude in degrees of an easting of EPSG:3857; beyond ±180° where the line goes on there. */
export const longitudeOf = (x: number): number => x / PER_DEGREE;

/** Latitude in degrees of a northing of EPSG:3857. */
export function latitudeOf(y: number): number {
  return (Math.atan(Math.sinh(y / RADIUS)) * 180) / Math.PI;
}

/** A longitude within ±180°. */
export function wrapped(longitude: number): number {
  return Math.abs(longitude) <= 180 ? longitude : longitude - 360 * Math.round(longitude / 360);
}

/** Turns degrees (longitude and latitude in turn) into EPSG:3857, in place. */
export function toWebMercator(positions: Float64Array): void {
  for (let at = 0; at < positions.length; at += 2) {
    positions[at] = mercatorX(positions[at] ?? 0);
    positions[at + 1] = mercatorY(positions[at + 1] ?? 0);
  }
}
