import type { FastifyInstance } from "fastify";
import { StartProblem } from "./start-problem.ts";

interface Address {
  readonly port: number;
  readonly host: string;
  /** The variable of the port. */
  readonly setting: string;
}

/** Of a name that nothing resolves, as `localhost` without /etc/hosts, and of an address elsewhere. */
const NO_ADDRESS: ReadonlySet<string> = new Set([
  "EADDRNOTAVAIL",
  "EAFNOSUPPORT",
  "EAI_AGAIN",
  "ENOTFOUND",
]);

/** Has a server listen; throws a {@link StartProblem} that says which setting to change. */
export async function listen(
  app: Pick<FastifyInstance, "listen">,
  { port, host, setting }: Address,
): Promise<void> {
  try {
    await app.listen({ port, host });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EADDRINUSE")
      throw new StartProblem(
        `Port ${port} is taken by another program; set ${setting} to another one.`,
      );
    if (code === "EACCES")
      throw new StartProblem(
        `Port ${port} needs more rights than these; set ${setting} to one above 1023, behind a proxy.`,
      );
    if (typeof code === "string" && NO_ADDRESS.has(code))
      throw new StartProblem(
        `This machine has no address ${host} (${code}); set HOST to one of its own, as 127.0.0.1.`,
      );
    throw error;
  }
}
