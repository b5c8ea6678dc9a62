import type { Role } from "@swath/contract/identity";
import type { SystemState } from "@swath/contract/operations";
import type { LMSVersionSetting } from "@swath/contract/settings";
import { afterEach, beforeEach, expect, test } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { ApiError } from "../platform/api/api-error.ts";
import { fakeApi } from "../platform/api/testing/fake-api.ts";
import { servedRelease } from "../platform/config/served-release.ts";
import { SAMPLE_CONFIG } from "../platform/config/testing/sample-config.ts";
import { sessionOf } from "../platform/session/testing/session-of.ts";
import { expectAccessible } from "../ui/testing/accessible.ts";
import { openApp } from "./testing/open-app.tsx";

let leave = (): void => undefined;
// Below it rows are cards.
beforeEach(() => screen.viewport(1_425, 900));
afterEach(() => {
  leave();
  // Other files share the page.
  servedRelease.note(SAMPLE_CONFIG.release);
});

const FIRST: LMSVersionSetting = {
  LMSCurrentVersion: "4.2",
  updated: "2026-03-14T02:05:09.123Z",
  changedBy: null,
  inForce: [
    { LMSVersion: "4.2", records: 12 },
    { LMSVersion: "4.3", records: 3 },
    { LMSVersion: null, records: 1 },
  ],
  changes: [{ at: "2026-03-14T02:05:09.123Z", name: null, before: null, after: "4.2" }],
};

const SYSTEM: SystemState = {
  faults: [],
  processes: [
    {
      serves: true,
      works: false,
      host: "swath-1",
      pid: 812,
      release: "3.4.0",
      started: "2026-03-14T02:05:09.123Z",
    },
  ],
  storage: { used: 412e12, limit: null },
  settings: [
    { name: "S3_SECRET_KEY", area: "Store", about: "secret key", value: "set", standard: null },
    { name: "SWATH_UPLOAD_SLOTS", area: "Limits", about: "uploads", value: null, standard: "8" },
  ],
  unknownSettings: [{ name: "SWATH_UPLOAD_SLOT", meant: "SWATH_UPLOAD_SLOTS" }],
};
let system = SYSTEM;
beforeEach(() => {
  system = SYSTEM;
});

async function open(roles: Role[] = ["admin"], address = "/administration") {
  let setting = FIRST;
  const set = (version: string, by: string) => {
    const change = { name: by, before: setting.LMSCurrentVersion, after: version };
    const at = new Date(Date.parse(setting.updated) + 1_000).toISOString();
    setting = {
      ...setting,
      LMSCurrentVersion: version,
      updated: at,
      changedBy: by,
      changes: [{ at, ...change }, ...setting.changes],
    };
    return setting;
  };
  const api = fakeApi({
    readLMSVersion: () => setting,
    readSystemState: () => system,
    listHolds: () => [],
    listDue: () => ({ years: null, projects: [] }),
    listDeletions: () => [],
    listCertificates: () => [],
    readSystemFaults: () => ({ checks: system.faults.map(({ check }) => check) }),
    readSettings: () => ({ LMSCurrentVersion: setting.LMSCurrentVersion, requireReason: false }),
    changeLMSVersion: ({ request }) => {
      const { updated } = request.query as { updated: string };
      if (updated !== setting.updated)
        throw new ApiError({
          status: 409,
          code: "RECORD_CHANGED",
          message: `${setting.changedBy} has set it to ${setting.LMSCurrentVersion} meanwhile`,
        });
      return set((request.body as { LMSCurrentVersion: string }).LMSCurrentVersion, "Casey Crew");
    },
    listFlights: () => ({ items: [], total: 0 }),
    listNews: () => ({ unread: 0, news: [] }),
    listSessions: () => [],
  });
  const app = openApp(address, await sessionOf(["base", ...roles]), api);
  leave = app.leave;
  return { api, set, router: app.router };
}

