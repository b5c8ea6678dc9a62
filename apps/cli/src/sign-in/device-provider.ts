import type { DeviceSignIn } from "@swath/contract/settings";
import * as openid from "openid-client";
import { z } from "zod";
import { isSafe } from "../command-line.ts";
import { CommandProblem, EXIT } from "../exit-codes.ts";

/** What the provider gave, beside the refresh token. */
export interface Tokens {
  readonly access: string;
  /** Of the access token, in seconds. */
  readonly lifetime: number;
}

/**
 * Takes each refresh token that the provider gives, before anything else of its reply is checked: the
 * token before is no longer honoured, even where the check fails.
 */
export type KeepToken = (refreshToken: string) => Promise<void>;

/** What a person does to sign the program in. */
export interface DeviceCode {
  readonly address: string;
  readonly code: string;
}

const TIMEOUT_S = 20;
const DEFAULT_LIFETIME_S = 300;
/** Errors of the provider that another try later may not meet (RFC 6749, 4.1.2.1). */
const PASSING: ReadonlySet<string> = new Set(["server_error", "temporarily_unavailable"]);
const BY_TIME = "OAUTH_JWT_TIMESTAMP_CHECK_FAILED";
function tokensOf(
  reply: openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers,
): Tokens {
  const lifetime = reply.expiresIn() ?? DEFAULT_LIFETIME_S;
  return { access: reply.access_token, lifetime };
}

const refused = (error: unknown, codes: readonly string[]): boolean =>
  error instanceof openid.ResponseBodyError && codes.includes(error.error);

type Grant = (
  configuration: openid.Configuration,
) => Promise<openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers>;

const givenSchema = z.object({ refresh_token: z.string() });

/** How far a server's clock is ahead of this machine's, in seconds; 0 where it does not say its time. */
function skewOf({ headers }: Response, now: number): number {
  // A reply out of a cache was dated when it was made (RFC 9111, 4.2.3).
  const age = Number(headers.get("age") ?? 0) * 1000;
  const date = Date.parse(headers.get("date") ?? "");
  const skew = Math.round((date + age - now) / 1000);
  return Number.isNaN(skew) ? 0 : skew;
}

async function keepGiven(reply: Response, keep: KeepToken): Promise<void> {
  if (!reply.ok) return;
  const body: unknown = await reply
    .clone()
    .json()
    .catch(() => undefined);
  const given = givenSchema.safeParse(body);
  if (given.success) await keep(given.data.refresh_token);
}

/** What a person reads of a reply that gives no tokens to use; an ended sign-in is no problem. */
function explained(error: unknown): unknown {
  if (error instanceof openid.ResponseBodyError && error.error !== "invalid_grant") {
    const { error: name, error_description: why } = error;
    const text = `The identity provider refused: ${name}${why === undefined ? "" : ` (${why})`}`;
    const exit = PASSING.has(name) ? EXIT.failed : EXIT.signIn;
    return new CommandProblem(exit, text, error);
  }
  if (!(error instanceof openid.ClientError)) return error;
  if (error.code === undefined) return error.cause ?? error;
  if (error.code !== BY_TIME) return error;
  const text =
    "The identity provider's reply is not of this time. Is the clock of this machine right? The sign-in is kept: the same command resumes.";
  return new CommandProblem(EXIT.failed, text, error);
}

/** The identity provider as a public client without a browser sees it (RFC 8628). */
export class DeviceProvider {
  readonly #settings: DeviceSignIn;

  constructor(settings: DeviceSignIn) {
    if (!isSafe(new URL(settings.issuer)))
      throw new CommandProblem(EXIT.signIn, `${settings.issuer} must begin with https://`);
    this.#settings = settings;
  }

  /** Shows a code and waits until the person has entered it; throws a CommandProblem where they refuse. */
  async signIn(show: (code: DeviceCode) => void, keep: KeepToken): Promise<Tokens> {
    const { scope } = this.#settings;
    return this.#granted(keep, async (configuration) => {
      const begun = await openid.initiateDeviceAuthorization(configuration, {
        scope,
        ...this.#resource,
      });
      show({ address: begun.verification_uri, code: begun.user_code });
      try {
        return await openid.pollDeviceAuthorizationGrant(configuration, begun, this.#resource);
      } catch (error) {
        if (refused(error, ["access_denied"]))
          throw new CommandProblem(EXIT.signIn, "The sign-in was refused.", error);
        if (refused(error, ["expired_token", "invalid_grant"]))
          throw new CommandProblem(EXIT.signIn, "The code was not entered in time.", error);
        throw error;
      }
    });
  }

  /** `"ended"` where the provider no longer honours the token. */
  async renew(refreshToken: string, keep: KeepToken): Promise<Tokens | "ended"> {
    try {
      return await this.#granted(keep, (configuration) =>
        openid.refreshTokenGrant(configuration, refreshToken, this.#resource),
      );
    } catch (error) {
      if (refused(error, ["invalid_grant"])) return "ended";
      throw error;
    }
  }

  async revoke(refreshToken: string): Promise<void> {
    const configuration = await this.#discover(async () => {});
    if (configuration.serverMetadata().revocation_endpoint === undefined) return;
    await openid.tokenRevocation(configuration, refreshToken);
  }

  get #resource(): Record<string, string> {
    const { resource } = this.#settings;
    return resource === undefined ? {} : { resource };
  }

  async #granted(keep: KeepToken, grant: Grant): Promise<Tokens> {
    try {
      return tokensOf(await grant(await this.#discover(keep)));
    } catch (error) {
      throw explained(error);
    }
  }

  /**
   * The provider as it is now. What it grants is kept, and checked then by the time that it said itself
   * just before: a clock here may be days wrong, or be set while the program runs.
   */
  #discover(keep: KeepToken): Promise<openid.Configuration> {
    const { issuer, clientId } = this.#settings;
    const url = new URL(issuer);
    const client = { [openid.clockSkew]: 0 };
    return openid.discovery(url, clientId, client, openid.None(), {
      timeout: TIMEOUT_S,
      execute: url.protocol === "http:" ? [openid.allowInsecureRequests] : [],
      [openid.customFetch]: async (address, init) => {
        const reply = await fetch(address, init as RequestInit);
        // Read once the discovery has ended.
        client[openid.clockSkew] = skewOf(reply, Date.now());
        await keepGiven(reply, keep);
        return reply;
      },
    });
  }
}
