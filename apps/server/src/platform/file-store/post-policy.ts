import { AppError } from "@swath/contract/errors";
import { isSignedByAny, signWithNewest } from "../object-store/keyring.ts";
import type { PostTicket } from "../object-store/object-store.ts";

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
