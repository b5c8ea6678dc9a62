import { createHash } from "node:crypto";
import { sql } from "kysely";
import type pg from "pg";

const MARK = "/* prepared */";

/**
 * Begins a statement whose plan each connection keeps: planning it would take as long as running it.
 * For statements of one text only, since a connection forgets none.
 */
export const prepared = sql.raw(MARK);

interface Prepared {
  readonly name: string;
  readonly text: string;
  readonly values: unknown;
}

/** Has a connection prepare the statements that {@link prepared} begins. */
export function preparing(client: pg.Client): void {
  const run = client.query.bind(client) as (...words: unknown[]) => unknown;
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? createHash("sha256").update(text).digest("hex").slice(0, 32);
    names.set(text, name);
    return name;
  };
  const query = (text: unknown, values: unknown, ...more: unknown[]): unknown => {
    if (typeof text !== "string" || !text.trimStart().startsWith(MARK))
      return run(text, values, ...more);
    const statement: Prepared = { name: nameOf(text), text, values };
    return run(statement, ...more);
  };
  Object.assign(client, { query });
}
