import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { mount } from "../testing/mount.tsx";
import { FindingsDialog } from "./review-dialogs.tsx";
import type { FindingsStep } from "./review-plan.ts";

const question = (title: string): FindingsStep => ({
  kind: "findings",
  title,
  message: "Is this valid?",
  rules: [],
  blocks: false,
  confirm: "Yes",
  cancel: "No",
});
const QUESTIONS = ["Missing GPS files", "Check GPS Files"].map(question);

/** Questions one after another in the same place. */
function Questions() {
  const [answered, setAnswered] = useState(0);
  const step = QUESTIONS[answered];
  if (step === undefined) return <p>Sent</p>;
  return (
    <FindingsDialog
      step={step}
      onConfirm={() => setAnswered(answered + 1)}
      onCancel={() => setAnswered(0)}
    />
  );
}

test("a double click answers one question, not the next one too", async () => {
  const unmount = mount(<Questions />);
  const second = page.getByRole("dialog", { name: "Check GPS Files" });
  await page.getByRole("button", { name: "Yes" }).dblClick();
  await expect.element(second).toBeVisible();
  (second.getByRole("button", { name: "Yes" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("Sent")).toBeVisible();
  unmount();
});
