import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { removeFolder, temporaryFolder } from "../../../e2e/swath.ts";
import { PoorLink } from "../../link/poor-link.ts";
import type { LinkRow } from "./link-rows.ts";
import {
  type CrewOrder,
  type CrewWord,
  type Office,
  OFFICE_NAMES,
  type OfficeOrder,
  type Store,
  storeOf,
  type System,
} from "./orders.ts";
import { startAt, wordsOf } from "../../link/end-program.ts";

const CREW = join(import.meta.dirname, "crew.ts");
const OFFICE = join(import.meta.dirname, "office.ts");

interface Sent {
  readonly system: System;
  /** Undefined where it did not end in time. */
  readonly seconds: number | undefined;
  /** Bytes on the wire from the crew to the office. */
  readonly wireBytes: number;
}

export interface RowTaken {
  /** Source bytes of all senders. */
  readonly bytes: number;
  readonly sent: readonly Sent[];
}

/** Sends by one system; kills it where it takes too long. */
async function send(link: PoorLink, row: LinkRow, orders: readonly CrewOrder[]): Promise<Sent> {
  const [{ system }] = orders as [CrewOrder];
  const ended = new AbortController();
  const before = (await link.count()).up.bytes;
  const took: number[] = [];
  let disturbing: Promise<unknown> | undefined;
  const programs = orders.map((order) => startAt(link.crew, CREW, order));
  const all = Promise.all(
    programs.map(async (program) => {
      for await (const word of wordsOf(program)) {
        const said = word as CrewWord;
        if ("seconds" in said) took.push(said.seconds);
        else disturbing ??= row.disturb?.(link, ended.signal).catch(() => undefined);
      }
    }),
  );
  await Promise.race([all, sleep(row.mostSeconds * 1_000, undefined, { signal: ended.signal })]);
  for (const { pid, exitCode } of programs) if (exitCode === null) process.kill(-pid!, "SIGKILL");
  ended.abort();
  await disturbing;
  link.mend();
  link.rate(row.shape.upMbit, row.shape.downMbit);
  const wireBytes = (await link.count()).up.bytes - before;
  const seconds = took.length === orders.length ? Math.max(...took) : undefined;
  return { system, seconds, wireBytes };
}

/** Sends the same bytes over a link of that shape by each system, one after the other. */
export async function runRow(row: LinkRow, systems: readonly System[]): Promise<RowTaken> {
  const taken: RowTaken[] = [];
  for (const store of ["file", "s3"] as const) {
    const own = systems.filter((system) => storeOf(system) === store);
    if (own.length > 0) taken.push(await runWith(store, row, own));
  }
  return { bytes: taken[0]?.bytes ?? 0, sent: taken.flatMap(({ sent }) => sent) };
}

async function runWith(store: Store, row: LinkRow, systems: readonly System[]): Promise<RowTaken> {
  const place = temporaryFolder("links");
  const link = await PoorLink.start(row.shape, OFFICE_NAMES);
  const order: OfficeOrder = { place, data: row.data, senders: row.senders ?? 1, store };
  const program = startAt(link.office, OFFICE, order);
  try {
    const { value } = await wordsOf(program).next();
    if (value === undefined) throw new Error("the office's end did not start");
    const { senders, bytes, ...office } = value as Office;
    const sent: Sent[] = [];
    for (const system of systems) {
      const orders = senders.map((sender) => ({ system, place, ...office, sender }));
      sent.push(await send(link, row, orders));
    }
    return { bytes: bytes * senders.length, sent };
  } finally {
    program.stdin.end();
    if (program.exitCode === null) await once(program, "exit");
    link.stop();
    removeFolder(place);
  }
}
