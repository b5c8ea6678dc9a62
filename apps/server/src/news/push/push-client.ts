import { SignJWT } from "jose";
import { encryptPush, type PushKeys } from "./encrypt-push.ts";
import { endpointFault, type PushAccount, publicKeyOf, signingKeyOf } from "./push-account.ts";

const TIMEOUT_MS = 10_000;
/** How long a push service keeps what a browser that is away does not take, in seconds. */
const KEPT_S = 86_400;

export interface PushAddress extends PushKeys {
  readonly endpoint: string;
}

/** `gone`: the subscription is no more. */
export type PushOutcome = "sent" | "gone" | { readonly problem: string };

/** Whose fetch it is may be given by tests. */
interface ClientOptions {
  readonly fetch?: (address: string, init: RequestInit) => Promise<Response>;
  readonly timeoutMs?: number;
}

/** Sends messages to browsers; answers instead of throwing, follows no redirect, waits for seconds. */
export async function createPushClient(account: PushAccount, options: ClientOptions = {}) {
  const { fetch: request = fetch, timeoutMs = TIMEOUT_MS } = options;
  const signingKey = await signingKeyOf(account);
  const publicKey = publicKeyOf(account);
  const authorise = async (audience: string): Promise<string> => {
    const token = await new SignJWT({ sub: account.contact })
      .setProtectedHeader({ typ: "JWT", alg: "ES256" })
      .setAudience(audience)
      .setExpirationTime("12 hours")
      .sign(signingKey);
    return `vapid t=${token}, k=${publicKey}`;
  };
  return async (to: PushAddress, message: string): Promise<PushOutcome> => {
    const fault = endpointFault(to.endpoint, account.services);
    if (fault !== undefined) return "gone";
    try {
      const reply = await request(to.endpoint, {
        method: "POST",
        headers: {
          authorization: await authorise(new URL(to.endpoint).origin),
          "content-encoding": "aes128gcm",
          "content-type": "application/octet-stream",
          ttl: String(KEPT_S),
        },
        body: new Uint8Array(encryptPush(message, to)),
        redirect: "error",
        signal: AbortSignal.timeout(timeoutMs),
      });
      await reply.body?.cancel();
      if (reply.ok) return "sent";
      return reply.status === 404 || reply.status === 410
        ? "gone"
        : { problem: `the push service answered ${reply.status}` };
    } catch (error) {
      return { problem: error instanceof Error ? error.message : String(error) };
    }
  };
}
export type PushClient = Awaited<ReturnType<typeof createPushClient>>;
