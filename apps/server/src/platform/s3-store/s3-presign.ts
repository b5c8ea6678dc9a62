import { GetObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import { createPresignedPost } from "@aws-sdk/s3-presigned-post";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { attachment } from "../object-store/attachment.ts";
import type { GetTicket, PostTicket } from "../object-store/object-store.ts";

/**
 * Where each checksum goes in a form. Ceph 16 keeps `Content-MD5` out of its verification of forms
 * (it stores other bytes as well), so that there the ETag of the listing is what counts.
 */
const CHECKSUM_FIELD = {
  crc32c: "x-amz-checksum-crc32c",
  md5: "Content-MD5",
} as const;
/** Those of the wire algorithms that S3 knows. */
export type S3Checksum = keyof typeof CHECKSUM_FIELD;

/** A form that S3 takes for exactly this object: every field is a condition of its policy. */
export async function presignForm(
  client: S3Client,
  wireAlgorithm: S3Checksum,
  ticket: PostTicket,
): Promise<{ url: string; fields: Record<string, string> }> {
  return createPresignedPost(client, {
    Bucket: ticket.bucket,
    Key: ticket.key,
    Expires: ticket.expiresInSeconds,
    Conditions: [["content-length-range", ticket.size, ticket.size]],
    Fields: { success_action_status: "201", [CHECKSUM_FIELD[wireAlgorithm]]: ticket.checksum },
  });
}

/**
 * An address that S3 answers with exactly this object, to be saved and never shown; with the checksum
 * that it keeps, where it keeps one (Ceph 16 has none but the ETag).
 */
export async function presignAddress(
  client: S3Client,
  wireAlgorithm: S3Checksum,
  ticket: GetTicket,
): Promise<string> {
  const command = new GetObjectCommand({
    Bucket: ticket.bucket,
    Key: ticket.key,
    ResponseContentDisposition: attachment(ticket.fileName),
    ResponseContentType: "application/octet-stream",
    ResponseCacheControl: "private, no-store",
    ...(wireAlgorithm === "crc32c" && { ChecksumMode: "ENABLED" as const }),
  });
  return getSignedUrl(client, command, { expiresIn: ticket.expiresInSeconds });
}
