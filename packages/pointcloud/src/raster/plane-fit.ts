/**
 * Least squares plane through points, which come one by one as offsets from a place near them; the
 * same object is used again and again, for a plane is fitted to every cell.
 */
export class PlaneFit {
  count = 0;
  /** Of the plane: height at the place, rise by run, standard deviation of the points; m. */
  h = 0;
  gx = 0;
  gy = 0;
  rms = 0;
  #weight = 0;
  #x = 0;
  #y = 0;
  #z = 0;
  #xx = 0;
  #xy = 0;
  #yy = 0;
  #xz = 0;
  #yz = 0;
  #zz = 0;

  clear(): void {
    this.count = this.#weight = this.#x = this.#y = this.#z = 0;
    this.#xx = this.#xy = this.#yy = this.#xz = this.#yz = this.#zz = 0;
  }

  add(x: number, y: number, z: number, weight = 1): void {
    const [wx, wy, wz] = [weight * x, weight * y, weight * z];
    this.count += 1;
    this.#weight += weight;
    this.#x += wx;
    this.#y += wy;
    this.#z += wz;
    this.#xx += wx * x;
    this.#xy += wx * y;
    this.#yy += wy * y;
    this.#xz += wx * z;
    this.#yz += wy * z;
    this.#zz += wz * z;
  }

  /** Whether the points have a plane: there are three or more, not along a line. */
  solve(): boolean {
    if (this.count < 3) return false;
    const n = this.#weight;
    const [mx, my, mz] = [this.#x / n, this.#y / n, this.#z / n];
    const xx = this.#xx - n * mx * mx;
    const xy = this.#xy - n * mx * my;
    const yy = this.#yy - n * my * my;
    const xz = this.#xz - n * mx * mz;
    const yz = this.#yz - n * my * mz;
    const determinant = xx * yy - xy * xy;
    if (determinant < 0.02 * (xx + yy) ** 2) return false;
    this.gx = (xz * yy - yz * xy) / determinant;
    this.gy = (yz * xx - xz * xy) / determinant;
    this.h = mz - this.gx * mx - this.gy * my;
    const squares = this.#zz - n * mz * mz - this.gx * xz - this.gy * yz;
    this.rms =
      Math.sqrt(Math.max(0, squares) / n / Math.max(1, this.count - 3)) * Math.sqrt(this.count);
    return true;
  }
}
