import type { FastifyInstance } from "fastify";
import { StartProblem } from "./start-problem.ts";

interface Address {
  readonly port: number;
  readonly host: string;
  /** The variable of the port. */
  readonly setting: string;
}

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
    if (code === "EACCES") throw new StartProblem(`Port ${port} needs more rights than these.`);
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
      throw new StartProblem(`${host} is no address of this machine; set HOST to another one.`);
    throw error;
  }
}
