/** Values of a raster's cells, row by row: floats, NaN for none, or bytes, 0 for none. */
export type Samples = Float32Array | Uint8Array;

interface Level {
  readonly width: number;
  readonly height: number;
  readonly samples: Samples;
}

const isNone = (value: number, samples: Samples): boolean =>
  samples instanceof Float32Array ? Number.isNaN(value) : value === 0;

/** The next overview: each cell the mean of the values of four. */
export function halveSamples({ width, height, samples }: Level): Level {
  const [halfWidth, halfHeight] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const float = samples instanceof Float32Array;
  const size = halfWidth * halfHeight;
  const halves = float ? new Float32Array(size).fill(Number.NaN) : new Uint8Array(size);
  for (let at = 0; at < size; at++) {
    const column = 2 * (at % halfWidth);
    const row = 2 * Math.floor(at / halfWidth);
    let [sum, n] = [0, 0];
    for (let r = row; r < Math.min(row + 2, height); r++)
      for (let c = column; c < Math.min(column + 2, width); c++) {
        const value = samples[r * width + c]!;
        if (isNone(value, samples)) continue;
        sum += value;
        n++;
      }
    if (n > 0) halves[at] = float ? sum / n : Math.round(sum / n);
  }
  return { width: halfWidth, height: halfHeight, samples: halves };
}

/**
 * Bytes of a tile before compression, with the horizontal predictor for bytes (TIFF 6.0, section 14)
 * or the one for floats (Adobe Photoshop TIFF Technical Note 3). Undefined without a value.
 */
export function encodeTile(
  { width, height, samples }: Level,
  left: number,
  top: number,
  side: number,
): Uint8Array | undefined {
  const float = samples instanceof Float32Array;
  const tile = float ? new Float32Array(side * side).fill(Number.NaN) : new Uint8Array(side * side);
  let empty = true;
  const right = Math.min(left + side, width);
  for (let row = top; row < Math.min(top + side, height); row++)
    for (let column = left; column < right; column++) {
      const value = samples[row * width + column]!;
      if (isNone(value, samples)) continue;
      tile[(row - top) * side + column - left] = value;
      empty = false;
    }
  if (empty) return undefined;
  return tile instanceof Float32Array ? floatRows(tile, side) : byteRows(tile, side);
}

function byteRows(tile: Uint8Array, side: number): Uint8Array {
  return tile.map((value, at) => (at % side === 0 ? value : value - tile[at - 1]!));
}

/** Each row as four planes of bytes, most significant first, then differences along the row. */
function floatRows(tile: Float32Array, side: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(4));
  const planes = new Uint8Array(tile.length * 4);
  for (const [at, value] of tile.entries()) {
    view.setFloat32(0, value);
    const row = Math.floor(at / side) * side * 4;
    for (let byte = 0; byte < 4; byte++)
      planes[row + byte * side + (at % side)] = view.getUint8(byte);
  }
  return planes.map((value, at) => (at % (4 * side) === 0 ? value : value - planes[at - 1]!));
}
