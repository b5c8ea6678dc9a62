import { setTimeout as sleep } from "node:timers/promises";
import type { Chance } from "../../fuzz/chance.ts";
import type { Stand } from "../stand.ts";
import type { FaultKind, Planted } from "./fault-kind.ts";

/** Beyond the lease of eight seconds. */
const CUT_MS = 9_000;
const MOST_FURTHER_MS = 9_000;
/** Beyond what any job may stay RUNNING. */
const LONG_CUT_MS = 62_000;
const LONG_SHARE = 0.15;
/** Of all servers at once: no other takes over. */
const ALL_SHARE = 0.3;

/** Lets no byte pass between a server, or all, and PostgreSQL. */
async function cut({ servers }: Stand, chance: Chance): Promise<Planted> {
  const [ofAll, isLong] = [chance.happens(ALL_SHARE), chance.happens(LONG_SHARE)];
  const lasts = (isLong && !ofAll ? LONG_CUT_MS : CUT_MS) + chance.below(MOST_FURTHER_MS);
  await servers.started();
  const sweeping = servers.sweeping();
  if (sweeping === undefined) return { what: "no server to cut off", touches: [] };
  const since = Date.now();
  const chosen = ofAll ? servers.all() : [sweeping];
  for (const { link } of chosen) link.cut();
  const taken = ofAll ? undefined : servers.takenOver(sweeping, since, LONG_CUT_MS);
  await sleep(lasts);
  for (const { link } of chosen) link.mend();
  const takeOverMs = await taken;
  return {
    what: `${ofAll ? "all servers" : "a server"} cut off for ${lasts} ms`,
    touches: [],
    ...(takeOverMs === undefined ? {} : { takeOverMs }),
  };
}

export const CUT: FaultKind = { name: "cut", plant: cut, delays: true };
