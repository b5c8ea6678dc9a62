import { createHash } from "node:crypto";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  HeadObjectCommand,
  RestoreObjectCommand,
  type S3Client,
  UploadPartCopyCommand,
} from "@aws-sdk/client-s3";
import { describe, expect, test } from "vitest";
import type { ColdState } from "../object-store/object-store.ts";
import { moveToClass, restoreObject } from "./s3-classes.ts";
import { toStored } from "./s3-context.ts";
import { S3Store } from "./s3-store.ts";

const SIZES = [10_000_000, 6_000_000, 3];
const md5 = (text: string | Buffer): string => createHash("md5").update(text).digest("hex");
const PARTS = SIZES.map((_, at) => md5(`part ${at + 1}`));
const ETAG = `"${md5(Buffer.from(PARTS.join(""), "hex"))}-3"`;
const FOUND = { ETag: ETAG, LastModified: new Date(0) };
const STANDING = toStored("a/ü.laz", FOUND, { size: SIZES.reduce((sum, size) => sum + size) });
const TARGET = { bucket: "lidar", key: STANDING.key, storageClass: "GLACIER" };

interface Answers {
  /** Of each part's copy. */
  readonly parts?: readonly string[];
  readonly standing?: object;
}

/** A store with an object of three parts, which keeps what it was sent. */
function storeOfParts({ parts = PARTS, standing = FOUND }: Answers = {}) {
  const sent: object[] = [];
  const send = async (command: object): Promise<object> => {
    sent.push(command);
    if (command instanceof HeadObjectCommand) {
      const { PartNumber: number } = command.input;
      if (number === undefined) return standing;
      return { ...standing, ContentLength: SIZES[number - 1], PartsCount: SIZES.length };
    }
    if (command instanceof UploadPartCopyCommand)
      return { CopyPartResult: { ETag: `"${parts[command.input.PartNumber! - 1]}"` } };
    return { UploadId: "upload" };
  };
  const of = <C extends object>(kind: new (...words: never[]) => C): C[] =>
    sent.filter((command): command is C => command instanceof kind);
  return { client: { send } as unknown as S3Client, of };
}

describe("an object that was stored in parts", () => {
  test("is copied onto itself in the same parts, so that its ETag stays", async () => {
    const { client, of } = storeOfParts();
    expect(await moveToClass(client, STANDING, TARGET)).toBe(true);
    const copies = of(UploadPartCopyCommand).map(({ input }) => input);
    expect(
      copies.toSorted((a, b) => a.PartNumber! - b.PartNumber!).map((part) => part.CopySourceRange),
    ).toEqual(["bytes=0-9999999", "bytes=10000000-15999999", "bytes=16000000-16000002"]);
    expect(copies[0]).toMatchObject({ CopySource: "lidar/a/%C3%BC.laz", CopySourceIfMatch: ETAG });
    expect(of(CompleteMultipartUploadCommand)).toHaveLength(1);
  });

  test.each([
    ["a part was copied with other bytes", { parts: [...PARTS.slice(0, 2), md5("other")] }],
    ["another object took its place meanwhile", { standing: { ...FOUND, ETag: '"other"' } }],
  ])("stays as it is where %s", async (_, answers) => {
    const { client, of } = storeOfParts(answers);
    await expect(moveToClass(client, STANDING, TARGET)).rejects.toMatchObject({
      code: expect.stringMatching(/CHECKSUM_MISMATCH|OBJECT_CHANGED/) as string,
    });
    expect(of(CompleteMultipartUploadCommand)).toEqual([]);
    expect(of(AbortMultipartUploadCommand)).toHaveLength(1);
  });

  test("that KMS encrypts is left alone: its copy would have another ETag", async () => {
    const { client, of } = storeOfParts({
      standing: { ...FOUND, ServerSideEncryption: "aws:kms" },
    });
    await expect(moveToClass(client, STANDING, TARGET)).rejects.toMatchObject({
      code: "COLD_REFUSED",
    });
    expect(of(UploadPartCopyCommand)).toEqual([]);
  });
});

test("a cold object is not moved: it cannot be read", async () => {
  const { client, of } = storeOfParts();
  const cold = { ...STANDING, storageClass: "DEEP_ARCHIVE", cold: { state: "cold" } as const };
  await expect(moveToClass(client, cold, TARGET)).rejects.toMatchObject({ code: "OBJECT_COLD" });
  expect(of(HeadObjectCommand)).toEqual([]);
});

const stored = (storageClass: string, cold?: ColdState) => ({
  ...STANDING,
  storageClass,
  ...(cold && { cold }),
});
const failing = (name: string) =>
  ({ send: () => Promise.reject(Object.assign(new Error(), { name })) }) as unknown as S3Client;

describe("a restore", () => {
  const ORDER = { days: 7, tier: "Bulk" } as const;
  test.each([
    ["GLACIER", { Days: 7, GlacierJobParameters: { Tier: "Bulk" } }],
    ["INTELLIGENT_TIERING", { Days: undefined, GlacierJobParameters: { Tier: "Bulk" } }],
  ])("of %s asks for %j", async (storageClass, request) => {
    const { client, of } = storeOfParts();
    const object = stored(storageClass, { state: "cold" });
    expect(await restoreObject(client, "lidar", object, ORDER)).toBe(true);
    expect(of(RestoreObjectCommand)[0]?.input.RestoreRequest).toEqual(request);
  });

  test("is asked for neither twice nor of what can be read at any time", async () => {
    const { client, of } = storeOfParts();
    for (const object of [stored("GLACIER", { state: "restoring" }), stored("STANDARD")])
      expect(await restoreObject(client, "lidar", object, ORDER)).toBe(false);
    expect(of(RestoreObjectCommand)).toEqual([]);
  });

  test("that somebody else asked for a moment ago is no failure", async () => {
    const object = stored("GLACIER", { state: "cold" });
    const order = (name: string) => restoreObject(failing(name), "lidar", object, ORDER);
    expect(await order("RestoreAlreadyInProgress")).toBe(true);
    await expect(order("AccessDenied")).rejects.toMatchObject({ name: "AccessDenied" });
  });
});

/** S3's answers for an object in cold storage: it is there, and cannot be read. */
async function sendCold(command: object) {
  if (command instanceof HeadObjectCommand) return { ...FOUND, ContentLength: 6_000_000 };
  const $metadata = { httpStatusCode: 403 };
  throw Object.assign(new Error(), { name: "InvalidObjectState", $metadata });
}

test("S3's refusal of a cold object is OBJECT_COLD wherever it is read", async () => {
  const client = { send: sendCold } as unknown as S3Client;
  const parts = { client, postClient: client, wireAlgorithm: "md5", postBucket: "b" } as const;
  const store = new S3Store({ ...parts, corsOrigins: [] });
  const target = { bucket: "lidar", key: "other" };
  const pieces = [{ key: "a" }, { key: "b" }];
  for (const reading of [
    store.read("lidar", "a"),
    store.readThrough("lidar", "a", () => {}),
    store.copy({ bucket: "lidar", key: "a" }, target),
    store.join({ bucket: "lidar", pieces }, target),
  ])
    await expect(reading).rejects.toMatchObject({ code: "OBJECT_COLD" });
});
