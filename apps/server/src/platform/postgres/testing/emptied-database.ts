import pg from "pg";

/** What tests may change of a database besides its rows. */
const SHAPE = `SELECT md5(concat(
  (SELECT string_agg(concat_ws(' ', oid, relname, relacl, relowner, relnatts, relchecks), ',' ORDER BY oid)
    FROM pg_class WHERE oid >= 16384),
  (SELECT string_agg(concat_ws(' ', oid, xmin), ',' ORDER BY oid) FROM pg_proc WHERE oid >= 16384),
  (SELECT string_agg(concat_ws(' ', oid, tgenabled), ',' ORDER BY oid) FROM pg_trigger
    WHERE NOT tgisinternal),
  (SELECT string_agg(concat_ws(' ', oid, nspname, nspacl), ',' ORDER BY oid) FROM pg_namespace),
  (SELECT concat_ws(' ', count(*), max(oid)) FROM pg_constraint),
  (SELECT concat_ws(' ', count(*), max(oid)) FROM pg_type),
  (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND database =
    (SELECT oid FROM pg_database WHERE datname = current_database())))) AS shape`;

/** Rows that a migrated database begins with. */
const FIRST_ROWS = `SELECT c.oid::regclass::text AS name, r.rows
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  CROSS JOIN LATERAL (SELECT (xpath('/row/rows/text()', query_to_xml(format(
    'SELECT jsonb_agg(to_jsonb(t)) AS rows FROM %s t', c.oid::regclass), false, true, '')))[1]::text) r (rows)
  WHERE c.relkind = 'r' AND n.nspname IN ('public', 'audit', 'pgboss') AND pg_relation_size(c.oid) > 0
    AND r.rows IS NOT NULL`;
const FIRST_NUMBERS = `SELECT format('%I.%I', schemaname, sequencename) AS name, last_value
  FROM pg_sequences WHERE last_value IS NOT NULL`;

const OTHERS_END = `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
  WHERE datname = current_database() AND backend_type = 'client backend'
    AND pid <> pg_backend_pid() AND pid <> ALL ($1)`;

/** Small tables lose their rows one by one, so that what connections know of them stays true. */
const EMPTY = `DO $$ DECLARE t record; BEGIN
  SET LOCAL session_replication_role = replica;
  FOR t IN SELECT c.oid::regclass AS name, pg_relation_size(c.oid) > 65536 AS is_large
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind = 'r' AND n.nspname IN ('public', 'audit', 'pgboss') AND pg_relation_size(c.oid) > 0
  LOOP
    IF t.is_large THEN EXECUTE format('TRUNCATE %s CASCADE', t.name);
    ELSE EXECUTE format('DELETE FROM %s', t.name);
    END IF;
  END LOOP;
  PERFORM setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
    FROM pg_sequences WHERE last_value IS NOT NULL;
END $$`;

interface FirstRows {
  readonly name: string;
  readonly rows: string;
}

/** Makes a test's database again what it was, which takes a tenth of what a new one takes. */
export class EmptiedDatabase {
  readonly #client: pg.Client;
  readonly #shape: string;
  readonly #rows: readonly FirstRows[];
  readonly #numbers: readonly { readonly name: string; readonly last_value: number }[];

  private constructor(client: pg.Client, shape: string, rows: readonly FirstRows[], numbers: []) {
    this.#client = client;
    this.#shape = shape;
    this.#rows = rows;
    this.#numbers = numbers;
  }

  /** Of a database as it was migrated. */
  static async open(url: string): Promise<EmptiedDatabase> {
    const client = new pg.Client({ connectionString: url, application_name: "swath tests" });
    client.on("error", () => undefined);
    await client.connect();
    // Left out of its types; it keeps no worker from ending.
    (client as pg.Client & { unref(): void }).unref();
    const { rows } = await client.query<FirstRows>(FIRST_ROWS);
    const numbers = await client.query(FIRST_NUMBERS);
    return new EmptiedDatabase(client, await shapeOf(client), rows, numbers.rows as []);
  }

  /** Ends every connection but those kept, and removes what was written; false where that cannot be. */
  async empty(kept: readonly number[]): Promise<boolean> {
    const client = this.#client;
    try {
      await client.query(OTHERS_END, [kept]);
      if ((await shapeOf(client)) !== this.#shape) return false;
      await client.query("BEGIN");
      await client.query(EMPTY);
      await client.query("SET LOCAL session_replication_role = replica");
      for (const { name, rows } of this.#rows)
        await client.query(
          `INSERT INTO ${name} OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_recordset(null::${name}, $1)`,
          [rows],
        );
      for (const { name, last_value } of this.#numbers)
        await client.query("SELECT setval($1, $2)", [name, last_value]);
      await client.query("COMMIT");
      return true;
    } catch {
      return false;
    }
  }

  async close(): Promise<void> {
    await this.#client.end().catch(() => undefined);
  }
}

async function shapeOf(client: pg.Client): Promise<string> {
  return (await client.query<{ shape: string }>(SHAPE)).rows[0]!.shape;
}
