import type { PlanWork } from "@swath/plan/state";
import type { InstructionSum } from "@swath/plan/sums";
import { useEffect, useState } from "react";
import { PlanComputer } from "../worker/plan-computer.ts";

/** Several changes at once are summed once. */
const QUIET_MS = 200;

const NO_SUMS: ReadonlyMap<string | undefined, InstructionSum> = new Map();

/** Sums of each instruction by its key, and of what none has; a moment behind the work. */
export function useSums({
  layers,
  instructions,
}: PlanWork): ReadonlyMap<string | undefined, InstructionSum> {
  const [computer] = useState(() => new PlanComputer());
  const [sums, setSums] = useState(NO_SUMS);
  useEffect(() => {
    let isPast = false;
    const sum = async (): Promise<void> => {
      const found = await computer.sums({ layers, instructions });
      if (!isPast && found !== undefined) setSums(new Map(found.map((each) => [each.key, each])));
    };
    const timer = setTimeout(() => void sum(), QUIET_MS);
    return () => {
      isPast = true;
      clearTimeout(timer);
    };
  }, [computer, layers, instructions]);
  useEffect(() => () => computer.close(), [computer]);
  return layers.length === 0 ? NO_SUMS : sums;
}
