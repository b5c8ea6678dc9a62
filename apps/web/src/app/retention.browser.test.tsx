import type { Certificate, Deletion, ProjectHold } from "@swath/contract/retention";
import { afterEach, beforeEach, expect, test } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { ApiError } from "../platform/api/api-error.ts";
import { fakeApi } from "../platform/api/testing/fake-api.ts";
import { sessionOf } from "../platform/session/testing/session-of.ts";
import { expectAccessible } from "../ui/testing/accessible.ts";
import { openApp } from "./testing/open-app.tsx";

let leave = (): void => undefined;
beforeEach(() => screen.viewport(1_425, 900));
afterEach(() => leave());

const AT = "2026-03-14T02:05:09.123Z";
const HOLD: ProjectHold = {
  id: 7,
  projectId: "P1",
  projectName: "North",
  flights: 3,
  reason: "a claim",
  by: "Ada",
  since: AT,
  lifted: null,
};

const HELD = {
  refusals: ["FL000002: a project of it is on hold"],
  holds: [{ projectId: "P1", reason: "claim 77/26", since: AT }],
};

async function open() {
  let holds: ProjectHold[] = [];
  let certificates: Certificate[] = [];
  let deletions: Deletion[] = [];
  let due = [{ projectId: "P7", name: "West", closed: AT, years: 10, flights: 2 }];
  const api = fakeApi({
    readLMSVersion: () => ({
      LMSCurrentVersion: "4.2",
      updated: AT,
      changedBy: null,
      inForce: [],
      changes: [],
    }),
    readSystemState: () => ({
      faults: [],
      processes: [],
      storage: { used: 0, limit: null },
      settings: [],
      unknownSettings: [],
    }),
    readSystemFaults: () => ({ checks: [] }),
    readSettings: () => ({ LMSCurrentVersion: "4.2", requireReason: false }),
    listHolds: () => holds,
    holdProject: ({ request }) => {
      const { projectId } = request.body as { projectId: string };
      if (projectId !== "P1")
        throw new ApiError({ status: 404, code: "PROJECT_NOT_FOUND", message: "there is no P9" });
      holds = [HOLD];
      return HOLD;
    },
    liftHold: () => {
      holds = [{ ...HOLD, lifted: { at: AT, by: "Alan", reason: "settled" } }];
      return holds[0]!;
    },
    listDue: () => ({ years: 10, projects: due }),
    keepProject: () => {
      due = [];
    },
    listDeletions: () => deletions,
    previewDeletion: ({ request }) => {
      const { id } = request.query as { id: string };
      return {
        flights: [id],
        shared: [],
        uploads: 2,
        processings: 1,
        archives: 1,
        objects: 40,
        bytes: 5_000_000,
        ...(id === "FL000002" ? HELD : { refusals: [], holds: [] }),
      };
    },
    orderDeletion: () => {
      deletions = [
        {
          id: 4,
          kind: "flight",
          about: "FL000001",
          reason: "on request",
          by: "Ada",
          ordered: AT,
          ended: null,
          certificate: null,
          objects: 12,
          bytes: 1_000,
        },
      ];
      return deletions[0]!;
    },
    listCertificates: () => certificates,
    removePerson: () => {
      certificates = [{ id: 3, kind: "person", about: "removed-person-1", made: AT, by: "Ada" }];
      return { certificate: 3, pseudonym: "removed-person-1", rows: {}, auditEntries: 2 };
    },
    listNews: () => ({ unread: 0, news: [] }),
  });
  leave = openApp("/administration", await sessionOf(["base", "admin"]), api).leave;
  const sent = (name: string) =>
    api.calls.filter((call) => call.name === name).map(({ request }) => request);
  return { sent };
}

const button = (name: string) => screen.getByRole("button", { name, exact: true });
const dialog = screen.getByRole("dialog");
const inDialog = (name: string) => dialog.getByRole("button", { name, exact: true });
const field = (name: string) => screen.getByRole("textbox", { name });
const holds = screen.getByRole("table", { name: "Projects on hold" });

