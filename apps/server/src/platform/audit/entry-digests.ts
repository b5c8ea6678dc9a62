import { createHash } from "node:crypto";

/** An entry as its hashes are made of it: whole texts, as PostgreSQL writes them. */
export interface SealedEntry {
  readonly id: number;
  /** Microseconds since 1970. */
  readonly micros: string;
  readonly action: string;
  readonly actor: string;
  readonly subject: string | null;
  readonly name: string | null;
  readonly flight_id: string | null;
  readonly upload_id: string | null;
  readonly address: string | null;
  readonly request_id: string | null;
  /** Without the three that name people. */
  readonly facts: string;
  readonly person: string | null;
  readonly owner: string | null;
  readonly ordered_by: string | null;
}

export interface SealHeader {
  readonly number: number;
  readonly from_id: number;
  readonly to_id: number;
  readonly latest_micros: string;
  readonly sealed_micros: string;
  readonly ids: readonly number[];
  readonly digests: Buffer;
  readonly previous: Buffer;
}

/** The length in front keeps fields apart, whatever they hold. */
const field = (value: string | null): string =>
  value === null ? "-" : `${Buffer.byteLength(value)}:${value}`;

const hash = (kind: string, fields: readonly (string | null)[]): Buffer =>
  createHash("sha256")
    .update(`swath audit ${kind} 1${fields.map(field).join("")}`)
    .digest();

const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

/** What happened, without whom it names. */
export function factsDigest(entry: SealedEntry): Buffer {
  const { id, micros, action, actor, flight_id, upload_id, request_id, facts } = entry;
  const fields = [String(id), micros, action, actor, flight_id, upload_id, request_id, facts];
  return hash("facts", fields);
}

/** Whom it names; the salt is a UUID. */
export function personDigest(entry: SealedEntry, salt: string): Buffer {
  const { subject, name, address, person, owner, ordered_by } = entry;
  return hash("person", [salt, subject, name, address, person, owner, ordered_by]);
}

/** A seal's own, over the seal before and the digests of its entries. */
export function sealDigest(seal: SealHeader): Buffer {
  return hash("seal", [
    String(seal.number),
    String(seal.from_id),
    String(seal.to_id),
    seal.latest_micros,
    seal.sealed_micros,
    seal.ids.join(","),
    sha256(seal.digests),
    seal.previous.toString("hex"),
  ]);
}
