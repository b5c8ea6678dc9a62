import { instructionKey, type PlanWork } from "@swath/plan/state";
import { useEffect } from "react";
import type { PlanningAddress } from "../address/planning-address.ts";
import { instructionOf } from "../instructions/instruction-key.ts";
import { type Dispatch, useWork } from "./use-work.ts";

/** The work of the page, whose radio and chosen instruction are those of the address. */
export function useAddressedWork({
  filter = "all",
  instruction,
}: PlanningAddress): readonly [PlanWork, Dispatch] {
  const [work, dispatch] = useWork();
  const key = instruction === undefined ? undefined : instructionKey(instructionOf(instruction));
  const isListed = work.instructions.some((each) => each.key === key && each.listed);
  useEffect(() => dispatch({ type: "filter", filter }), [dispatch, filter]);
  // Before it is listed it cannot be chosen.
  const listedKey = isListed ? key : undefined;
  useEffect(() => dispatch({ type: "choose", key: listedKey }), [dispatch, listedKey]);
  return [work, dispatch];
}
