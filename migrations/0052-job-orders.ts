import { sql, type Kysely } from "kysely";

/** Orders of jobs: who asked for a run, and with what; taken by the sweep of the orchestrator. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("job_orders")
    .addColumn("id", "bigint", (column) => column.primaryKey().generatedAlwaysAsIdentity())
    .addColumn("job_id", "text", (column) =>
      column.notNull().references("processing_jobs.id").onDelete("cascade"),
    )
    // {"subject", "name"}; null: the server itself.
    .addColumn("ordered_by", "jsonb")
    .addColumn("ordered", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
    // Values of the stage's parameters that differ from its defaults.
    .addColumn("params", "jsonb", (column) => column.notNull().defaultTo(sql`'{}'`))
    // Names of tasks, where only some are to run again; null: all.
    .addColumn("only_tasks", sql`text[]`)
    .addColumn("taken", "timestamptz")
    .execute();
  await sql`CREATE UNIQUE INDEX job_orders_open ON job_orders (job_id) WHERE taken IS NULL`.execute(
    db,
  );
}
