import { createTransport } from "nodemailer";
import { LOOPBACK } from "../../platform/http/known-hosts.ts";

/** A mail server, and the account that news is sent from. */
export interface MailAccount {
  /** `smtps:`, or `smtp:` that must turn to TLS unless it is of this machine. */
  readonly url: URL;
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly from: string;
  /** At most one mail to a person in so many minutes. */
  readonly minutes: number;
}

export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The page where mail is left. */
  readonly unsubscribe: string;
}

const TIMEOUT_MS = 10_000;

/** Connections to a mail server, each of which ends after seconds of silence. */
function transportTo({ url, user, password }: MailAccount, timeoutMs: number) {
  const secure = url.protocol === "smtps:";
  return createTransport({
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && !LOOPBACK.has(url.hostname),
    ...(user === undefined ? {} : { auth: { user, pass: password ?? "" } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // Nothing of a letter names a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Connects to a mail server and signs in there, and sends nothing; throws what went wrong. */
export async function tryMail(account: MailAccount): Promise<void> {
  const transport = transportTo(account, TIMEOUT_MS);
  await transport.verify().finally(() => transport.close());
}

/** Sends letters; throws what went wrong. */
export function openMail(account: MailAccount, timeoutMs = TIMEOUT_MS) {
  const { from } = account;
  const transport = transportTo(account, timeoutMs);
  return async ({ to, subject, text, unsubscribe }: Letter): Promise<void> => {
    await transport.sendMail({
      from,
      to: { name: "", address: to },
      subject,
      text,
      headers: { "List-Unsubscribe": `<${unsubscribe}>`, "Auto-Submitted": "auto-generated" },
    });
  };
}
