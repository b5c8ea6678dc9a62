import { sql, type RawBuilder } from "kysely";

/** How numbers and dates are compared, by the names of the filters. */
const COMPARISONS = { $eq: "=", $gt: ">", $gte: ">=", $lt: "<", $lte: "<=" } as const;
export type Comparison = keyof typeof COMPARISONS;
export const isComparison = (operator: string): operator is Comparison =>
  Object.hasOwn(COMPARISONS, operator);

/** How single conditions of a list are joined. */
type Joined<C> =
  | { readonly kind: "all" | "some"; readonly of: readonly C[] }
  | { readonly kind: "not"; readonly of: C };

export const comparisonSql = (
  column: RawBuilder<unknown>,
  comparison: Comparison,
  value: number | Date,
): RawBuilder<boolean> => sql<boolean>`${column} ${sql.raw(COMPARISONS[comparison])} ${value}`;

/** Whether a column of bits has any of a mask's. */
export const anyBitSql = (column: string, mask: bigint): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(column)} & ${String(mask)}::bigint) <> 0`;

/** What is not known to hold does not hold. */
export const notSql = (of: RawBuilder<boolean>): RawBuilder<boolean> =>
  sql<boolean>`NOT coalesce(${of}, FALSE)`;

export function joinedSql(
  kind: "all" | "some",
  of: readonly RawBuilder<boolean>[],
): RawBuilder<boolean> {
  if (of.length === 0) return kind === "all" ? sql<boolean>`TRUE` : sql<boolean>`FALSE`;
  return sql<boolean>`(${sql.join(of, kind === "all" ? sql` AND ` : sql` OR `)})`;
}

/** Whether every single condition that a condition is joined of passes a test. */
export function everySingle<C extends { readonly kind: string }>(
  condition: C,
  passes: (single: C) => boolean,
): boolean {
  const { kind, of } = condition as unknown as Joined<C>;
  if (kind === "not") return everySingle(of, passes);
  if (kind === "all" || kind === "some") return of.every((each) => everySingle(each, passes));
  return passes(condition);
}
