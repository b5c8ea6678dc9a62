import { createECDH } from "node:crypto";
import { importJWK, type CryptoKey } from "jose";

/** The push services of the browsers that there are; hosts below them count too. */
export const PUSH_SERVICES = [
  "fcm.googleapis.com",
  // Of builds of Chromium that are not Google's own, as Debian's.
  "jmt17.google.com",
  "push.services.mozilla.com",
  "push.apple.com",
  "notify.windows.com",
];

/** What this server shows itself to push services with (RFC 8292). */
export interface PushAccount {
  /** 32 bytes in base64url: the private key of P-256. */
  readonly key: string;
  /** Whom a push service may write to: a `mailto:` or `https:` address. */
  readonly contact: string;
  /** Hosts that news is sent to. */
  readonly services: readonly string[];
}

function pointOf(key: string): Buffer {
  const ecdh = createECDH("prime256v1");
  ecdh.setPrivateKey(Buffer.from(key, "base64url"));
  return ecdh.getPublicKey();
}

/** The public key as browsers take it: the uncompressed point, in base64url. */
export const publicKeyOf = ({ key }: Pick<PushAccount, "key">): string =>
  pointOf(key).toString("base64url");

/** The key that tokens for push services are signed with. */
export async function signingKeyOf({ key }: Pick<PushAccount, "key">): Promise<CryptoKey> {
  const point = pointOf(key);
  const [x, y] = [point.subarray(1, 33), point.subarray(33)];
  const jwk = {
    kty: "EC",
    crv: "P-256",
    d: key,
    x: x.toString("base64url"),
    y: y.toString("base64url"),
  };
  return (await importJWK(jwk, "ES256")) as CryptoKey;
}

/**
 * Why news is not sent to an address, which a browser names and anybody can make up; undefined where
 * it is one of a known push service. No address of a network, of this machine or with a port is.
 */
export function endpointFault(
  address: string,
  services: readonly string[],
): "no https address" | "no known push service" | undefined {
  if (!URL.canParse(address)) return "no https address";
  const { protocol, hostname, port, username, password } = new URL(address);
  if (protocol !== "https:") return "no https address";
  const isKnown = services.some((name) => hostname === name || hostname.endsWith(`.${name}`));
  if (!isKnown || port !== "" || username !== "" || password !== "") return "no known push service";
  return undefined;
}
