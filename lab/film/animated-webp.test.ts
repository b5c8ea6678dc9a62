import { expect, test } from "vitest";
import { animatedWebp } from "./animated-webp.ts";

function chunk(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name);
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

/** A still picture whose bitstream has these bytes, with a chunk before it. */
function still(bytes: readonly number[]): Buffer {
  const chunks = [chunk("ICCP", Buffer.from("odd")), chunk("VP8 ", Buffer.from(bytes))];
  return chunk("RIFF", Buffer.concat([Buffer.from("WEBP"), ...chunks]));
}

test("the pictures' bitstreams stand in frames with their places and times", () => {
  const part = { top: 600, width: 960, height: 48 };
  const file = animatedWebp({ width: 960, height: 648 }, [
    { webp: still([1, 2, 3]), ms: 320, top: 0, width: 960, height: 600 },
    { webp: still([4]), ms: 20, ...part },
  ]);
  expect(file.toString("latin1", 0, 4)).toBe("RIFF");
  expect(file.readUInt32LE(4)).toBe(file.length - 8);
  expect(file.toString("latin1", 8, 16)).toBe("WEBPVP8X");
  expect([file.readUIntLE(24, 3), file.readUIntLE(27, 3)]).toEqual([959, 647]);
  const second = file.lastIndexOf("ANMF") + 8;
  expect(file.readUIntLE(second + 3, 3)).toBe(300);
  expect(file.readUIntLE(second + 9, 3)).toBe(47);
  expect(file.readUIntLE(second + 12, 3)).toBe(20);
  expect([...file.subarray(second + 16)]).toEqual([...Buffer.from("VP8 "), 1, 0, 0, 0, 4, 0]);
});

test("a picture without a lossy bitstream is refused", () => {
  const webp = Buffer.from("RIFF\0\0\0\0WEBPVP8L\0\0\0\0");
  const frame = { webp, ms: 20, top: 0, width: 2, height: 2 };
  expect(() => animatedWebp({ width: 2, height: 2 }, [frame])).toThrow("no lossy bitstream");
});
