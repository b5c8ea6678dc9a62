import type { Figures } from "./figures.ts";
import type { Watched } from "./viewers.ts";

export interface MeasuredCase {
  readonly name: string;
  readonly server: Figures;
  /** The same statements by pgbench. */
  readonly peer: Figures;
  /** Of pages that the server caches until a flight changes. */
  readonly remembered: Figures;
  /** Milliseconds of processor time for each call, of the server and of the database's sessions. */
  readonly cpu: {
    readonly server: number;
    readonly database: number;
    /** Of the database's sessions for pgbench. */
    readonly peer: number;
  };
  /** Milliseconds of the first call after a change. */
  readonly fresh: number;
}

const HEAD = [
  "req/s",
  "pgbench",
  "ratio",
  "p99 ms",
  "pgbench",
  "ratio",
  "cpu ms",
  "its db",
  "pgbench",
  "fresh ms",
  "again/s",
];
const ms = (value: number): string => value.toFixed(1);
const line = (name: string, values: readonly string[]): string =>
  name.padEnd(24) + values.map((value) => value.padStart(10)).join("");

export function printHead(): void {
  console.log(
    "goals: of the rate 0.5 or more, of the p99 5 or less; again: what the server remembers",
  );
  console.log(line("", HEAD));
}

export function printCase({ name, server, peer, remembered, cpu, fresh }: MeasuredCase): void {
  const values = [
    server.rate.toFixed(0),
    peer.rate.toFixed(0),
    (server.rate / peer.rate).toFixed(2),
    ms(server.p99),
    ms(peer.p99),
    (server.p99 / peer.p99).toFixed(2),
    cpu.server.toFixed(2),
    cpu.database.toFixed(2),
    cpu.peer.toFixed(2),
    ms(fresh),
    remembered.rate.toFixed(0),
  ];
  console.log(line(name, values));
}

export function printWatched(watched: Watched): void {
  const { name, viewers, cores, polls, unchanged, p99, seconds } = watched;
  console.log(
    `${viewers} viewers of ${name} for ${seconds.toFixed(0)} s: ${cores.toFixed(3)} cores, ${polls} polls ` +
      `(${unchanged} answered 304, p99 ${p99.toFixed(1)} ms), ${watched.transactions.toFixed(1)} transactions/s`,
  );
}
