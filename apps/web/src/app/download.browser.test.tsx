import type { Role } from "@swath/contract/identity";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page as screen } from "vitest/browser";
import { ApiError } from "../platform/api/api-error.ts";
import { fakeApi } from "../platform/api/testing/fake-api.ts";
import { sessionOf } from "../platform/session/testing/session-of.ts";
import { expectAccessible } from "../ui/testing/accessible.ts";
import { openApp } from "./testing/open-app.tsx";

const LIST = "a23456789012345678901234,SL000153,PRJ00001,";
const FAILED =
  "Download Authorisation Failed. Please log a support issue per the support icon in the top right.";
const EXPIRES = "2026-03-14T06:10:00.000Z";

let leave = (): void => undefined;
const opened: string[] = [];
/** Addresses that the browser would be sent to. */
function noteAddress(event: MouseEvent): void {
  const link = event.target instanceof HTMLAnchorElement ? event.target : undefined;
  if (link?.hasAttribute("download") !== true) return;
  opened.push(link.href);
  event.preventDefault();
}
beforeEach(() => {
  opened.length = 0;
  document.addEventListener("click", noteAddress, true);
});
afterEach(() => {
  leave();
  document.removeEventListener("click", noteAddress, true);
});

async function open(address: string, answer: () => unknown, ...roles: Role[]) {
  const api = fakeApi({
    readSettings: () => ({ LMSCurrentVersion: "3.3.3" }),
    countFailures: () => ({ Jobs: 0 }),
    authoriseDownload: answer,
  });
  leave = openApp(address, await sessionOf(["base", ...roles]), api).leave;
  return () =>
    api.calls.filter(({ name }) => name === "authoriseDownload").map(({ request }) => request.body);
}

test("a link is authorised once, says so, and the download begins", async () => {
  const reply = Promise.withResolvers<unknown>();
  const asked = await open(
    `/ip/download_auth/${LIST}/LMS/line%201.laz`,
    () => reply.promise,
    "processingOnly",
  );
  await expect
    .element(screen.getByText("Authorising. Download will commence shortly..."))
    .toBeVisible();
  await vi.waitFor(() => expect(asked()).toEqual([{ parameters: LIST, file: "LMS/line 1.laz" }]));
  reply.resolve({ url: "/store/swath-processing?token=t", expires: EXPIRES });
  await expect
    .element(screen.getByRole("heading", { name: "Download Authorised for: LMS/line 1.laz" }))
    .toBeVisible();
  await expectAccessible();
  expect(opened).toEqual([new URL("/store/swath-processing?token=t", location.href).href]);
  expect(asked()).toHaveLength(1);
});

test("what is refused says so as it is written, with the reason below, and begins nothing", async () => {
  const refused = new ApiError({
    status: 404,
    code: "OBJECT_NOT_FOUND",
    message: "No such output.",
  });
  await open(`/ip/download_auth/${LIST}/LMS/a.laz`, () => {
    throw refused;
  });
  await expect.element(screen.getByRole("heading", { name: FAILED })).toBeVisible();
  await expect.element(screen.getByText("No such output.")).toBeVisible();
  await expectAccessible();
  expect(opened).toEqual([]);
});

test.each(["javascript:alert(1)", "data:text/html,x", "https://u:p@store.example/x", "http://"])(
  "the browser is sent to no address such as %s",
  async (url) => {
    await open(`/ip/download_auth/${LIST}/LMS/a.laz`, () => ({ url, expires: EXPIRES }));
    await expect.element(screen.getByRole("heading", { name: FAILED })).toBeVisible();
    expect(opened).toEqual([]);
  },
);

test("a name of a file is text: what turns it around is seen", async () => {
  const name = encodeURIComponent("LMS/<b>\u202Ezal.exe");
  await open(`/ip/download_auth/${LIST}/${name}`, () => ({ url: "/store/b", expires: EXPIRES }));
  await expect
    .element(
      screen.getByRole("heading", { name: "Download Authorised for: LMS/<b>⟨U+202E⟩zal.exe" }),
    )
    .toBeVisible();
});

test("a guest downloads nothing", async () => {
  const asked = await open(`/ip/download_auth/${LIST}/LMS/a.laz`, () => undefined, "guest");
  await expect.element(screen.getByRole("link", { name: "DASHBOARD" })).toBeVisible();
  expect(asked()).toEqual([]);
});
