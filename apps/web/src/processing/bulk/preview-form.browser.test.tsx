import { afterEach, expect, test, vi } from "vitest";
import { page as screen } from "vitest/browser";
import { renderPage } from "../../data/testing/render-page.tsx";
import { fakeApi } from "../../platform/api/testing/fake-api.ts";
import { expectAccessible } from "../../ui/testing/accessible.ts";
import type { PreviewedPlan } from "./bulk-plan.ts";
import { PreviewForm } from "./preview-form.tsx";

const REASON = "Largest shift is 0.406 m, at most 0.1 is allowed";
const JOB = {
  processingId: "a".repeat(24),
  job: "PI1_MineIP1",
  label: "PI1",
  flightId: "FL000123",
  sensorId: "SL000001",
  projectId: null,
};
const PREVIEWED: PreviewedPlan = {
  plan: { action: "completeQA", on: { list: "processing", filters: {}, job: null }, what: "PI1" },
  parts: [],
  eligible: 3,
  missed: 1,
  missedBounds: [{ reason: REASON, count: 1, examples: [JOB] }],
  refused: [],
  overwritten: 0,
};

let leave = (): void => undefined;
afterEach(() => leave());

test("jobs that miss a bound are named, and are left unless there are words", async () => {
  const onConfirm = vi.fn<(notes: object) => void>();
  const rendered = await renderPage(fakeApi({ readSettings: () => ({}) }), ["resubmit"]);
  leave = rendered.leave;
  rendered.draw(
    <PreviewForm
      title="Mark as QA Completed: PI1"
      previewed={PREVIEWED}
      list="/ip"
      busy={false}
      error={undefined}
      onConfirm={onConfirm}
      onCancel={() => undefined}
    />,
  );
  await expect.element(screen.getByText(new RegExp(REASON))).toBeVisible();
  await expect.element(screen.getByRole("link", { name: /SL000001/ })).toBeVisible();
  await expect
    .element(screen.getByText(/Are you sure you want to update this status/))
    .toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Confirm (2)" })).toBeEnabled();
  await expectAccessible();
  await screen.getByRole("textbox").fill("seen");
  await screen.getByRole("button", { name: "Confirm (3)" }).click();
  await vi.waitFor(() => expect(onConfirm).toHaveBeenCalledWith({ reason: "seen" }));
});
