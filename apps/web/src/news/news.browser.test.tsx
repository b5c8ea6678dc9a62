import type { Role } from "@swath/contract/identity";
import type { News, NewsList } from "@swath/contract/news";
import { afterEach, expect, test, vi } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { FollowButton } from "../data/follow-button.tsx";
import { ApiError } from "../platform/api/api-error.ts";
import { type FakeAnswers, fakeApi } from "../platform/api/testing/fake-api.ts";
import { renderPage } from "../data/testing/render-page.tsx";
import { expectAccessible } from "../ui/testing/accessible.ts";
import { NewsBell } from "./news-bell.tsx";
import { withRead } from "./news-queries.ts";

let leave = (): void => undefined;
afterEach(() => leave());

const news = (id: number, given: Partial<News> = {}): News => ({
  id,
  at: "2026-11-22T01:02:03.000Z",
  flightId: "FL000101",
  area: "ip",
  kind: "failed",
  job: "GPS & EO",
  review: null,
  isRead: false,
  isDemonstration: false,
  ...given,
});

/** The bell beside the button of a flight, over a server that keeps what is read and followed. */
async function setUp(list: NewsList, roles: readonly Role[] = [], answers: FakeAnswers = {}) {
  const server = { list, follows: ["FL000101"] };
  const api = fakeApi({
    listNews: () => server.list,
    listFollows: () => server.follows,
    followFlight: () => {
      server.follows = [...server.follows, "FL000102"];
    },
    unfollowFlight: () => {
      server.follows = [];
    },
    markNewsRead: ({ request }) => {
      const read = { andOlder: false, ...(request.body as { id: number }) };
      server.list = withRead(server.list, read);
    },
    ...answers,
  });
  const rendered = await renderPage(api, roles);
  leave = rendered.leave;
  rendered.draw(
    <>
      <NewsBell />
      <FollowButton flightId="FL000102" />
    </>,
  );
  return { api, server };
}

const bell = (name: string) => screen.getByRole("button", { name, exact: true });
const panel = screen.getByRole("dialog", { name: "News" });
const links = () => panel.getByRole("list").getByRole("link").elements();

test("the bell counts what is unread, and leads by keyboard to what it is about", async () => {
  const { api } = await setUp({
    unread: 2,
    news: [
      news(3, { review: `${"a".repeat(24)}.GPS` }),
      news(2, { area: "flights", job: null, kind: "dataReady" }),
      news(1, { area: "iptm", isRead: true, kind: "completed", isDemonstration: true }),
    ],
  });
  await expect.element(bell("News, 2 unread")).toHaveTextContent("2");
  (bell("News, 2 unread").element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(panel).toBeVisible();
  await expectAccessible();
  expect(links().map((link) => link.textContent)).toEqual([
    "Unread: FL000101 GPS & EO failed2026-11-22 01:02 UTC",
    "Unread: FL000101 Data ready2026-11-22 01:02 UTC",
    "FL000101 GPS & EO completed2026-11-22 01:02 UTC · came with the demonstration",
  ]);
  expect(links().map((link) => link.getAttribute("href"))).toEqual([
    `/ip?FlightID=%24any+FL000101&review=${"a".repeat(24)}.GPS`,
    "/post/FL000101",
    "/iptm?FlightID=%24any+FL000101",
  ]);
  (links()[0] as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(bell("News, 1 unread")).toBeVisible();
  const reads = api.calls.filter(({ name }) => name === "markNewsRead");
  expect(reads.map(({ request }) => request.body)).toEqual([{ id: 3, andOlder: false }]);
});

test("all of it is read at once, also what is not listed", async () => {
  await setUp({ unread: 120, news: [news(9), news(8, { isRead: true })] });
  await bell("News, 99+ unread").click();
  const markAll = panel.getByRole("button", { name: "Mark all as read" });
  await markAll.click();
  await expect.element(markAll).toHaveAttribute("aria-disabled", "true");
  // The keys are still the panel's.
  await userEvent.keyboard("{Escape}");
  await expect.element(bell("News")).toBeVisible();
});

test("without news it says how there comes to be some; that it failed is said too", async () => {
  await setUp({ unread: 0, news: [] });
  await bell("News").click();
  await expect.element(panel.getByText(/^No news yet\. Press the bell/)).toBeVisible();
  leave();
  const broken = new ApiError({
    status: 500,
    code: "INTERNAL",
    message: "broken",
    details: {},
    requestId: "r-1",
  });
  await setUp({ unread: 0, news: [] }, [], {
    listNews: () => {
      throw broken;
    },
  });
  await bell("News").click();
  await expect.element(panel.getByText("News could not be loaded")).toBeVisible();
});

test("a flight is followed and followed no longer, also from its news", async () => {
  const { api } = await setUp({ unread: 1, news: [news(1)] });
  const toggle = screen.getByRole("button", { name: "Follow FL000102" });
  await expect.element(toggle).toHaveAttribute("aria-pressed", "false");
  (toggle.element() as HTMLElement).focus();
  await userEvent.keyboard(" ");
  await expect.element(toggle).toHaveAttribute("aria-pressed", "true");
  await bell("News, 1 unread").click();
  const unfollow = panel.getByRole("button", { name: "Follow FL000101" });
  await expect.element(unfollow).toHaveAttribute("aria-pressed", "true");
  await unfollow.click();
  await expect.element(unfollow).toHaveAttribute("aria-pressed", "false");
  expect(
    api.calls
      .filter(({ name }) => /^(un)?follow/.test(name))
      .map(({ name, request }) => [name, request.params]),
  ).toEqual([
    ["followFlight", { flightId: "FL000102" }],
    ["unfollowFlight", { flightId: "FL000101" }],
  ]);
});

test("that no more can be followed is said, and the button says so as well", async () => {
  const tooMany = new ApiError({
    status: 409,
    code: "TOO_MANY_FOLLOWS",
    message: "too many",
    details: {},
    requestId: undefined,
  });
  await setUp({ unread: 0, news: [] }, [], {
    followFlight: () => {
      throw tooMany;
    },
  });
  const toggle = screen.getByRole("button", { name: "Follow FL000102" });
  await toggle.click();
  await expect
    .element(screen.getByText("You already follow 500 flights. Stop following one first."))
    .toBeVisible();
  await expect.element(toggle).toHaveAttribute("aria-pressed", "false");
});

test("a guest has neither bell", async () => {
  const { api } = await setUp({ unread: 1, news: [news(1)] }, ["guest"]);
  await vi.waitFor(() => expect(document.body.textContent?.trim()).toBe(""));
  expect(screen.getByRole("button").elements()).toEqual([]);
  expect(api.calls).toEqual([]);
});
