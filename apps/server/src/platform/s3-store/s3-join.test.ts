import { GetObjectCommand, HeadObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import { expect, test } from "vitest";
import { joinObjects } from "./s3-join.ts";

/** Tells of two objects of ten bytes each, and answers with so many; what else it was sent. */
function storeOfTens(answered: number) {
  const written: object[] = [];
  const client = {
    send: async (command: object) => {
      if (command instanceof HeadObjectCommand) return { ContentLength: 10, ETag: '"a"' };
      if (command instanceof GetObjectCommand)
        return { Body: { transformToByteArray: async () => Buffer.alloc(answered) } };
      written.push(command);
      return {};
    },
  } as unknown as S3Client;
  const pieces = [{ key: "one" }, { key: "two" }];
  const source = { bucket: "uploads", pieces };
  return { written, join: () => joinObjects(client, source, { bucket: "lidar", key: "whole" }) };
}

test.each([9, 11])(
  "an object that is answered with %i of its ten bytes is not joined",
  async (n) => {
    const { join, written } = storeOfTens(n);
    await expect(join()).rejects.toMatchObject({ code: "OBJECT_CHANGED" });
    expect(written).toEqual([]);
  },
);

test("objects that are too small to be copied are joined by what is fetched of them", async () => {
  const { join, written } = storeOfTens(10);
  await join();
  expect(written).toMatchObject([{ input: { Key: "whole", ContentLength: 20 } }]);
});
