import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from "node:crypto";

const SALT_BYTES = 16;
const RECORD_BYTES = 4_096;
const LAST_RECORD = 2;

/** Where a push message goes: the point and the secret of a browser's subscription, in base64url. */
export interface PushKeys {
  readonly p256dh: string;
  readonly auth: string;
}

const derive = (
  secret: Uint8Array,
  salt: Uint8Array,
  info: string | Buffer,
  bytes: number,
): Buffer => Buffer.from(hkdfSync("sha256", secret, salt, info, bytes));

function ephemeral(): ECDH {
  const ecdh = createECDH("prime256v1");
  ecdh.generateKeys();
  return ecdh;
}

/**
 * Encrypts a message for one subscription (RFC 8291, "aes128gcm" of RFC 8188, one record). Key and
 * salt are new each time; they are given by tests alone. Throws for a point that is none.
 */
export function encryptPush(
  message: string,
  { p256dh, auth }: PushKeys,
  ecdh: ECDH = ephemeral(),
  salt: Buffer = randomBytes(SALT_BYTES),
): Buffer {
  const theirs = Buffer.from(p256dh, "base64url");
  const ours = ecdh.getPublicKey();
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), theirs, ours]);
  const shared = derive(ecdh.computeSecret(theirs), Buffer.from(auth, "base64url"), info, 32);
  const key = derive(shared, salt, "Content-Encoding: aes128gcm\0", 16);
  const nonce = derive(shared, salt, "Content-Encoding: nonce\0", 12);
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  const plain = Buffer.concat([Buffer.from(message), Buffer.of(LAST_RECORD)]);
  const sealed = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(RECORD_BYTES, 0);
  head.writeUInt8(ours.length, 4);
  return Buffer.concat([salt, head, ours, sealed]);
}
