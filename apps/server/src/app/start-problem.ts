/** Why the program does not start, for the person who started it: one line, no stack. */
export class StartProblem extends Error {
  override readonly name = "StartProblem";
}
