import { runProgram } from "../program.ts";
import { PROGRAMS } from "../programs/index.ts";

/** Runs a program of the pipeline in this process; answers its exit code and its lines on stderr. */
export async function run(
  name: string,
  options: Record<string, string>,
): Promise<{ code: number; errors: string[] }> {
  const errors: string[] = [];
  const words = Object.entries(options).flatMap(([option, value]) => [`--${option}`, value]);
  const code = await runProgram(PROGRAMS, [name, ...words], {
    out: () => undefined,
    err: (line) => errors.push(line),
  });
  return { code, errors };
}
