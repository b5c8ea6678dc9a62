import { AppError } from "@swath/contract/errors";
import { z } from "zod";
import { isSignedByAny, signWithNewest } from "../object-store/post-secret.ts";
import type { GetTicket, PostTicket } from "../object-store/object-store.ts";

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
  if (!isSignedByAny(secret, PURPOSE + encoded, given))
    throw downloadRefused("its signature is not valid");
  const grant = grantSchema.parse(JSON.parse(Buffer.from(encoded, "base64url").toString()));
  if (new Date(grant.expiration) <= now) throw downloadRefused("it has expired");
  if (grant.bucket !== bucket) throw downloadRefused("it is for another bucket");
  return grant;
}

function downloadRefused(reason: string): AppError {
  return new AppError("DOWNLOAD_REFUSED", `the address was downloadRefused: ${reason}`);
}

const ALGORITHM = "SWATH-HMAC-SHA256";
/** Fields that carry the policy itself; every other one must be a condition of it. */
const POLICY = "policy";
const SIGNATURE = "x-swath-signature";
const CHECKSUM = "x-swath-checksum-xxh128";

/** What a signed form allows. */
export type Grant = Omit<PostTicket, "expiresInSeconds">;

interface Policy {
  readonly expiration: string;
  readonly bucket: string;
  /** Exact size of the object in bytes. */
  readonly size: number;
  readonly isReadThrough: boolean;
  /** The other fields of the form, each with its exact value. */
  readonly fields: Readonly<Record<string, string>>;
}

/** The fields of a form that allows to post one object until the ticket expires. */
export function signPost(
  secret: Uint8Array,
  ticket: PostTicket,
  now: Date,
): Record<string, string> {
  const fields = { key: ticket.key, "x-swath-algorithm": ALGORITHM, [CHECKSUM]: ticket.checksum };
  const policy: Policy = {
    expiration: new Date(now.getTime() + ticket.expiresInSeconds * 1000).toISOString(),
    bucket: ticket.bucket,
    size: ticket.size,
    isReadThrough: ticket.isReadThrough === true,
    fields,
  };
  const encoded = Buffer.from(JSON.stringify(policy)).toString("base64");
  return {
    ...fields,
    [POLICY]: encoded,
    [SIGNATURE]: signWithNewest(secret, encoded).toString("hex"),
  };
}

/** Reads a form's fields; throws UPLOAD_POLICY_REFUSED for any that was not signed just so. */
export function readPost(
  secret: Uint8Array,
  bucket: string,
  form: ReadonlyMap<string, string>,
  now: Date,
): Grant {
  const encoded = form.get(POLICY) ?? "";
  const signature = Buffer.from(form.get(SIGNATURE) ?? "", "hex");
  if (!isSignedByAny(secret, encoded, signature)) throw refused("its signature is not valid");
  // Signed by this server, hence of its own making.
  const policy = JSON.parse(Buffer.from(encoded, "base64").toString()) as Policy;
  if (new Date(policy.expiration) <= now) throw refused("it has expired");
  if (policy.bucket !== bucket) throw refused("it is for another bucket");
  for (const [name, value] of form)
    if (name !== POLICY && name !== SIGNATURE && !isSigned(policy, name, value))
      throw refused("a field is not as it was signed", name);
  for (const name of Object.keys(policy.fields))
    if (!form.has(name)) throw refused("a signed field is missing", name);
  const { key = "", [CHECKSUM]: checksum = "" } = policy.fields;
  const { size, isReadThrough } = policy;
  return { bucket, key, size, checksum, isReadThrough };
}

const isSigned = ({ fields }: Policy, name: string, value: string): boolean =>
  Object.hasOwn(fields, name) && fields[name] === value;

export function refused(reason: string, field?: string): AppError {
  const details = field === undefined ? {} : { field: field.slice(0, 100) };
  return new AppError("UPLOAD_POLICY_REFUSED", `the form was refused: ${reason}`, details);
}
