/** A vector of three components. */
export type Vector = readonly [number, number, number];
/** A 3 × 3 matrix by rows. */
export type Matrix = readonly [Vector, Vector, Vector];

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

export function apply(m: Matrix, v: Vector): Vector {
  return [dot(m[0], v), dot(m[1], v), dot(m[2], v)];
}

export function transpose([p, q, r]: Matrix): Matrix {
  return [
    [p[0], q[0], r[0]],
    [p[1], q[1], r[1]],
    [p[2], q[2], r[2]],
  ];
}

export function multiply(a: Matrix, b: Matrix): Matrix {
  const [p, q, r] = transpose(b);
  const row = (v: Vector): Vector => [dot(v, p), dot(v, q), dot(v, r)];
  return [row(a[0]), row(a[1]), row(a[2])];
}

export const add = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const scale = (v: Vector, by: number): Vector => [v[0] * by, v[1] * by, v[2] * by];

/** Right-handed rotations of vectors about the axes; radians. */
export function rotationX(angle: number): Matrix {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [
    [1, 0, 0],
    [0, c, -s],
    [0, s, c],
  ];
}
export function rotationY(angle: number): Matrix {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [
    [c, 0, s],
    [0, 1, 0],
    [-s, 0, c],
  ];
}
export function rotationZ(angle: number): Matrix {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [
    [c, -s, 0],
    [s, c, 0],
    [0, 0, 1],
  ];
}

/** `Rz(z) · Ry(y) · Rx(x)` of angles in degrees. */
export function rotationZYX(x: number, y: number, z: number): Matrix {
  return multiply(rotationZ(radians(z)), multiply(rotationY(radians(y)), rotationX(radians(x))));
}

export const radians = (degrees: number): number => (degrees * Math.PI) / 180;
export const degrees = (angle: number): number => (angle * 180) / Math.PI;
