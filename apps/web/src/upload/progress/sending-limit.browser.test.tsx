import { afterEach, beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { mount } from "../testing/mount.tsx";
import { savedLimit } from "./saved-limit.ts";
import { SendingLimit } from "./sending-limit.tsx";

let unmount = (): void => {};
beforeEach(() => {
  savedLimit.set(undefined);
  unmount = mount(<SendingLimit />);
});
afterEach(() => {
  unmount();
  savedLimit.set(undefined);
});

test("a limit with hours is set and taken back by keyboard, and kept in the browser", async () => {
  await page.getByRole("button", { name: "No limit" }).click();
  await expect.element(page.getByRole("button", { name: "Apply" })).toBeDisabled();
  await userEvent.keyboard("2.5{Tab} ");
  await expect.element(page.getByLabelText("From")).toHaveValue("08:00");
  await userEvent.keyboard("{Enter}");
  const limit = page.getByRole("button", { name: "Limit 2.5 MB/s, 08:00–18:00" });
  await expect.element(limit).toBeVisible();
  expect(localStorage.getItem("swath-sending-limit")).toContain("2500000");
  await limit.click();
  await page.getByRole("button", { name: "No limit" }).click();
  expect(savedLimit.get()).toBeUndefined();
  expect(localStorage.getItem("swath-sending-limit")).toBeNull();
});
