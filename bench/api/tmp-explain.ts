import { sql } from "kysely";
import { openDatabase } from "../../apps/server/src/platform/postgres/connection.ts";
import { PROCESSING_CASES } from "./processing-cases.ts";
import { statementsOf } from "./statements.ts";
import { readFileSync } from "node:fs";
const url = readFileSync("/tmp/holdpg.log", "utf8").trim().split("\n").pop()!;
const db = openDatabase(url, { connections: 1 });
const only = process.argv.slice(2);
async function explain(statement: string): Promise<[number, number, string]> {
  let best: [number, number, string] = [1e9, 0, ""];
  for (let n = 0; n < 3; n += 1) {
    const { rows } = await sql
      .raw<{
        "QUERY PLAN": {
          Plan: Record<string, number>;
          "Execution Time": number;
          "Planning Time": number;
        }[];
      }>(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement}`)
      .execute(db);
    const [p] = rows[0]!["QUERY PLAN"];
    const t = p!["Execution Time"];
    if (t < best[0])
      best = [
        t,
        p!["Planning Time"],
        `${p!.Plan["Shared Hit Blocks"]}h ${p!.Plan["Shared Read Blocks"]}r`,
      ];
  }
  return best;
}
for (const of of PROCESSING_CASES) {
  if (only.length > 0 && !only.includes(of.name)) continue;
  const query = { ...of.queries[3 % of.queries.length]!, pageSize: "11" };
  const { count, page } = await statementsOf(url, "processings", query);
  const parts = [count, ...page];
  const out: string[] = [];
  for (const [index, each] of parts.entries()) {
    const [t, plan, buffers] = await explain(each);
    out.push(
      `${["count", "find", "read"][index]} ${t.toFixed(2)} ms (plan ${plan.toFixed(2)}, ${buffers})`,
    );
    if (only.length > 0) {
      const { rows } = await sql
        .raw<{ "QUERY PLAN": string }>(`EXPLAIN (ANALYZE, BUFFERS) ${each}`)
        .execute(db);
      console.log(each.slice(0, 1500));
      console.log(rows.map((row) => row["QUERY PLAN"]).join("\n"));
    }
  }
  console.log(of.name.padEnd(24), out.join(" | "));
}
await db.destroy();
