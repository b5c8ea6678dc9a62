import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { exportJWK, generateKeyPair } from "jose";
import { z } from "zod";
import { keepSecret } from "../secret-file.ts";

const keysSchema = z.object({
  /** RS256 signing key as a private JWK. */
  signing: z.record(z.string(), z.string()),
  /** For the provider's own cookies. */
  cookies: z.string(),
  clientSecret: z.string(),
});
export type ProviderKeys = z.infer<typeof keysSchema>;

const secret = (): string => randomBytes(32).toString("base64url");

async function makeKeys(): Promise<string> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const kid = randomBytes(8).toString("hex");
  const signing = { ...(await exportJWK(privateKey)), use: "sig", alg: "RS256", kid };
  return JSON.stringify({ signing, cookies: secret(), clientSecret: secret() });
}

/** The demonstration provider's keys, kept in the data folder so that its tokens outlive a restart. */
export async function providerKeys(dataFolder: string): Promise<ProviderKeys> {
  const kept = await keepSecret(join(dataFolder, "identity-keys.json"), makeKeys);
  return keysSchema.parse(JSON.parse(kept.toString()));
}

const PUBLIC = new Set(["kty", "n", "e", "use", "alg", "kid"]);

/** The public half of a private RSA key. */
export function publicKey(signing: ProviderKeys["signing"]): Record<string, string> {
  return Object.fromEntries(Object.entries(signing).filter(([name]) => PUBLIC.has(name)));
}
