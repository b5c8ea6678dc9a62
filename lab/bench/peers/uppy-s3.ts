import AwsS3 from "@uppy/aws-s3";
import Uppy from "@uppy/core";
import type { S3Bucket } from "../upload/peer-calls.ts";

/** Uppy signs `~` as `%7E`, as S3 does not (Signature Version 4), and Ceph's names of multipart uploads have one. */
function signTildes(): void {
  const { prototype } = URLSearchParams;
  const toText = Reflect.get(prototype, "toString");
  Object.assign(prototype, {
    toString(this: URLSearchParams) {
      return toText.call(this).replaceAll("%7E", "~");
    },
  });
}

/** Uploads with Uppy straight to a bucket, in parts where it does so by itself; it signs with the keys. */
export async function uppyS3(files: readonly File[], bucket: S3Bucket): Promise<void> {
  signTildes();
  const { address, region, accessKey, secretKey } = bucket;
  const credentials = { accessKeyId: accessKey, secretAccessKey: secretKey, sessionToken: "" };
  const uppy = new Uppy({ autoProceed: false });
  uppy.use(AwsS3, {
    s3Endpoint: address,
    region,
    getCredentials: () => ({ credentials, region }),
  });
  uppy.addFiles(files.map((data) => ({ name: data.webkitRelativePath, type: data.type, data })));
  const result = await uppy.upload();
  const failed = result?.failed?.length ?? files.length;
  if (failed > 0) throw new Error(`Uppy failed on ${failed} files`);
}
