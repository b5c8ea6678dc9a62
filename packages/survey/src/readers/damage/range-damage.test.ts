import { describe, expect, test } from "vitest";
import { BinaryWriter } from "../../../../../tools/sample/binary-writer.ts";
import { joined, judged, noise } from "../../testing/judged.ts";
import { crc32 } from "../../bytes.ts";

function block(returns: number): Uint8Array {
  const length = 24 + 16 * returns + 4;
  const writer = new BinaryWriter(length).text("RBLK").u32(0).u32(returns).u32(length).f64(1);
  writer.bytes.fill(7, 24, -4);
  new DataView(writer.bytes.buffer).setUint32(
    length - 4,
    crc32(writer.bytes.subarray(0, -4)),
    true,
  );
  return writer.bytes;
}

describe("a range file of the house", () => {
  const head = new BinaryWriter(4096).text("SWRANGE1").bytes;

  test.each([1, 100, 65_536])("ends with a whole block of %i returns", async (returns) => {
    const whole = joined(head, block(5), block(returns));
    expect(await judged("a.range", whole)).toBe("whole");
    expect(await judged("a.range", whole.slice(0, -1))).toBe("cutOff: it ends within a block");
    expect(await judged("a.range", joined(whole, noise(3)))).toBe("cutOff: it ends within a block");
    const spoilt = whole.slice();
    spoilt.fill(9, -10, -6);
    expect(await judged("a.range", spoilt)).toBe(
      "contradiction: the checksum of its last block is wrong",
    );
  });

  test("that ends in its header is cut off", async () => {
    expect(await judged("a.range", head.slice(0, 900))).toBe("cutOff: it ends within its header");
    expect(await judged("a.range", head)).toContain("cutOff: it ends behind its header");
  });
});
