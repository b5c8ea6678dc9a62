import {
  CopyObjectCommand,
  HeadObjectCommand,
  ListObjectVersionsCommand,
  type S3Client,
  UploadPartCopyCommand,
} from "@aws-sdk/client-s3";
import { expect, test } from "vitest";
import { S3Versions } from "./s3-versions.ts";

const GB = 1_073_741_824;

/** Answers calls, and keeps what it was sent. */
function fakeClient(answer: (command: object) => object) {
  const sent: object[] = [];
  const send = async (command: object): Promise<object> => {
    sent.push(command);
    return answer(command);
  };
  return { sent, versions: new S3Versions({ send } as unknown as S3Client) };
}

const version = (Key: string, VersionId: string, IsLatest: boolean) => ({
  Key,
  VersionId,
  IsLatest,
  Size: 3,
  ETag: '"a"',
  LastModified: new Date(0),
});

test("the latest version of each object is listed page by page, and what was removed is not", async () => {
  const pages = [
    {
      Versions: [version("a", "2", true), version("a", "1", false)],
      DeleteMarkers: [{ Key: "b", VersionId: "9", IsLatest: true }],
      IsTruncated: true,
      NextKeyMarker: "b",
      NextVersionIdMarker: "9",
    },
    { Versions: [version("b", "1", false), version("c", "1", true)], IsTruncated: false },
  ];
  const { sent, versions } = fakeClient(() => pages[sent.length - 1]!);
  const found: string[] = [];
  for await (const { key, versionId } of versions.latest("bucket", ""))
    found.push(`${key} ${versionId}`);
  expect(found).toEqual(["a 2", "c 1"]);
  expect((sent[1] as ListObjectVersionsCommand).input).toMatchObject({
    KeyMarker: "b",
    VersionIdMarker: "9",
  });
});

test("a version is brought back by a copy within the store: a large one in parts, of that version alone", async () => {
  const { sent, versions } = fakeClient((command) => {
    if (command instanceof HeadObjectCommand) return version("k", "2", true);
    if (command instanceof UploadPartCopyCommand) return { CopyPartResult: { ETag: '"p"' } };
    return { UploadId: "upload" };
  });
  await versions.bringBack("bucket", { key: "é/k", versionId: "v 1", size: 3 });
  await versions.bringBack("bucket", { key: "é/k", versionId: "v 1", size: 5 * GB + 1 });
  const source = "bucket/%C3%A9/k?versionId=v%201";
  const whole = sent.find((command) => command instanceof CopyObjectCommand);
  expect(whole?.input.CopySource).toBe(source);
  const parts = sent.filter((command) => command instanceof UploadPartCopyCommand);
  expect(parts.map(({ input }) => input.CopySource)).toEqual(parts.map(() => source));
  const ranges = parts.map(({ input }) => input.CopySourceRange!.slice(6).split("-").map(Number));
  const bytes = ranges.reduce((sum, [from = 0, to = 0]) => sum + to - from + 1, 0);
  expect(bytes).toBe(5 * GB + 1);
});
