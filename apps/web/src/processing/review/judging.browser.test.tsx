import { expect, test } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { savedProfile } from "../../data/testing/saved-profile.ts";
import { ApiError } from "../../platform/api/api-error.ts";
import { unfinishedWork } from "../../platform/session/unfinished-work.ts";
import { expectAccessible } from "../../ui/testing/accessible.ts";
import { callsOf, FIRST, review, reviewRig, SECOND } from "../testing/review-rig.tsx";

const { setUp } = reviewRig();

const log = screen.getByRole("dialog", { name: "QA Log: PI1" });
const issue = log.getByRole("textbox", { name: "Issue Description" });

/** Completes the shown job's QA with errors. */
async function judge(): Promise<void> {
  await userEvent.keyboard("e");
  await issue.fill("a gap in line 4");
  await log.getByRole("textbox", { name: "Issue Resolution" }).fill("the client accepts it");
  await log.getByRole("button", { name: "UPDATE" }).click();
}

const refusal = new ApiError({
  status: 403,
  code: "FORBIDDEN",
  message: "Reviews of this project are closed",
});

test("job-pages/P19 the next job is shown before the server has answered", async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const { api } = await setUp({ address: {} }, { completeQAWithErrors: () => promise });
  await expect.element(screen.getByText("1 of 2 awaiting QA")).toBeVisible();
  await judge();
  await expect.element(review("Review of PI1, SL000002")).toBeVisible();
  await expect.element(log).not.toBeInTheDocument();
  expect(callsOf(api, "completeQAWithErrors")).toHaveLength(1);
  expect(screen.getByRole("button", { name: "Undo" }).elements()).toEqual([]);
  expect(unfinishedWork.exists).toBe(true);
  resolve({});
  await expect.element(screen.getByRole("button", { name: "Undo" })).toBeVisible();
  await expect.poll(() => unfinishedWork.exists).toBe(false);
});

test("job-pages/P19 who goes back to the judged job before the answer stays there", async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  await setUp({ address: {} }, { completeQAWithErrors: () => promise });
  await expect.element(screen.getByText("1 of 2 awaiting QA")).toBeVisible();
  await judge();
  await expect.element(review("Review of PI1, SL000002")).toBeVisible();
  await userEvent.keyboard("k");
  await expect.element(review("Review of PI1, SL000001")).toBeVisible();
  resolve({});
  await expect.element(screen.getByRole("button", { name: "Undo" })).toBeVisible();
  await expect.element(review("Review of PI1, SL000001")).toBeVisible();
});

test("job-pages/P19 a refused judgement leads back to its job, with what was typed and why", async () => {
  const { promise, reject } = Promise.withResolvers<unknown>();
  await setUp({ address: {} }, { completeQAWithErrors: () => promise });
  await expect.element(screen.getByText("1 of 2 awaiting QA")).toBeVisible();
  await judge();
  await expect.element(review("Review of PI1, SL000002")).toBeVisible();
  reject(refusal);
  await expect.element(log.getByText("Reviews of this project are closed")).toBeVisible();
  await expect.element(issue).toHaveValue("a gap in line 4");
  await log.getByRole("button", { name: "Cancel" }).click();
  await expect.element(review("Review of PI1, SL000001")).toBeVisible();
  await expect.element(log).not.toBeInTheDocument();
});

test("job-pages/P19 a refused judgement waits until the dialog of the next one is closed", async () => {
  const { promise, reject } = Promise.withResolvers<unknown>();
  const { api, seen } = await setUp({ address: {} }, { completeQAWithErrors: () => promise });
  await expect.element(screen.getByText("1 of 2 awaiting QA")).toBeVisible();
  await judge();
  await expect.element(review("Review of PI1, SL000002")).toBeVisible();
  await expect.element(log).not.toBeInTheDocument();
  await userEvent.keyboard("e");
  await issue.fill("a gap in line 7");
  const reads = callsOf(api, "readProcessing").length;
  reject(refusal);
  await expect.poll(() => callsOf(api, "readProcessing").length).toBeGreaterThan(reads);
  await expect.element(log.getByText(/SL000002/)).toBeVisible();
  await expect.element(issue).toHaveValue("a gap in line 7");
  expect(seen.at(-1)).toMatchObject({ processingId: SECOND });
  await log.getByRole("button", { name: "Cancel" }).click();
  await expect.element(log.getByText("Reviews of this project are closed")).toBeVisible();
  await expect.element(issue).toHaveValue("a gap in line 4");
});

test("after the last job of the list the review says that none is left, until one is taken back", async () => {
  await setUp({ address: {} }, { completeQAWithErrors: () => ({}), undoQA: () => ({}) });
  await expect.element(screen.getByText("1 of 2 awaiting QA")).toBeVisible();
  await judge();
  await expect.element(screen.getByText("2 of 2 awaiting QA")).toBeVisible();
  await judge();
  await expect.element(screen.getByText("Done: none of this list is left")).toBeVisible();
  await expect.element(review("Review of PI1, SL000002")).toBeVisible();
  await screen.getByRole("button", { name: "Undo" }).click();
  await expect.element(screen.getByText("2 of 2 awaiting QA")).toBeVisible();
});

test("the saved profiles of a job stand in its QA Log, with picture and link", async () => {
  const of = { job: "PI1_MineIP1", processingId: FIRST };
  const profiles = [
    savedProfile(of),
    savedProfile({ ...of, id: "1".repeat(24), name: "Bridge", hasPicture: false }),
    savedProfile({ processingId: FIRST, id: "2".repeat(24), name: "of another job" }),
  ];
  await setUp(
    { address: {} },
    { listProfiles: () => profiles, readProfilePicture: () => ({ picture: "/9j/" }) },
  );
  await expect.element(screen.getByText("1 of 2 awaiting QA")).toBeVisible();
  await userEvent.keyboard("e");
  const link = log.getByRole("link", { name: "Road <b>north</b>" });
  await expect.element(link).toHaveAttribute("target", "_blank");
  expect(link.element().getAttribute("href")).toBe(
    `/clouds?processing=${FIRST}&job=PI1_MineIP1&attempt=2&${profiles[0]!.view}`,
  );
  await expect
    .element(log.getByRole("img", { name: "The profile Road <b>north</b>" }))
    .toBeVisible();
  expect(log.getByRole("link").elements()).toHaveLength(2);
  expect(log.getByRole("button", { name: /^Delete/ }).query()).toBeNull();
  await expectAccessible();
  await log.getByRole("button", { name: "Cancel" }).click();
});
