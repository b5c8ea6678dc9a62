import type { Role } from "@swath/contract/identity";
import type { NewsSettings, PushSubscriptionBody } from "@swath/contract/news";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { renderPage } from "../data/testing/render-page.tsx";
import { fakeApi } from "../platform/api/testing/fake-api.ts";
import { expectAccessible } from "../ui/testing/accessible.ts";
import { FollowingPage } from "./following-page.tsx";
import type { BrowserPush } from "./browser-push.ts";

const BODY: PushSubscriptionBody = {
  endpoint: "https://push.example/one",
  keys: { p256dh: "p".repeat(87), auth: "a".repeat(22) },
};
const ALL: NewsSettings = {
  mail: { address: "crew@example.test", isOn: false, minutes: 30 },
  push: { publicKey: "key" },
};

let leave = (): void => undefined;
beforeEach(() => localStorage.clear());
afterEach(() => {
  leave();
  localStorage.clear();
});

async function setUp(
  settings: NewsSettings,
  given: Partial<BrowserPush> = {},
  roles: readonly Role[] = [],
) {
  const server = { settings, follows: ["FL000101"] };
  const api = fakeApi({
    listFollows: () => server.follows,
    unfollowFlight: () => {
      server.follows = [];
    },
    readNewsSettings: () => server.settings,
    setNewsMail: ({ request }) => {
      const { mail } = server.settings;
      const body = request.body as { isOn: boolean };
      server.settings = { ...server.settings, mail: mail && { ...mail, ...body } };
    },
    subscribePush: () => undefined,
    unsubscribePush: () => undefined,
  });
  const push: BrowserPush = {
    state: () => "possible",
    subscribe: vi.fn<BrowserPush["subscribe"]>(async () => BODY),
    unsubscribe: async () => BODY.endpoint,
    ...given,
  };
  const rendered = await renderPage(api, roles);
  leave = rendered.leave;
  rendered.draw(<FollowingPage push={push} />);
  return { api, push };
}

const way = (name: string) => screen.getByRole("switch", { name });
const MAIL = "Mail to crew@example.test";
const PUSH = "Notifications of this browser";

test("mail is chosen by keyboard, and left", async () => {
  const { api } = await setUp(ALL);
  await expect.element(way(MAIL)).not.toBeChecked();
  await expectAccessible();
  (way(MAIL).element() as HTMLElement).focus();
  await userEvent.keyboard(" ");
  await expect.element(way(MAIL)).toBeChecked();
  await userEvent.keyboard(" ");
  await expect.element(way(MAIL)).not.toBeChecked();
  const sent = api.calls.filter(({ name }) => name === "setNewsMail");
  expect(sent.map(({ request }) => request.body)).toEqual([{ isOn: true }, { isOn: false }]);
});

test("push is a choice of this browser, which stays and can be taken back", async () => {
  const { api, push } = await setUp(ALL);
  await way(PUSH).click();
  await expect.element(way(PUSH)).toBeChecked();
  expect(push.subscribe).toHaveBeenCalledExactlyOnceWith("key");
  leave();
  const again = await setUp(ALL);
  await expect.element(way(PUSH)).toBeChecked();
  await way(PUSH).click();
  await expect.element(way(PUSH)).not.toBeChecked();
  const bodies = [...api.calls, ...again.api.calls].filter(({ name }) => name.endsWith("Push"));
  expect(bodies.map(({ name, request }) => [name, request.body])).toEqual([
    ["subscribePush", BODY],
    ["unsubscribePush", { endpoint: BODY.endpoint }],
  ]);
});

test("that the browser refuses is said, before and after it was asked", async () => {
  await setUp(ALL, { subscribe: async () => undefined });
  await way(PUSH).click();
  const text = "The browser was not allowed to show notifications.";
  await expect.element(screen.getByText(text)).toBeVisible();
  await expect.element(way(PUSH)).not.toBeChecked();
  leave();
  await setUp(ALL, { state: () => "refused" });
  await expect.element(way(PUSH)).toBeDisabled();
  await expect.element(screen.getByText(/^This browser refuses notifications/)).toBeVisible();
});

test("ways that this server does not have are not offered", async () => {
  await setUp({ mail: null, push: null });
  const text = "News of the flights you follow is in the bell above.";
  await expect.element(screen.getByText(text)).toBeVisible();
  expect(screen.getByRole("switch").elements()).toEqual([]);
});

test("followed flights are listed, lead to their page, and can be left", async () => {
  await setUp(ALL);
  const link = screen.getByRole("link", { name: "FL000101" });
  await expect.element(link).toHaveAttribute("href", "/post/FL000101");
  await screen.getByRole("button", { name: "Follow FL000101" }).click();
  await expect.element(screen.getByText(/^You follow no flights yet\./)).toBeVisible();
});

test("who sees processings alone is led to the flight's rows", async () => {
  await setUp(ALL, {}, ["processingOnly"]);
  const link = screen.getByRole("link", { name: "FL000101" });
  await expect.element(link).toHaveAttribute("href", "/ip?FlightID=%24any+FL000101");
});
