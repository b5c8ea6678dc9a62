import { AppError } from "@swath/contract/errors";
import type { Certificate } from "@swath/contract/retention";
import { z } from "zod";
import type { ObjectStore } from "../../platform/object-store/object-store.ts";
import type { Db, Trx } from "../../platform/postgres/schema.ts";

/** The key of the installation's receipts, which signs certificates too. */
export interface Signer {
  readonly kid: string;
  /** Base64 of the Ed25519 signature of a text's UTF-8. */
  sign(text: string): string;
}

interface Proof {
  readonly kind: Certificate["kind"];
  readonly about: string;
  readonly by: string;
  /** What was removed, and what was not; it names nobody who was. */
  readonly content: Readonly<Record<string, unknown>>;
}

/** A certificate's document: the signature is of the text of its member `certificate`, as JSON without spaces. */
function signed(signer: Signer, text: string): string {
  const signature = { algorithm: "Ed25519", kid: signer.kid, value: signer.sign(text) };
  return `{"certificate":${text},"signature":${JSON.stringify(signature)}}\n`;
}

/**
 * Keeps what was removed in the transaction that ends it, as a worker may, which has no key: a server signs it
 * when it is first read. Answers its number.
 */
export async function keepUnsigned(trx: Trx, { kind, about, by, content }: Proof): Promise<number> {
  const { id, made } = await trx
    .insertInto("certificates")
    .values({ kind, about, made_by: by, document: "" })
    .returning(["id", "made"])
    .executeTakeFirstOrThrow();
  const installation = await trx.selectFrom("installation").select("id").executeTakeFirst();
  const certificate = JSON.stringify({
    version: 1,
    number: id,
    kind,
    about,
    installation: installation?.id ?? null,
    made: made.toISOString(),
    by,
    ...content,
  });
  await trx
    .updateTable("certificates")
    .set({ document: certificate })
    .where("id", "=", id)
    .execute();
  return id;
}

/** A certificate's document, signed now where it was not yet; undefined where there is none of this number. */
export function signKept(db: Db, signer: Signer, id: number): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom("certificates")
      .select(["document", "signed"])
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined || row.signed) return row?.document;
    const document = signed(signer, row.document);
    await trx
      .updateTable("certificates")
      .set({ document, signed: true })
      .where("id", "=", id)
      .execute();
    return document;
  });
}

const LISTED = 100;

export async function listCertificates(db: Db): Promise<Certificate[]> {
  const rows = await db
    .selectFrom("certificates")
    .select(["id", "kind", "about", "made", "made_by as by"])
    .orderBy("id", "desc")
    .limit(LISTED)
    .execute();
  return rows.map(({ made, ...facts }) => Object.assign(facts, { made: made.toISOString() }));
}

const documentSchema = z.object({
  certificate: z.object({
    about: z.string(),
    list: z.object({ bucket: z.string(), key: z.string() }).optional(),
  }),
});
const LIST_SECONDS = 300;

export interface CertificateDeps {
  readonly db: Db;
  readonly signer: Signer;
  readonly store: Pick<ObjectStore, "presignGet">;
}

/** A certificate as it was signed, and the address of its list. CERTIFICATE_NOT_FOUND. */
export async function readCertificate(
  { db, signer, store }: CertificateDeps,
  id: number,
): Promise<{ name: string; document: string; list: string | null }> {
  const document = await signKept(db, signer, id);
  if (document === undefined) throw new AppError("CERTIFICATE_NOT_FOUND", `no certificate ${id}`);
  const { about, list } = documentSchema.parse(JSON.parse(document)).certificate;
  const ticket = { fileName: `${about}_objects.jsonl`, expiresInSeconds: LIST_SECONDS };
  return {
    name: `${about}_certificate.json`,
    document,
    list: list === undefined ? null : await store.presignGet({ ...list, ...ticket }),
  };
}
