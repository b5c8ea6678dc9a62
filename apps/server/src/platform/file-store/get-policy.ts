import { AppError } from "@swath/contract/errors";
import { z } from "zod";
import { isSignedByAny, signWithNewest } from "../object-store/keyring.ts";
import type { GetTicket } from "../object-store/object-store.ts";

/** Keeps these signatures from those of the forms, which the same secret signs. */
const PURPOSE = "swath download 1\n";

const grantSchema = z.object({
  bucket: z.string(),
  key: z.string(),
  fileName: z.string(),
  expiration: z.iso.datetime(),
});
/** What a signed address opens. */
export type GetGrant = z.infer<typeof grantSchema>;

/** The token of an address that opens one object until the ticket expires. */
export function signGet(secret: Uint8Array, ticket: GetTicket, now: Date): string {
  const { bucket, key, fileName, expiresInSeconds } = ticket;
  const expiration = new Date(now.getTime() + expiresInSeconds * 1000).toISOString();
  const grant: GetGrant = { bucket, key, fileName, expiration };
  const encoded = Buffer.from(JSON.stringify(grant)).toString("base64url");
  return `${encoded}.${signWithNewest(secret, PURPOSE + encoded).toString("base64url")}`;
}

/** Reads an address's token; throws DOWNLOAD_REFUSED for any that was not signed just so. */
export function readGet(secret: Uint8Array, bucket: string, token: string, now: Date): GetGrant {
  const [encoded = "", signature = ""] = token.split(".", 2);
  const given = Buffer.from(signature, "base64url");
  if (!isSignedByAny(secret, PURPOSE + encoded, given)) throw refused("its signature is not valid");
  const grant = grantSchema.parse(JSON.parse(Buffer.from(encoded, "base64url").toString()));
  if (new Date(grant.expiration) <= now) throw refused("it has expired");
  if (grant.bucket !== bucket) throw refused("it is for another bucket");
  return grant;
}

function refused(reason: string): AppError {
  return new AppError("DOWNLOAD_REFUSED", `the address was refused: ${reason}`);
}
