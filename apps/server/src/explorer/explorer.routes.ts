import { cloudEndpoints } from "@swath/contract/clouds";
import { AppError } from "@swath/contract/errors";
import { type ExplorerBucket, explorerEndpoints, nameOf } from "@swath/contract/explorer";
import { checkReadable, withRestores } from "../domain/cold/cold-facts.ts";
import { isPrepared } from "../domain/storage/prepared-place.ts";
import { recordEvent } from "../platform/audit/record-event.ts";
import type { Serve } from "../platform/http/serve.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { checkUndamaged } from "./check-undamaged.ts";
import type { ExplorerDeps } from "./explorer-deps.ts";
import { readScanTimes, readTotals } from "./inventory/read-inventory.ts";
import { listObjects } from "./list-objects.ts";
import { openClouds } from "./open-clouds.ts";
import { searchObjects } from "./search-objects.ts";
import { WholeFolders } from "./whole-folder.ts";
import { checkPlace, visibleBuckets } from "./visible-buckets.ts";
import { zippedObjects } from "../platform/zip/zip-downloads.ts";
import { offerZip } from "../platform/zip/zip-route.ts";

/** Long enough for a browser to begin, and to go on after a break. */
const DOWNLOAD_SECONDS = 300;

async function describeBuckets(db: Db, names: readonly string[]): Promise<ExplorerBucket[]> {
  const times = await readScanTimes(db, names);
  const describe = async (name: string): Promise<ExplorerBucket> => {
    const scanned = times.get(name);
    const totals = (await readTotals(db, name, [""])).get("");
    if (scanned === undefined) return { name, objectCount: null, size: null, inventoryTime: null };
    const { objects: objectCount, bytes: size } = totals ?? { objects: 0, bytes: 0 };
    return { name, objectCount, size, inventoryTime: scanned.toISOString() };
  };
  return Promise.all(names.map(describe));
}

/** Serves the data explorer; every call is checked against the places that its caller may see. */
export function serveExplorer(serve: Serve, deps: ExplorerDeps): void {
  const { db, store, allowed, clock } = deps;
  const folders = new WholeFolders(store, clock);

  serve(explorerEndpoints.listBuckets, ({ identity }) =>
    describeBuckets(db, visibleBuckets(allowed, identity.roles)),
  );

  serve(explorerEndpoints.listObjects, async ({ query, identity }) => {
    const { bucket, prefix, sort, nextContinuationToken: token } = query;
    await checkPlace(deps, identity.roles, bucket, prefix);
    const page = await listObjects({ db, store, folders }, { bucket, prefix }, { sort, token });
    return { ...page, objectList: await withRestores(db, bucket, page.objectList) };
  });

  serve(explorerEndpoints.searchObjects, async ({ query, identity }) => {
    await checkPlace(deps, identity.roles, query.bucket, query.prefix);
    const found = await searchObjects(db, query);
    return { ...found, objectList: await withRestores(db, query.bucket, found.objectList) };
  });

  serve(explorerEndpoints.downloadObject, async ({ body, identity, from }) => {
    const { bucket, key } = body;
    await checkPlace(deps, identity.roles, bucket, key);
    const object = await store.head(bucket, key);
    if (object === undefined)
      throw new AppError("OBJECT_NOT_FOUND", "the store holds no such object", { bucket, key });
    await checkReadable(db, bucket, [object]);
    await checkUndamaged(db, bucket, key);
    const ticket = { bucket, key, fileName: nameOf(key), expiresInSeconds: DOWNLOAD_SECONDS };
    const expires = new Date(clock().getTime() + DOWNLOAD_SECONDS * 1_000);
    const url = await store.presignGet(ticket);
    const actor = { subject: identity.subject, name: identity.name };
    await recordEvent(db, { action: "object.downloaded", actor, detail: { bucket, key }, from });
    return { url, expires: expires.toISOString() };
  });

  serve(cloudEndpoints.openClouds, (call) => openClouds(deps, call));

  serve(explorerEndpoints.downloadZip, async ({ body, identity, from }) => {
    const { bucket, prefix, names = [""] } = body;
    const keys = names.map((name) => `${prefix}${name}`);
    for (const key of keys) await checkPlace(deps, identity.roles, bucket, key);
    const { entries, objects } = await zippedObjects(store, { bucket, prefix }, keys, {
      without: isPrepared,
    });
    await checkReadable(db, bucket, objects);
    await checkUndamaged(db, bucket, ...entries.map(({ key }) => key));
    const name = `${nameOf(prefix) || bucket}.zip`;
    return offerZip(deps, { bucket, prefix, name, entries }, { identity, from });
  });
}
