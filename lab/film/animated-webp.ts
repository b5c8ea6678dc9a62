interface Size {
  readonly width: number;
  readonly height: number;
}

/** A picture that replaces a part of the animation and stays: a lossy WebP file of that part's size. */
export interface Frame extends Size {
  readonly webp: Buffer;
  readonly ms: number;
  /** From the top, an even number of pixels. */
  readonly top: number;
}

const ANIMATION = 0x02;
const NO_BLENDING = 0x02;
const MOST_MS = 0xff_ff_ff;

/**
 * Joins pictures into one animated WebP that is repeated for ever (WebP Container Specification,
 * "Animation"). Throws where a picture has no lossy bitstream.
 */
export function animatedWebp({ width, height }: Size, frames: readonly Frame[]): Buffer {
  const header = Buffer.alloc(10);
  header.writeUInt8(ANIMATION, 0);
  header.writeUIntLE(width - 1, 4, 3);
  header.writeUIntLE(height - 1, 7, 3);
  const chunks = [chunk("VP8X", header), chunk("ANIM", Buffer.alloc(6))];
  for (const { webp, ms, top, ...part } of frames) {
    const place = Buffer.alloc(16);
    place.writeUIntLE(top / 2, 3, 3);
    place.writeUIntLE(part.width - 1, 6, 3);
    place.writeUIntLE(part.height - 1, 9, 3);
    place.writeUIntLE(Math.min(Math.round(ms), MOST_MS), 12, 3);
    place.writeUInt8(NO_BLENDING, 15);
    chunks.push(chunk("ANMF", Buffer.concat([place, bitstreamOf(webp)])));
  }
  return chunk("RIFF", Buffer.concat([Buffer.from("WEBP"), ...chunks]));
}

/** Padded to an even length. */
function chunk(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, "latin1");
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

function bitstreamOf(webp: Buffer): Buffer {
  let at = 12;
  while (at + 8 <= webp.length) {
    const length = webp.readUInt32LE(at + 4);
    const end = at + 8 + length + (length % 2);
    if (webp.toString("latin1", at, at + 4) === "VP8 ") return webp.subarray(at, end);
    at = end;
  }
  throw new Error("no lossy bitstream in this picture");
}
