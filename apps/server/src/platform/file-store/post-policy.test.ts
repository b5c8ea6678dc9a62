import { AppError } from "@swath/contract/errors";
import { describe, expect, test } from "vitest";
import { readPost, signPost } from "./post-policy.ts";

const SECRET = Buffer.alloc(32, 1);
const NOW = new Date("2026-11-21T10:00:00Z");
const TICKET = {
  bucket: "swath-uploads",
  key: "FL000123/ü@a.range",
  size: 1000,
  checksum: "AAAAAA==",
  expiresInSeconds: 60,
  isReadThrough: true,
};
const after = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);

function read(
  change: Record<string, string | undefined> = {},
  { bucket = TICKET.bucket, now = NOW, secret = SECRET } = {},
): unknown {
  const fields = { ...signPost(SECRET, TICKET, NOW), ...change };
  const form = new Map<string, string>();
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) form.set(name, value);
  try {
    return readPost(secret, bucket, form, now);
  } catch (error) {
    if (error instanceof AppError) return `${error.code}: ${error.message}`;
    throw error;
  }
}

describe("a signed form", () => {
  test("grants its object, until it expires", () => {
    const { expiresInSeconds: _, ...grant } = TICKET;
    expect(read()).toEqual(grant);
    expect(read({}, { now: after(59.9) })).toEqual(grant);
    expect(read({}, { now: after(60) })).toMatch("it has expired");
  });

  test.each([
    ["another bucket", {}, { bucket: "swath-lidar" }, "it is for another bucket"],
    ["another secret", {}, { secret: Buffer.alloc(32, 2) }, "its signature is not valid"],
    ["no signature", { "x-swath-signature": undefined }, {}, "its signature is not valid"],
    ["half a signature", { "x-swath-signature": "abcd" }, {}, "its signature is not valid"],
    ["no policy", { policy: undefined }, {}, "its signature is not valid"],
    ["another key", { key: "FL000123/b" }, {}, "not as it was signed"],
    [
      "another checksum",
      { "x-swath-checksum-xxh128": "BBBBBBBBBBBBBBBBBBBBBB==" },
      {},
      "not as it was signed",
    ],
    ["a foreign field", { acl: "public" }, {}, "not as it was signed"],
    ["a field of every object", { constructor: "x" }, {}, "not as it was signed"],
    ["a field missing", { "x-swath-algorithm": undefined }, {}, "a signed field is missing"],
  ])("is refused with %s", (_, change, context, reason) => {
    expect(read(change, context)).toMatch(/^UPLOAD_POLICY_REFUSED: /);
    expect(read(change, context)).toMatch(reason);
  });
});
