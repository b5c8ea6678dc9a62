import { createPublicKey, verify } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { z } from "zod";
import { publishedKeys } from "../../domain/installation/known-keys.ts";
import type { ObjectStore } from "../../platform/object-store/object-store.ts";
import { objectsBelow } from "../../platform/object-store/objects-below.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { type Signer, signKept } from "./removal-certificates.ts";

export interface StoringDeps {
  readonly db: Db;
  readonly signer: Signer;
  readonly store: Pick<ObjectStore, "write">;
  /** The bucket of support requests. */
  readonly supportBucket: string;
}

const FOLDER = "certificates/";
const AT_ONCE = 100;
/** Of a project of 10,000 flights it has some 2 MB. */
const MOST_BYTES = 67_108_864;

interface ToStore {
  readonly id: number;
  readonly kind: string;
  readonly made: Date;
}

/** It names nobody; a restored database gives out its numbers a second time, at another time. */
const keyOf = ({ id, kind, made }: ToStore): string =>
  `${FOLDER}${made.toISOString().replaceAll(":", "-")}_${kind}_${id}.json`;

async function storeOne(deps: StoringDeps, certificate: ToStore): Promise<void> {
  const { db, signer, store, supportBucket } = deps;
  const { id } = certificate;
  const document = await signKept(db, signer, id);
  if (document === undefined) return;
  const bytes = Buffer.from(document);
  const object = keyOf(certificate);
  const row = db.updateTable("certificates").where("id", "=", id);
  // Known before it stands: nobody then takes it for one that the database lacks.
  await row.set({ object }).execute();
  await store.write(supportBucket, object, [bytes], { size: bytes.length });
  await row.set({ stored: sql<Date>`now()` }).execute();
}

/** Signs the certificates that no server has stored yet, and stores each as an object; again it does no harm. */
export async function storeCertificates(deps: StoringDeps): Promise<void> {
  const waiting = await deps.db
    .selectFrom("certificates")
    .select(["id", "kind", "made"])
    .where("stored", "is", null)
    .orderBy("id")
    .limit(AT_ONCE)
    .execute();
  for (const certificate of waiting) await storeOne(deps, certificate);
}

const storedSchema = z.object({
  certificate: z.object({
    kind: z.enum(["person", "flight", "project"]),
    about: z.string(),
    installation: z.string().nullable(),
    made: z.iso.datetime(),
    by: z.string(),
  }),
  signature: z.object({ algorithm: z.literal("Ed25519"), value: z.string() }),
});
type Stored = z.infer<typeof storedSchema>;

/** A document with a signature of one of the installation's keys; undefined for anything else. */
function verified(text: string, keys: readonly string[]): Stored | undefined {
  try {
    const whole = JSON.parse(text) as { readonly certificate?: unknown };
    const { data } = storedSchema.safeParse(whole);
    if (data === undefined) return undefined;
    // Its members as they came: a schema may put them in another order.
    const signed = Buffer.from(JSON.stringify(whole.certificate));
    const value = Buffer.from(data.signature.value, "base64");
    const isOurs = keys.some((x) => {
      const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
      return verify(null, signed, key, value);
    });
    return isOurs ? data : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function isKnown(db: Db, object: string): Promise<boolean> {
  const row = await db
    .selectFrom("certificates")
    .select("id")
    .where("object", "=", object)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Lists the stored certificates that the database does not know, as after the restore of an older backup: those
 * with the installation's signature. Answers how many there were.
 */
export async function adoptCertificates({
  db,
  store,
  supportBucket,
}: Pick<StoringDeps, "db" | "supportBucket"> & { readonly store: ObjectStore }): Promise<number> {
  let adopted = 0;
  const keys = await publishedKeys(db);
  const installation = await db.selectFrom("installation").select("id").executeTakeFirst();
  for await (const { key: object, size } of objectsBelow(store, supportBucket, FOLDER)) {
    if (size > MOST_BYTES || (await isKnown(db, object))) continue;
    const document = String(await buffer(await store.read(supportBucket, object)));
    const found = verified(document, keys)?.certificate;
    if (found === undefined || found.installation !== (installation?.id ?? null)) continue;
    const { kind, about, by: made_by } = found;
    const made = new Date(found.made);
    const { numInsertedOrUpdatedRows } = await db
      .insertInto("certificates")
      .values({ kind, about, made_by, made, document, object, signed: true, stored: made })
      .onConflict((conflict) => conflict.column("object").doNothing())
      .executeTakeFirst();
    adopted += Number(numInsertedOrUpdatedRows ?? 0);
  }
  return adopted;
}
