import type { Page } from "@playwright/test";

/** Calls of the pages that a scene answers in the server's place. */
export type Call = string | RegExp;

/** Leaves a call unanswered, so that the page stays in its loading state. */
export async function hold(page: Page, call: Call): Promise<void> {
  await page.route(call, () => new Promise<void>(() => undefined));
}

/** Fails a call as a broken server would. */
export async function fail(page: Page, call: Call): Promise<void> {
  await page.route(call, async (route) =>
    route.fulfill({
      status: 500,
      json: { code: "INTERNAL", message: "the server failed", details: {}, requestId: "shown" },
    }),
  );
}

/** Answers a call with an empty list or object. */
export async function answer(page: Page, call: Call, json: unknown): Promise<void> {
  await page.route(call, async (route) =>
    route.fulfill({ json, headers: { "x-total-count": "0" } }),
  );
}

/** Changes what the server answers to a call. */
export async function change(
  page: Page,
  call: Call,
  changed: (json: unknown) => unknown,
): Promise<void> {
  await page.route(call, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: changed(await response.json()) });
  });
}

/** A link slow enough to see an upload under way. */
export async function slowLink(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 8_000_000,
  });
}