const field = screen.getByRole("textbox", { name: "New LMS version" });
const button = (name: string) => screen.getByRole("button", { name, exact: true });
const dialog = screen.getByRole("dialog");
const sent = (api: Awaited<ReturnType<typeof open>>["api"]) =>
  api.calls.filter(({ name }) => name === "changeLMSVersion").map(({ request }) => request);

test("an administrator opens it from the account menu and changes the version by keyboard", async () => {
  const { api, router } = await open(["admin"], "/sessions");
  const account = button("Casey Crew");
  await expect.element(account).toBeVisible();
  (account.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByRole("menuitem", { name: "Administration" })).toBeVisible();
  await userEvent.keyboard("{End}{ArrowUp}{Enter}");
  await expect.poll(() => router.state.location.pathname).toBe("/administration");
  await expect
    .element(screen.getByText("From the configuration, 2026-03-14 02:05:09 UTC"))
    .toBeVisible();
  (field.element() as HTMLElement).focus();
  await userEvent.keyboard("4.3{Enter}");
  await expect.element(dialog.getByText(/^From 4\.2 to 4\.3/)).toBeVisible();
  // Of 4.2 alone: records without a version are of any.
  await expect.element(dialog.getByText(/12 LiDAR parameter records/)).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard("{Tab}{Enter}");
  await expect.element(screen.getByText("The LMS version is 4.3")).toBeVisible();
  await expect.element(screen.getByText(/^Set by Casey Crew/)).toBeVisible();
  await expectAccessible();
  expect(sent(api)).toMatchObject([
    { query: { updated: FIRST.updated }, body: { LMSCurrentVersion: "4.3" } },
  ]);
  const changes = screen.getByRole("table", { name: "Changes of the LMS version" });
  const cells = changes.getByRole("row").nth(1).getByRole("cell").elements();
  expect(cells.map(({ textContent }) => textContent)).toEqual(["Casey Crew", "4.2", "4.3"]);
});

test("of two administrators the second is refused, and sees what the first one set", async () => {
  const { api, set } = await open();
  await field.fill("4.3");
  await button("Change").click();
  set("4.4", "Alan Other");
  await button("Set").click();
  await expect
    .element(dialog.getByRole("alert"))
    .toHaveTextContent("Alan Other has set it to 4.4 meanwhile");
  await button("Cancel").click();
  await expect.element(screen.getByText(/^Set by Alan Other/)).toBeVisible();
  // What was entered is kept, and set on top of what is there now.
  await button("Change").click();
  await expect.element(dialog.getByText(/^From 4\.4 to 4\.3/)).toBeVisible();
  await button("Set").click();
  await expect.element(screen.getByText(/^Set by Casey Crew/)).toBeVisible();
  expect(sent(api)).toHaveLength(2);
});

