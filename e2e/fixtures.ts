import { test as base, type BrowserContext, expect, type Page } from "@playwright/test";
import { removeFolder, Swath, temporaryFolder } from "./swath.ts";

/** For `asUser` where a test opens its own first page. */
export const BLANK = "about:blank";

export interface Fixtures {
  /** A folder of the test's own, for the flight's folder and what is saved of it. */
  readonly place: string;
  /** The same, where a command line keeps its settings. */
  readonly settings: string;
  /** A browser of an account's own that is signed in, at an address. */
  readonly asUser: (account: string, address?: string) => Promise<Page>;
}

type ServerFixture = [
  (needs: object, use: (swath: Swath) => Promise<void>) => Promise<void>,
  { scope: "worker"; timeout: number },
];

function serverOf(start: () => Promise<Swath>): ServerFixture {
  return [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from it
    async ({}, use) => {
      const swath = await start();
      await use(swath);
      await swath.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ];
}

const ownFolder =
  (name: string) =>
  // oxlint-disable-next-line no-empty-pattern -- as above
  async ({}, use: (folder: string) => Promise<void>): Promise<void> => {
    const folder = temporaryFolder(name);
    await use(folder);
    removeFolder(folder);
  };

/** One server for the tests of a worker, started as a user starts it; they share what is in it. */
export const test = base.extend<Fixtures, { swath: Swath }>({
  swath: serverOf(async () => Swath.start()),
  baseURL: async ({ swath }, use) => use(swath.origin),
  place: ownFolder("flight"),
  settings: ownFolder("settings"),
  asUser: async ({ browser, swath }, use) => {
    const contexts: { close(): Promise<void> }[] = [];
    await use(async (account, address = "/") => {
      const context = await browser.newContext({ baseURL: swath.origin });
      contexts.push(context);
      await signInUnseen(context, account);
      const page = await context.newPage();
      await page.goto(address);
      return page;
    });
    await Promise.all(contexts.map(async (context) => context.close()));
  },
});

/** Tests with a server of their own: no other file's tests change what is in it. */
export const testOf = (start: () => Promise<Swath>): typeof test =>
  test.extend<object, { swath: Swath }>({ swath: serverOf(start) });

/**
 * The same for one file, as a user starts it. The uploads that a catalogue has ready are few: a file
 * whose tests send some leaves those of the others alone.
 */
export const testAlone = (): typeof test => testOf(async () => Swath.start());

/** Tests on a server that other tests, in other processes, use at the same time. */
export const testOn = (shared: () => Swath): typeof test =>
  test.extend<object, { swath: Swath }>({
    // oxlint-disable-next-line no-empty-pattern -- as above
    swath: [async ({}, use) => use(shared()), { scope: "worker" }],
  });

/** Signs in by the requests that the pages of {@link signIn} make: nothing of them is drawn. */
export async function signInUnseen(context: BrowserContext, account: string): Promise<void> {
  const form = await context.request.get("/auth/login");
  const done = await context.request.post(form.url(), { form: { login: account } });
  if (!done.ok() || new URL(done.url()).pathname.startsWith("/idp"))
    throw new Error(`${account} was not signed in: ${done.status()} at ${done.url()}`);
}

/** Signs in on any page that redirects to sign-in. */
export async function signIn(page: Page, account: string, address = "/"): Promise<void> {
  await page.goto(address);
  await page.getByRole("button", { name: "Sign in with Microsoft" }).click();
  await enterAccount(page, account);
  await page.waitForURL((url) => !url.pathname.startsWith("/idp") && url.pathname !== "/login");
}

/** Fills in the provider's sign-in page. */
export async function enterAccount(page: Page, account: string): Promise<void> {
  await page.getByRole("textbox").fill(account);
  await page.keyboard.press("Enter");
}

export async function logout(page: Page): Promise<void> {
  await page.getByRole("button", { name: /Casey Crew/ }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await expect(page.getByRole("button", { name: "Sign in with Microsoft" })).toBeVisible();
}

export { expect };
