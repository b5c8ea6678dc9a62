import { identitySchema } from "@swath/contract/identity";
import { z } from "zod";
import type { Renewal } from "./session.ts";

const renewalSchema = z.object({
  token: z.string().min(1),
  expiresAt: z.iso.datetime({ offset: true }),
  identity: identitySchema,
});

const TIMEOUT_MS = 20_000;

/** Asks the server for an access token by the session's cookie (`GET {main}/renew`). */
export async function renewOver(fetcher: typeof fetch, mainService: string): Promise<Renewal> {
  const response = await fetcher(`${mainService}/renew`, {
    headers: { accept: "application/json" },
    credentials: "include",
    cache: "no-store",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.status === 401) return { outcome: "ended" };
  if (!response.ok) return { outcome: "failed" };
  const reply = renewalSchema.parse(await response.json());
  return { outcome: "renewed", ...reply, expiresAt: Date.parse(reply.expiresAt) };
}
