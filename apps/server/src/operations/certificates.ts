import { once } from "node:events";
import { connect } from "node:tls";

const TIMEOUT_MS = 5_000;

/** When the certificate of an https address ends; undefined where none is shown. */
export async function certificateEnd({ hostname, port }: URL): Promise<Date | undefined> {
  const host = hostname.replace(/^\[|\]$/g, "");
  const socket = connect({
    host,
    port: Number(port) || 443,
    ...(/^[\d.:]+$/.test(host) ? {} : { servername: host }),
    // One that has ended is read too; nothing is sent.
    rejectUnauthorized: false,
  });
  try {
    await once(socket, "secureConnect", { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { valid_to: end } = socket.getPeerCertificate();
    return end === undefined ? undefined : new Date(end);
  } catch {
    return undefined;
  } finally {
    socket.destroy();
  }
}
