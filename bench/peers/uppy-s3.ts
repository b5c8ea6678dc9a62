import AwsS3 from "@uppy/aws-s3";
import Uppy from "@uppy/core";
import type { S3Bucket } from "../upload/peer-calls.ts";

/** Uploads with Uppy straight to a bucket, in parts where it does so by itself; it signs with the keys. */
export async function uppyS3(files: readonly File[], bucket: S3Bucket): Promise<void> {
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
