import type { DeviceSignIn } from "@swath/contract/settings";
import * as openid from "openid-client";
import { isSafe } from "../command-line.ts";
import { CommandProblem, EXIT } from "../exit-codes.ts";

/** What the provider gave. */
export interface Tokens {
  readonly access: string;
  readonly refresh: string | undefined;
  /** Of the access token, in seconds. */
  readonly lifetime: number;
}

/** What a person does to sign the program in. */
export interface DeviceCode {
  readonly address: string;
  readonly code: string;
}

const TIMEOUT_S = 20;
const DEFAULT_LIFETIME_S = 300;

function tokensOf(
  reply: openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers,
): Tokens {
  const lifetime = reply.expiresIn() ?? DEFAULT_LIFETIME_S;
  return { access: reply.access_token, refresh: reply.refresh_token, lifetime };
}

const refused = (error: unknown, codes: readonly string[]): boolean =>
  error instanceof openid.ResponseBodyError && codes.includes(error.error);

/** The identity provider as a public client without a browser sees it (RFC 8628). */
export class DeviceProvider {
  readonly #settings: DeviceSignIn;
  #found: Promise<openid.Configuration> | undefined;

  constructor(settings: DeviceSignIn) {
    if (!isSafe(new URL(settings.issuer)))
      throw new CommandProblem(EXIT.signIn, `${settings.issuer} must begin with https://`);
    this.#settings = settings;
  }

  /** Shows a code and waits until the person has entered it; throws a CommandProblem where they refuse. */
  async signIn(show: (code: DeviceCode) => void): Promise<Tokens> {
    const configuration = await this.#configuration();
    const { scope } = this.#settings;
    const begun = await openid.initiateDeviceAuthorization(configuration, {
      scope,
      ...this.#resource,
    });
    show({ address: begun.verification_uri, code: begun.user_code });
    try {
      const reply = await openid.pollDeviceAuthorizationGrant(configuration, begun, this.#resource);
      return tokensOf(reply);
    } catch (error) {
      if (refused(error, ["access_denied"]))
        throw new CommandProblem(EXIT.signIn, "The sign-in was refused.", error);
      if (refused(error, ["expired_token", "invalid_grant"]))
        throw new CommandProblem(EXIT.signIn, "The code was not entered in time.", error);
      throw error;
    }
  }

  /** `"ended"` where the provider no longer honours the token. */
  async renew(refreshToken: string): Promise<Tokens | "ended"> {
    const configuration = await this.#configuration();
    try {
      return tokensOf(await openid.refreshTokenGrant(configuration, refreshToken, this.#resource));
    } catch (error) {
      if (refused(error, ["invalid_grant"])) return "ended";
      throw error;
    }
  }

  async revoke(refreshToken: string): Promise<void> {
    const configuration = await this.#configuration();
    if (configuration.serverMetadata().revocation_endpoint === undefined) return;
    await openid.tokenRevocation(configuration, refreshToken);
  }

  get #resource(): Record<string, string> {
    const { resource } = this.#settings;
    return resource === undefined ? {} : { resource };
  }

  /** Discovered at the first use, and again after a failure. */
  #configuration(): Promise<openid.Configuration> {
    const { issuer, clientId } = this.#settings;
    const url = new URL(issuer);
    const execute = url.protocol === "http:" ? [openid.allowInsecureRequests] : [];
    const options = { timeout: TIMEOUT_S, execute };
    this.#found ??= openid
      .discovery(url, clientId, undefined, openid.None(), options)
      .catch((error: unknown) => {
        this.#found = undefined;
        throw error;
      });
    return this.#found;
  }
}
