import {
  DeleteObjectsCommand,
  HeadObjectCommand,
  type ListObjectVersionsCommand,
  type S3Client,
} from "@aws-sdk/client-s3";
import { expect, test } from "vitest";
import { S3VersionRemoval } from "./s3-version-removal.ts";

/** Answers calls, and keeps what it was sent. */
function fakeClient(answer: (command: object) => object) {
  const sent: object[] = [];
  const send = async (command: object): Promise<object> => {
    sent.push(command);
    return answer(command);
  };
  return { sent, removal: new S3VersionRemoval({ send } as unknown as S3Client) };
}

const refusal = (name: string, httpStatusCode: number) =>
  Object.assign(new Error(name), { name, $metadata: { httpStatusCode } });

function refusing(name: string, status: number) {
  return fakeClient(() => {
    throw refusal(name, status);
  });
}

const A = { key: "a", versionId: "1" };
const B = { key: "b", versionId: "2" };

test("a page has versions and delete markers, and leads to the next one", async () => {
  const { sent, removal } = fakeClient(() => ({
    Versions: [{ Key: "a", VersionId: "1", Size: 3 }],
    DeleteMarkers: [{ Key: "a", VersionId: "2" }],
    IsTruncated: true,
    NextKeyMarker: "a",
    NextVersionIdMarker: "1",
  }));
  const next = { KeyMarker: "a", VersionIdMarker: "1" };
  expect(await removal.page("bucket", "f/")).toEqual({
    versions: [
      { key: "a", versionId: "1", size: 3 },
      { key: "a", versionId: "2", size: null },
    ],
    next,
  });
  await removal.page("bucket", "f/", next);
  expect((sent[1] as ListObjectVersionsCommand).input).toMatchObject({ Prefix: "f/", ...next });
});

test.each([
  ["AccessDenied", 403],
  ["NotImplemented", 501],
])("a listing that is refused by %s is told by that code", async (name, status) => {
  const { removal } = refusing(name, status);
  expect(await removal.page("bucket", "f/")).toEqual({ refused: name });
});

test("a store that does not answer refuses nothing: the call fails", async () => {
  const { removal } = refusing("SlowDown", 503);
  const away = { code: "STORE_UNAVAILABLE" };
  await expect(removal.page("bucket", "f/")).rejects.toMatchObject(away);
  await expect(removal.remove("bucket", [A])).rejects.toMatchObject(away);
});

test("versions are removed by their names, and one that is locked is told with its lock", async () => {
  const { sent, removal } = fakeClient((command) =>
    command instanceof HeadObjectCommand
      ? { ObjectLockMode: "COMPLIANCE", ObjectLockRetainUntilDate: new Date("2031-05-01") }
      : { Errors: [{ Key: "b", VersionId: "2", Code: "AccessDenied" }] },
  );
  expect(await removal.remove("bucket", [A, B])).toEqual([
    { ...B, reason: "AccessDenied, object lock (COMPLIANCE) until 2031-05-01" },
  ]);
  expect((sent[0] as DeleteObjectsCommand).input.Delete?.Objects).toEqual([
    { Key: "a", VersionId: "1" },
    { Key: "b", VersionId: "2" },
  ]);
});

test("without leave to remove, every version is kept, and none is said to be locked", async () => {
  const { removal } = refusing("AccessDenied", 403);
  expect(await removal.remove("bucket", [A, B])).toEqual([
    { ...A, reason: "AccessDenied" },
    { ...B, reason: "AccessDenied" },
  ]);
});

test("a version that is gone is no error, and one that may be removed later is", async () => {
  let code = "NoSuchVersion";
  const { removal } = fakeClient(() => ({ Errors: [{ Key: "a", VersionId: "1", Code: code }] }));
  expect(await removal.remove("bucket", [A])).toEqual([]);
  code = "InternalError";
  await expect(removal.remove("bucket", [A])).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
});

test("nothing is asked of the store where there is nothing to remove", async () => {
  const { sent, removal } = fakeClient(() => ({}));
  expect(await removal.remove("bucket", [])).toEqual([]);
  expect(sent).toEqual([]);
});
