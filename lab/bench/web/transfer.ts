import type { Page } from "@playwright/test";

export interface Transfer {
  /** Address without the origin. */
  path: string;
  kind: string;
  /** Bytes over the wire, headers and compression as they are. */
  bytes: number;
}

/** Counts every byte that a page receives, as Chromium's network layer reports it. */
export async function watchTransfers(page: Page): Promise<{ seen(): Transfer[] }> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  const open = new Map<string, Transfer>();
  const done: Transfer[] = [];
  session.on("Network.responseReceived", ({ requestId, response, type }) => {
    const { pathname } = new URL(response.url);
    open.set(requestId, { path: pathname, kind: type, bytes: 0 });
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const transfer = open.get(requestId);
    if (transfer !== undefined) done.push({ ...transfer, bytes: encodedDataLength });
  });
  return { seen: () => [...done] };
}
