import type { Identity } from "@swath/contract/identity";
import { hexId } from "@swath/contract/ids";
import { AppError, isErrorCode } from "@swath/contract/errors";
import { createUploader, rateAt } from "@swath/upload-engine";
import { browserPorts } from "@swath/upload-engine/browser";
import type { ApiCalls } from "@swath/upload-engine/ports";
import { useCallback } from "react";
import { useApi, type Api } from "../../platform/api/api.ts";
import { ApiError } from "../../platform/api/api-error.ts";
import { browserStore } from "../../platform/browser-store.ts";
import { useIdentity } from "../../platform/session/session.ts";
import { savedLimit } from "../progress/saved-limit.ts";
import type { CreateUploader } from "./running-uploads.ts";

interface Device {
  readonly userAgent: string;
  readonly languages: readonly string[];
  readonly screen: string;
  readonly cores: number;
  readonly timeZone: string;
  /** Made once and kept by the browser: two machines of one model differ in nothing else. */
  readonly installation: string;
}

/**
 * The browser's fingerprint: 32 hex digits of the user's names and the device. A hint for people
 * and for the queue, never an authority.
 */
export function fingerprint(
  identity: Pick<Identity, "givenName" | "familyName">,
  device: Device,
): string {
  const text = JSON.stringify([identity.givenName, identity.familyName, device]);
  return [0, 1, 2, 3].map((seed) => hash(text, seed).toString(16).padStart(8, "0")).join("");
}

/** FNV-1a of 32 bits over UTF-16 units, with murmur's last mixing. */
function hash(text: string, seed: number): number {
  let h = (0x811c9dc5 ^ Math.imul(seed, 0x9e3779b1)) >>> 0;
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  h ^= h >>> 16;
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  return h >>> 0;
}

const KEY = "swath-installation";

function thisDevice(): Device {
  return {
    userAgent: navigator.userAgent,
    languages: navigator.languages,
    screen: `${screen.width}x${screen.height}x${screen.colorDepth}`,
    cores: navigator.hardwareConcurrency,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    installation: installation(),
  };
}

function installation(): string {
  const kept = browserStore.read(KEY);
  if (kept !== null) return kept;
  const fresh = hexId(crypto.getRandomValues(new Uint8Array(12)));
  browserStore.write(KEY, fresh);
  return fresh;
}

/** This page's own: a reload begins another one, and so does a tab that is duplicated. */
const HOLDER = hexId(crypto.getRandomValues(new Uint8Array(12)));

/** Creates uploaders that run in this browser, for the signed-in user. */
export function useBrowserUploader(): CreateUploader {
  const api = useApi();
  const { givenName, familyName } = useIdentity();
  return useCallback(
    (job) => {
      const browser = fingerprint({ givenName, familyName }, thisDevice());
      const ports = browserPorts({
        api: engineCalls(api),
        fingerprint: browser,
        holder: HOLDER,
        bytesPerSecond: () => rateAt(savedLimit.get(), new Date()),
      });
      return createUploader(ports, job);
    },
    [api, givenName, familyName],
  );
}

/** The server's calls as the engine expects them: an error of the contract becomes an AppError. */
export function engineCalls(api: Api): ApiCalls {
  return {
    call: async (route, request) => {
      try {
        return await api.call(route, request);
      } catch (error) {
        throw engineError(error);
      }
    },
  };
}

/** An answer of a proxy counts as none: the engine may repeat the call. */
function engineError(error: unknown): unknown {
  if (!(error instanceof ApiError) || !isErrorCode(error.code)) return error;
  return new AppError(error.code, error.message, error.details, { cause: error });
}
