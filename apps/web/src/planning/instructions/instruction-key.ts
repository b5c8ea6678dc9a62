import type { Instruction } from "@swath/plan/state";

/** An instruction as the address has it: site names hold no line breaks, project IDs no spaces. */
export const addressOf = ({ projectId, siteName }: Instruction): string =>
  `${projectId} ${siteName}`;

/** The instruction that an address names. */
export function instructionOf(address: string): Instruction {
  const space = address.indexOf(" ");
  return { projectId: address.slice(0, space), siteName: address.slice(space + 1) };
}
