/**
 * What makes up an installation: its database, its store and the data folders of its servers. Each
 * keeps the installation's identity, and they start together by these rules:
 *
 * domain/I1 parts that have an identity have the same one, else nothing starts;
 * domain/I2 a database that no server has used takes no identity of a folder or a store: it would
 *   stand, empty, in the stead of the one that is missing;
 * domain/I3 any other part without an identity takes that of the others, or a new one;
 * domain/I4 it is written to the database first, then to the store, to the folder last, and read in
 *   the opposite order: neither a start that was stopped nor one at the same time meets I2;
 * domain/I5 where a person names one of the identities found, every part gets it.
 */
export interface Identities {
  readonly folder: string | undefined;
  readonly store: string | undefined;
  readonly database: string | undefined;
  /** Whether a server has used the database. */
  readonly isUsed: boolean;
}

export type Judgement =
  /** The identity of all that have one; undefined where none has. */
  | { readonly kind: "together"; readonly id: string | undefined }
  | { readonly kind: "apart" }
  /** The database alone is new; the identity is the others'. */
  | { readonly kind: "new database"; readonly id: string };

/** Judges by I1 to I3. */
export function judgeIdentities({ folder, store, database, isUsed }: Identities): Judgement {
  const ids = [...new Set([folder, store, database].filter((id) => id !== undefined))];
  const [id] = ids;
  if (ids.length > 1) return { kind: "apart" };
  if (id !== undefined && database === undefined && !isUsed) return { kind: "new database", id };
  return { kind: "together", id };
}