test.each([
  ["4,2", "It must be numbers between dots, such as 4.2"],
  ["v4", "It must be numbers between dots, such as 4.2"],
])("%j is no version, which the field says", async (version, text) => {
  const { api } = await open();
  await field.fill(version);
  await expect.element(screen.getByText(text)).toBeVisible();
  await expect.element(button("Change")).toBeDisabled();
  (field.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  expect(dialog.elements()).toEqual([]);
  await field.fill("4.2");
  await expect.element(button("Change")).toBeDisabled();
  expect(sent(api)).toEqual([]);
});

test.each([[["leader"]], [[]]] as [Role[]][])("who holds %j has no such page", async (roles) => {
  const { api } = await open(roles);
  await expect.element(screen.getByText("This area is not open to you")).toBeVisible();
  await button("Casey Crew").click();
  await expect.element(screen.getByRole("menuitem", { name: "Sessions" })).toBeVisible();
  expect(screen.getByRole("menuitem", { name: "Administration" }).elements()).toEqual([]);
  expect(api.calls.map(({ name }) => name)).not.toContain("readLMSVersion");
});

test("what fails stands first with what to do, then the processes that run", async () => {
  const why = "no worker runs; the last one was heard of at 2026-03-14 02:04 UTC";
  const since = "2026-03-14T02:05:09.123Z";
  system = { ...SYSTEM, faults: [{ check: "worker", why, since }] };
  await open();
  const fault = screen.getByRole("alert").filter({ hasText: "No worker runs" });
  await expect.element(fault.getByText(`Since 2026-03-14 02:05 UTC: ${why}.`)).toBeVisible();
  await expect.element(fault.getByText(/^Start one, with “swath work”/)).toBeVisible();
  await expect
    .element(screen.getByRole("row", { name: /swath-1, 812 Pages 3\.4\.0/ }))
    .toBeVisible();
  await expectAccessible();
});

test.each([
  [{ used: 799e12, limit: 1e15 }, undefined],
  [{ used: 800e12, limit: 1e15 }, /limit is near.*0\.8 of 1 PB are stored, 80 %/],
  [{ used: 1.12e15, limit: 1e15 }, /limit is exceeded.*1\.12 of 1 PB are stored, 112 %/],
])("of %o stored an administrator reads: %s", async (storage, words) => {
  system = { ...SYSTEM, storage };
  await open();
  await expect.element(screen.getByText("All parts of Swath work.")).toBeVisible();
  const notice = screen.getByRole("alert").filter({ hasText: "SWATH_STORAGE_SOFT_LIMIT" });
  if (words === undefined) expect(notice.elements()).toEqual([]);
  else await expect.element(notice).toMatchTextContent(words);
  await expectAccessible();
});

test("settings are found by their words; secrets are not there, and unknown ones are named", async () => {
  await open();
  await expect.element(screen.getByText("All parts of Swath work.")).toBeVisible();
  await expect
    .element(screen.getByText(/SWATH_UPLOAD_SLOT is no setting.*Did you mean SWATH_UPLOAD_SLOTS\?/))
    .toBeVisible();
  const table = screen.getByRole("table", { name: "Settings in force" });
  await expect.element(table.getByRole("row", { name: /S3_SECRET_KEY set/ })).toBeVisible();
  await expect.element(table.getByText("SWATH_UPLOAD_SLOTS")).not.toBeInTheDocument();
  await screen.getByRole("switch", { name: "Only those that are set" }).click();
  await screen.getByRole("textbox", { name: "Find a setting" }).fill("slots");
  await expect.element(table.getByRole("row", { name: /SWATH_UPLOAD_SLOTS 8/ })).toBeVisible();
  await expect.element(table.getByText("S3_SECRET_KEY")).not.toBeInTheDocument();
  await screen.getByRole("textbox", { name: "Find a setting" }).fill("nothing of this");
  await expect.element(screen.getByText("No setting matches.")).toBeVisible();
  await expectAccessible();
});

test("everybody is told that no worker runs; an administrator is led to what to do", async () => {
  const since = "2026-03-14T02:05:09.123Z";
  system = { ...SYSTEM, faults: [{ check: "worker", why: "none", since }] };
  const notice = screen.getByRole("status").filter({ hasText: "Background work has stopped" });
  await open([], "/post");
  await expect.element(notice).toBeVisible();
  await expect.element(notice.getByRole("link")).not.toBeInTheDocument();
  leave();
  await open(["admin"], "/post");
  await expect
    .element(notice.getByRole("link", { name: "What to do" }))
    .toHaveAttribute("href", "/administration");
  await expectAccessible();
});

test("a page of another release than the server's says so, and takes a reload", async () => {
  await open([], "/post");
  await expect.element(screen.getByRole("heading", { name: "Flights" })).toBeVisible();
  const notice = screen.getByText(/Swath was updated to release 9\.9\.9/);
  await expect.element(notice).not.toBeInTheDocument();
  servedRelease.note("9.9.9");
  await expect.element(notice).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Reload" })).toBeVisible();
  await expectAccessible();
});
