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

const IN_HEADER = "cutOff: it ends within its header";
const IN_BLOCK = "cutOff: it ends within a block";
const WRONG_SUM = "contradiction: the checksum of its last block is wrong";

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

  test.each([
    [
      "another first mark",
      joined(new BinaryWriter(4_096).text("SWRANGE2").bytes, noise(99)),
      "whole",
    ],
    ["a shorter mark", new BinaryWriter(7).text("SWRANGE").bytes, "whole"],
    ["nothing but its mark", new BinaryWriter(8).text("SWRANGE1").bytes, IN_HEADER],
    ["one byte less than a header", head.slice(0, -1), IN_HEADER],
    ["nothing but its header", head, "cutOff: it ends behind its header: it holds no block"],
    ["a block without returns", joined(head, block(0)), "whole"],
    ["less than the shortest block", joined(head, block(0).slice(0, -1)), IN_BLOCK],
    ["a block that states another length", joined(head, changed(block(3), 12, 77)), IN_BLOCK],
    ["a block of more returns than it has", joined(head, changed(block(3), 8, 4)), IN_BLOCK],
    [
      "a block that begins with another mark",
      joined(head, changed(block(3), 0, 0x4b4c_4253)),
      IN_BLOCK,
    ],
    [
      "a block that begins with half of the mark",
      joined(head, changed(block(3), 0, 0x4b4c_0052)),
      IN_BLOCK,
    ],
    ["a block of another checksum", joined(head, changed(block(3), 16, 1)), WRONG_SUM],
    ["a block that begins in the header", joined(head.slice(0, -28), block(1)), IN_BLOCK],
  ])("with %s", async (_, bytes, expected) => {
    expect(await judged("a.range", bytes)).toBe(expected);
  });

  test("may hold in a block what looks like another", async () => {
    const inner = block(2);
    const outer = block(20);
    // Its mark is followed by the bytes of another length than those up to the end.
    outer.set(inner, 100);
    new DataView(outer.buffer).setUint32(outer.length - 4, crc32(outer.subarray(0, -4)), true);
    expect(await judged("a.range", joined(head, outer))).toBe("whole");
  });
});

/** A block with a number of 32 bits in it changed, its checksum as it was. */
function changed(bytes: Uint8Array, at: number, value: number): Uint8Array {
  new DataView(bytes.buffer).setUint32(at, value, true);
  return bytes;
}
