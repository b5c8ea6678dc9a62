import { AppError } from "@swath/contract/errors";
import type { SignInProblem } from "@swath/contract/identity";
import bowser from "bowser";
import * as openid from "openid-client";

const LONGEST = 512;

const words = (...parts: (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== "").join(" ");

/** Browser and system by a `user-agent` header, such as `Chrome 140 on Windows 10`. */
export function deviceOf(userAgent: string | undefined): string {
  const text = (userAgent ?? "").slice(0, LONGEST);
  if (text.trim() === "") return "Unknown";
  const { browser, os } = bowser.parse(text);
  const name = words(browser.name, browser.version?.split(".")[0]);
  const system = words(os.name, os.versionName ?? os.version);
  if (name === "") return text.slice(0, 60);
  return system === "" ? name : `${name} on ${system}`;
}

/** What ended a sign-in. */
export interface SignInFailure {
  readonly problem: Exclude<SignInProblem, "expired">;
  /** The provider's own word for it, where it gave one. */
  readonly error?: string;
}

/** Errors that another try later may not meet: the provider's own, and of the way to it. */
const AWAY_ERRORS: ReadonlySet<string> = new Set(["server_error", "temporarily_unavailable"]);
const AWAY_CODES: ReadonlySet<string> = new Set(["OAUTH_TIMEOUT", "OAUTH_ABORT"]);

function providerErrorOf(error: unknown): string | undefined {
  if (error instanceof openid.AuthorizationResponseError) return error.error;
  if (error instanceof openid.ResponseBodyError) return error.error;
  if (error instanceof openid.WWWAuthenticateChallengeError)
    return error.cause
      .map(({ parameters }) => parameters["error"])
      .find((name) => name !== undefined);
  return undefined;
}

function isAway(error: unknown): boolean {
  if (error instanceof AppError) return error.code === "STORE_UNAVAILABLE";
  if (error instanceof openid.ClientError)
    // A proxy answers so for a provider that it does not reach.
    return (
      AWAY_CODES.has(error.code ?? "") ||
      (error.cause instanceof Response && error.cause.status >= 500)
    );
  // What `fetch` throws where nobody answers: the cause has the system's code.
  return error instanceof TypeError && error.cause instanceof Error && "code" in error.cause;
}

/** What an error says of a sign-in that it ended. */
export function failureOf(error: unknown): SignInFailure {
  const name = providerErrorOf(error);
  if (error instanceof AppError && error.code === "TOO_MANY_REQUESTS") return { problem: "busy" };
  if (name === undefined) return { problem: isAway(error) ? "away" : "failed" };
  if (name === "access_denied") return { problem: "denied", error: name };
  return { problem: AWAY_ERRORS.has(name) ? "away" : "failed", error: name };
}
