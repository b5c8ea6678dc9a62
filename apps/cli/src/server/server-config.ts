import { type WebConfig, webConfigSchema } from "@swath/contract/settings";
import { CommandProblem, EXIT } from "../exit-codes.ts";

const partSchema = webConfigSchema.pick({ services: true, deviceSignIn: true, companions: true });
export type ServerConfig = Pick<WebConfig, "services" | "deviceSignIn" | "companions">;

/** What a server says of itself before anyone signs in; throws a CommandProblem. */
export async function readServerConfig(server: URL): Promise<ServerConfig> {
  const reply = await fetch(new URL("/config.json", server)).catch((error: unknown) => {
    throw new CommandProblem(EXIT.failed, `${server.origin} does not answer.`, error);
  });
  const body: unknown = reply.ok ? await reply.json().catch(() => undefined) : undefined;
  const parsed = partSchema.safeParse(body);
  if (!parsed.success)
    throw new CommandProblem(EXIT.failed, `${server.origin} is no Swath server.`, parsed.error);
  return parsed.data;
}
