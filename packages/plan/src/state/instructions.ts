import { type Instruction, instructionKey, PALETTE_SIZE, type PlanWork } from "./plan-work.ts";

/** Takes the list of instructions as it is now (S10). */
export function listInstructions(work: PlanWork, list: readonly Instruction[]): PlanWork {
  const listed = new Map(list.map((one) => [instructionKey(one), one]));
  const kept = work.instructions.map((one) => ({ ...one, listed: listed.has(one.key) }));
  const known = new Set(kept.map(({ key }) => key));
  const added = [...listed].filter(([key]) => !known.has(key));
  const instructions = [
    ...kept,
    ...added.map(([key, { projectId, siteName }], index) => ({
      projectId,
      siteName,
      key,
      colour: (kept.length + index) % PALETTE_SIZE,
      listed: true,
    })),
  ];
  const chosen = work.chosen !== undefined && listed.has(work.chosen) ? work.chosen : undefined;
  return { ...work, instructions, chosen };
}

/** What `assigned` holds for an instruction: one more than its place; 0 for none. */
export function assignedNumber(work: PlanWork, key: string | undefined): number {
  return work.instructions.findIndex((one) => one.key === key && one.listed) + 1;
}
