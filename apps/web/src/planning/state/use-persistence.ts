import type { PlanWork } from "@swath/plan/state";
import { useEffect, useState } from "react";
import { usePersistedWork } from "../../platform/persisted-work.ts";
import { useIdentity } from "../../platform/session/session.ts";
import type { Dispatch } from "./use-work.ts";
import { WorkKeeper } from "./work-storage.ts";

/** A page that is being reloaded lets go at once; another tab does not. */
const TRIES = 15;
const TRY_MS = 100;

/**
 * Runs the work while no other tab of this browser runs any of that name, until the work has ended.
 * False where another one does. What counts is how often that was asked, not how long: a busy browser
 * answers late.
 */
async function inOneTab(
  name: string,
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<boolean> {
  for (let tries = 0; tries < TRIES && !signal.aborted; tries++) {
    const isDone = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock !== null) await work();
      return lock !== null;
    });
    if (isDone) return true;
    await new Promise((tried) => setTimeout(tried, TRY_MS));
  }
  return false;
}

/**
 * `opening`: what was kept is being read; `elsewhere`: another tab has the work; `failed`: the browser
 * keeps nothing, or has no space.
 */
export type Keeping = "opening" | "fresh" | "restored" | "elsewhere" | "failed";

const QUIET_MS = 300;

/**
 * Keeps the work over a reload, for its person alone. One tab of a browser has it at a time, so that
 * none writes over another's.
 */
export function useKeeping(
  work: PlanWork,
  dispatch: Dispatch,
): readonly [keeping: Keeping, notice: () => void] {
  const { subject } = useIdentity();
  const store = usePersistedWork();
  const [keeping, setKeeping] = useState<Keeping>("opening");
  const [keeper] = useState(() => new WorkKeeper(store));
  useEffect(() => {
    const left = new AbortController();
    const hold = async (): Promise<void> => {
      const kept = await keeper.read();
      if (left.signal.aborted) return;
      if (kept !== undefined && kept.layers.length > 0) dispatch({ type: "restore", work: kept });
      setKeeping(kept !== undefined && kept.layers.length > 0 ? "restored" : "fresh");
      await new Promise((resolve) => left.signal.addEventListener("abort", resolve));
    };
    const notKept = (why: Keeping): void => {
      if (!left.signal.aborted) setKeeping(why);
    };
    inOneTab(`swath-plan:${subject}`, left.signal, hold).then(
      (isHere) => isHere || notKept("elsewhere"),
      () => notKept("failed"),
    );
    return () => left.abort();
  }, [subject, keeper, dispatch]);
  const keeps = keeping === "fresh" || keeping === "restored";
  useEffect(() => {
    if (!keeps) return undefined;
    const timer = setTimeout(
      () => void keeper.keep(work).catch(() => setKeeping("failed")),
      QUIET_MS,
    );
    return () => clearTimeout(timer);
  }, [keeps, keeper, work]);
  return [keeping, () => setKeeping((now) => (now === "restored" ? "fresh" : now))];
}
