import type { GaugeSource } from "../platform/metrics/metrics.ts";
import type { PoolRegister } from "../platform/postgres/pool-register.ts";

/** This process's pools of connections to the database. */
export const poolGauges = (pools: PoolRegister) =>
  ({
    keptMs: 0,
    gauges: {
      swath_database_connections: {
        help: "Connections of this process to the database, by pool, PostgreSQL role and state (used or idle)",
        labels: ["pool", "role", "state"],
      },
      swath_database_connections_limit: {
        help: "Most connections of a pool of this process",
        labels: ["pool", "role"],
      },
      swath_database_waiting: {
        help: "Calls and jobs of this process that wait for a connection of a pool",
        labels: ["pool", "role"],
      },
    },
    read: async () => {
      const now = pools
        .all()
        .map(({ pool, role, counts }) => ({ of: { pool, role }, counts: counts() }));
      return {
        swath_database_connections: now.flatMap(({ of, counts: { used, idle } }) => [
          { labels: { ...of, state: "used" }, value: used },
          { labels: { ...of, state: "idle" }, value: idle },
        ]),
        swath_database_connections_limit: now.map(({ of, counts }) => ({
          labels: of,
          value: counts.most,
        })),
        swath_database_waiting: now.map(({ of, counts }) => ({
          labels: of,
          value: counts.waiting,
        })),
      };
    },
  }) satisfies GaugeSource;
