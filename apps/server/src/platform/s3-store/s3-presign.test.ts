import { expect, test } from "vitest";
import { openS3Store } from "./open-s3-store.ts";

const OPTIONS = {
  endpoint: "http://s3.example",
  region: "eu-west-1",
  accessKey: "access",
  secretKey: "secret",
  postBucket: "swath-uploads",
  corsOrigins: [],
};
const TICKET = {
  bucket: "swath-uploads",
  key: "FL000123/ü@a.range",
  size: 1000,
  checksum: "AAAAAA==",
  expiresInSeconds: 60,
};

test.each([
  ["crc32c", "x-amz-checksum-crc32c"],
  ["md5", "Content-MD5"],
] as const)("a form for %s pins key, size and checksum", async (wireChecksum, field) => {
  const store = openS3Store({ ...OPTIONS, wireChecksum });
  const { url, fields } = await store.presignPost(TICKET);
  expect(url).toBe("http://s3.example/swath-uploads");
  expect(fields).toMatchObject({ key: TICKET.key, [field]: TICKET.checksum });
  const policy = JSON.parse(Buffer.from(fields["Policy"]!, "base64").toString()) as {
    conditions: unknown[];
  };
  expect(policy.conditions).toEqual(
    expect.arrayContaining([
      ["content-length-range", 1000, 1000],
      { [field]: TICKET.checksum },
      { bucket: TICKET.bucket },
      { key: TICKET.key },
    ]),
  );
});

test.each([
  ["crc32c", "ENABLED"],
  ["md5", null],
] as const)("an address of a store of %s asks for its checksum: %s", async (wireChecksum, mode) => {
  const store = openS3Store({ ...OPTIONS, wireChecksum });
  const { bucket, key } = TICKET;
  const url = await store.presignGet({ bucket, key, fileName: "a", expiresInSeconds: 60 });
  expect(new URL(url).searchParams.get("x-amz-checksum-mode")).toBe(mode);
});
