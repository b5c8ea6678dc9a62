import { earthCentred, type Geodetic, geodetic, northEastDown } from "./ellipsoid.ts";
import { add, apply, type Matrix, scale, transpose, type Vector } from "./matrix.ts";

const EARTH_RADIUS = 6_371_000;

/**
 * The frame in which the valley is built and flown: straight axes fixed to the earth at a place, x
 * along the flight lines, y to their left, z up. Metres.
 */
export class SiteFrame {
  readonly origin: Vector;
  /** Columns x, y, z in earth-centred components. */
  readonly axes: Matrix;
  readonly place: Geodetic;
  /** Of the x axis, from true north, clockwise; radians. */
  readonly azimuth: number;

  constructor(place: Geodetic, azimuth: number) {
    this.place = place;
    this.azimuth = azimuth;
    this.origin = earthCentred(place);
    const [north, east, down] = transpose(northEastDown(place));
    const [cos, sin] = [Math.cos(azimuth), Math.sin(azimuth)];
    const x = add(scale(north, cos), scale(east, sin));
    const y = add(scale(north, sin), scale(east, -cos));
    this.axes = transpose([x, y, scale(down, -1)]);
  }

  earthCentred(point: Vector): Vector {
    return add(this.origin, apply(this.axes, point));
  }
  geodetic(point: Vector): Geodetic {
    return geodetic(this.earthCentred(point));
  }
  /** Of earth-centred coordinates. */
  point(position: Vector): Vector {
    return apply(transpose(this.axes), add(position, scale(this.origin, -1)));
  }
}

/** How far a surface of constant height falls below the plane of the site. */
export const curvatureDrop = (x: number, y: number): number => (x * x + y * y) / (2 * EARTH_RADIUS);
