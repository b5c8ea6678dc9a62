export { type InstructionSum, instructionSums, USUAL_KNOTS } from "./instruction-sums.ts";
