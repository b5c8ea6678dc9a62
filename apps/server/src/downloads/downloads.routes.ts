import { downloadEndpoints } from "@swath/contract/downloads";
import { recordEvent } from "../platform/audit/record-event.ts";
import type { Clock } from "../platform/clock/clock.ts";
import type { Serve } from "../platform/http/serve.ts";
import { authoriseDownload, type StoredOutputs } from "./authorise-download.ts";

/** The address where it is one of the store's; throws for any other: it would be an open redirect. */
export function storeAddress(
  address: string,
  { publicUrl, origins }: { readonly publicUrl: URL | string; readonly origins: readonly string[] },
): string {
  const { origin, protocol } = new URL(address, publicUrl);
  const known = [new URL(publicUrl).origin, ...origins];
  if (known.includes(origin) && /^https?:$/.test(protocol)) return address;
  throw new Error(`an address of ${origin} is none of the store's`);
}

interface DownloadDeps extends StoredOutputs {
  readonly clock: Clock;
  readonly publicUrl: URL | string;
  /** Of the store, where that is not our own. */
  readonly origins: readonly string[];
}

const DOWNLOAD_SECONDS = 300;

/** Serves download authorisation (document 3, sections 2.8 and 7). */
export function serveDownloads(serve: Serve, deps: DownloadDeps): void {
  const { db, store, clock } = deps;
  serve(downloadEndpoints.authoriseDownload, async ({ body, identity, from }) => {
    const { file, ...given } = body;
    const of = "parameters" in given ? given.parameters : given;
    const { bucket, key, flightId } = await authoriseDownload(deps, of, file, identity.roles);
    const fileName = file.slice(file.lastIndexOf("/") + 1);
    const ticket = { bucket, key, fileName, expiresInSeconds: DOWNLOAD_SECONDS };
    const url = storeAddress(await store.presignGet(ticket), deps);
    const actor = { subject: identity.subject, name: identity.name };
    const detail = { bucket, key };
    await recordEvent(db, { action: "object.downloaded", actor, flightId, detail, from });
    const expires = new Date(clock().getTime() + DOWNLOAD_SECONDS * 1_000);
    return { url, expires: expires.toISOString() };
  });
}
