import { GetObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { attachment } from "../attachment.ts";
import type { GetTicket } from "../object-store.ts";

/** An address that S3 answers with exactly this object, to be saved and never shown. */
export async function presignAddress(client: S3Client, ticket: GetTicket): Promise<string> {
  const command = new GetObjectCommand({
    Bucket: ticket.bucket,
    Key: ticket.key,
    ResponseContentDisposition: attachment(ticket.fileName),
    ResponseContentType: "application/octet-stream",
    ResponseCacheControl: "private, no-store",
  });
  return getSignedUrl(client, command, { expiresIn: ticket.expiresInSeconds });
}