test("an administrator puts a project on hold with a reason, and lifts it again", async () => {
  const { sent } = await open();
  await field("Project ID").fill("P1");
  await button("Hold").click();
  await expect.element(inDialog("Hold")).toBeDisabled();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("a claim");
  await expectAccessible();
  await inDialog("Hold").click();
  await expect.element(holds.getByText("P1, North")).toBeVisible();
  await expectAccessible();
  await button("Lift the hold of P1").click();
  await expect.element(dialog.getByText(/^What was due meanwhile of 3 flights/)).toBeVisible();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("settled");
  await inDialog("Lift").click();
  await expect.element(holds.getByText(/^Alan, .*: settled$/)).toBeVisible();
  expect(sent("holdProject")).toMatchObject([{ body: { projectId: "P1", reason: "a claim" } }]);
  expect(sent("liftHold")).toMatchObject([
    { params: { holdId: "7" }, body: { reason: "settled" } },
  ]);
});

test("a hold that is refused says why, and keeps what was entered", async () => {
  await open();
  await field("Project ID").fill("P9");
  await button("Hold").click();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("a claim");
  await inDialog("Hold").click();
  await expect.element(dialog.getByRole("alert")).toHaveTextContent("there is no P9");
  await inDialog("Cancel").click();
  await expect.element(field("Project ID")).toHaveValue("P9");
});

test("an administrator removes a person, and finds the certificate", async () => {
  const { sent } = await open();
  await expect.element(button("Remove a person")).toBeDisabled();
  await field("Subject").fill("kim");
  await field("Full name").fill("Kim Crew");
  await button("Remove a person").click();
  await expect.element(dialog.getByText(/It cannot be taken back/)).toBeVisible();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("asked for it");
  await inDialog("Remove").click();
  await expect.element(button("Save the certificate of removed-person-1")).toBeVisible();
  await expect.element(field("Subject")).toHaveValue("");
  await expectAccessible();
  expect(sent("removePerson")).toMatchObject([
    { body: { subject: "kim", name: "Kim Crew", reason: "asked for it" } },
  ]);
});

test("an administrator sees what a deletion takes before it is ordered with a reason", async () => {
  const { sent } = await open();
  await field("Flight or project").fill("FL000001");
  await button("Show what goes").click();
  await expect
    .element(dialog.getByText(/^1 flight, 2 uploads, 1 processing, 1 archive/))
    .toBeVisible();
  await expect.element(inDialog("Delete")).toBeDisabled();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("on request");
  await expectAccessible();
  await inDialog("Delete").click();
  await expect.element(screen.getByText("12 objects so far")).toBeVisible();
  await expectAccessible();
  expect(sent("orderDeletion")).toMatchObject([
    {
      body: {
        kind: "flight",
        id: "FL000001",
        reason: "on request",
        seen: { flights: 1, uploads: 2, processings: 1, archives: 1 },
      },
    },
  ]);
});

test("what stands against a deletion is said, and nothing can be ordered", async () => {
  const { sent } = await open();
  await field("Flight or project").fill("FL000002");
  await button("Show what goes").click();
  await expect.element(screen.getByText(/a project of it is on hold/)).toBeVisible();
  // Focus shows itself where the keyboard was used last.
  await userEvent.keyboard("{Tab}");
  (button("Legal hold").element() as HTMLElement).focus();
  await expect.element(screen.getByRole("tooltip")).toMatchTextContent(/P1.*claim 77\/26/);
  await expectAccessible();
  expect(sent("orderDeletion")).toEqual([]);
});

test("a closed project that is due is listed, and may be kept for good", async () => {
  const { sent } = await open();
  const due = screen.getByRole("table", { name: "Due for deletion" });
  await expect.element(due.getByText("P7, West")).toBeVisible();
  await expectAccessible();
  await button("Keep P7 for good").click();
  await expect.element(due).not.toBeInTheDocument();
  expect(sent("keepProject")).toMatchObject([{ body: { projectId: "P7", years: null } }]);
});
