import { sql } from "kysely";
import type { Db, Trx } from "../../platform/postgres/schema.ts";

/** What a key of an installation is for. */
type KeyPurpose = "receipts" | "sessions";

/** A key as the database knows it. */
export interface KnownKey {
  /** Its thumbprint. */
  readonly kid: string;
  /** Of receipts: the public key, base64url. */
  readonly x: string | null;
}

/**
 * The keys of an installation belong to it, not to one data folder; the database knows them by their
 * thumbprints:
 *
 * domain/K1 where the database knows none, the keys of the folder become known; where that has none either,
 *   one is made, by one server alone;
 * domain/K2 a folder whose newest key is the newest known one goes on;
 * domain/K3 a folder whose former keys hold the newest known one was rotated: its newest becomes known;
 * domain/K4 a folder without keys is refused: the keys are to be brought, or rotated on purpose;
 * domain/K5 so is one whose newest key was rotated elsewhere since, and
 * domain/K6 one with keys of another installation.
 */
export type KeyJudgement = "make" | "become known" | "go on" | "missing" | "outdated" | "another";

/** Judges a folder's keys, newest first, by those that the database knows, newest first. */
export function judgeKeys(
  held: readonly string[] | undefined,
  known: readonly string[],
): KeyJudgement {
  const [newestKnown] = known;
  if (held === undefined) return newestKnown === undefined ? "make" : "missing";
  if (newestKnown === undefined) return "become known";
  const [newest] = held;
  if (newest === newestKnown) return "go on";
  if (held.includes(newestKnown)) return "become known";
  return newest !== undefined && known.includes(newest) ? "outdated" : "another";
}

/** Newest first, revoked ones too. */
function knownKeys(db: Db, purpose: KeyPurpose): Promise<KnownKey[]> {
  return db
    .selectFrom("installation_keys")
    .select(["kid", "x"])
    .where("purpose", "=", purpose)
    .orderBy("place", "desc")
    .execute();
}

/** The public keys whose receipts are good, newest first. */
export async function publishedKeys(db: Db): Promise<string[]> {
  const keys = await db
    .selectFrom("installation_keys")
    .select("x")
    .where("purpose", "=", "receipts")
    .where("revoked", "is", null)
    .orderBy("place", "desc")
    .execute();
  return keys.flatMap(({ x }) => x ?? []);
}

/** Has receipts of a former key refused; which keys there are where it is none of these. */
export async function revokeKey(
  db: Db,
  kid: string,
): Promise<{ readonly kind: "revoked" } | { readonly kind: "none"; readonly former: string[] }> {
  const [, ...former] = (await knownKeys(db, "receipts")).map((key) => key.kid);
  if (!former.includes(kid)) return { kind: "none", former };
  await db
    .updateTable("installation_keys")
    .set({ revoked: sql<Date>`coalesce(revoked, now())` })
    .where("purpose", "=", "receipts")
    .where("kid", "=", kid)
    .execute();
  return { kind: "revoked" };
}

async function learn(trx: Trx, purpose: KeyPurpose, keys: readonly KnownKey[]): Promise<void> {
  // The oldest gets its place first.
  for (const key of keys.toReversed())
    await trx
      .insertInto("installation_keys")
      .values({ purpose, ...key })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Where a data folder keeps keys of one purpose. */
export interface StoredKeys {
  readonly purpose: KeyPurpose;
  /** The file, for those who are told to bring it. */
  readonly file: string;
  /** The kept keys, newest first; undefined where there is no file. */
  readonly read: () => Promise<readonly KnownKey[] | undefined>;
  /** Makes the file with a first key. */
  readonly make: () => Promise<void>;
}

/** Keys of the folder that are not the installation's, for the person who starts a server on it. */
export class ForeignKeys extends Error {
  override readonly name = "ForeignKeys";
}

/** One server or command at a time: of two that start at once on folders of their own, the second is refused. */
function alone<T>(db: Db, purpose: KeyPurpose, run: (trx: Trx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext(${`swath keys ${purpose}`}))`.execute(trx);
    return run(trx);
  });
}

/** How a data folder's keys stand to those of the installation, by K1 to K6. */
export async function readJudgement(db: Db, kept: StoredKeys): Promise<KeyJudgement> {
  const known = (await knownKeys(db, kept.purpose)).map(({ kid }) => kid);
  return judgeKeys(
    (await kept.read())?.map(({ kid }) => kid),
    known,
  );
}

/** Makes sure that a data folder has the installation's keys, by K1 to K6; else throws {@link ForeignKeys}. */
export async function settleKeys(db: Db, kept: StoredKeys): Promise<void> {
  const { purpose } = kept;
  await alone(db, purpose, async (trx) => {
    const known = (await knownKeys(trx, purpose)).map(({ kid }) => kid);
    const held = (await kept.read())?.map(({ kid }) => kid);
    const judgement = judgeKeys(held, known);
    if (judgement === "go on") return;
    if (judgement === "make") await kept.make();
    else if (judgement !== "become known") throw refusal(judgement, kept, known[0] ?? "");
    await learn(trx, purpose, (await kept.read()) ?? []);
  });
}

/** Rotates keys on purpose: what the folder holds then is the installation's, whatever it held before. */
export async function rotateKnown(
  db: Db,
  kept: StoredKeys,
  rotate: (known: readonly KnownKey[]) => Promise<void>,
): Promise<void> {
  await alone(db, kept.purpose, async (trx) => {
    await rotate(await knownKeys(trx, kept.purpose));
    await learn(trx, kept.purpose, (await kept.read()) ?? []);
  });
}

/** What becomes of what the former keys did, once they are lost. */
const EFFECT: Readonly<Record<KeyPurpose, string>> = {
  receipts: "receipts of before stay good",
  sessions: "everybody signs in again",
};

function refusal(
  judgement: "missing" | "outdated" | "another",
  { file, purpose }: StoredKeys,
  newest: string,
): ForeignKeys {
  const faults = {
    missing: `${file} is missing, which holds the installation's key of ${purpose}`,
    outdated: `${file} holds a key of ${purpose} that was replaced by a newer one elsewhere`,
    another: `${file} holds a key of ${purpose} that is not this installation's`,
  };
  return new ForeignKeys(
    `${faults[judgement]}: bring the file with the key ${newest} from the data folder of another server, or ` +
      `from a backup. Only where that is lost, run \`swath rotate-keys\`: it makes a new key, and ${EFFECT[purpose]}`,
  );
}
