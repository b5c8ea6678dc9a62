const { subtle } = crypto;

const HEAD_BYTES = 21;

const encoded = (bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): string =>
  Buffer.from(bytes as ArrayBuffer).toString("base64url");

async function derive(
  secret: Uint8Array<ArrayBuffer>,
  salt: Uint8Array<ArrayBuffer>,
  info: Buffer,
  bytes: number,
) {
  const key = await subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
  const derived = await subtle.deriveBits(
    { name: "HKDF", hash: "SHA-256", salt, info: new Uint8Array(info) },
    key,
    bytes * 8,
  );
  return new Uint8Array(derived);
}

/** The browser's side of a subscription: its keys, and reading what is sealed for them (RFC 8291). */
export async function openBrowser() {
  const pair = await subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, [
    "deriveBits",
  ]);
  const point = new Uint8Array(await subtle.exportKey("raw", pair.publicKey));
  const auth = crypto.getRandomValues(new Uint8Array(16));

  async function open(body: Buffer): Promise<string> {
    const bytes = new Uint8Array(body);
    const salt = bytes.slice(0, 16);
    const idLength = bytes[20] ?? 0;
    const theirs = bytes.slice(HEAD_BYTES, HEAD_BYTES + idLength);
    const curve = { name: "ECDH", namedCurve: "P-256" };
    const their = await subtle.importKey("raw", theirs, curve, false, []);
    const agreed = await subtle.deriveBits({ name: "ECDH", public: their }, pair.privateKey, 256);
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), point, theirs]);
    const secret = await derive(new Uint8Array(agreed), auth, info, 32);
    const keyBytes = await derive(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
    const iv = await derive(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
    const key = await subtle.importKey("raw", keyBytes, "AES-GCM", false, ["decrypt"]);
    const plain = await subtle.decrypt(
      { name: "AES-GCM", iv },
      key,
      bytes.slice(HEAD_BYTES + idLength),
    );
    return Buffer.from(plain).subarray(0, -1).toString();
  }
  return { keys: { p256dh: encoded(point), auth: encoded(auth) }, open };
}
export type PushBrowser = Awaited<ReturnType<typeof openBrowser>>;
