import { afterEach, expect, test } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { ApiError } from "../platform/api/api-error.ts";
import { fakeApi, type FakeAnswers } from "../platform/api/testing/fake-api.ts";
import { sessionOf } from "../platform/session/testing/session-of.ts";
import { expectAccessible } from "../ui/testing/accessible.ts";
import { openApp } from "./testing/open-app.tsx";

let leave = (): void => undefined;
afterEach(() => leave());

const dialog = screen.getByRole("dialog", { name: "Submit Issue" });
const submit = dialog.getByRole("button", { name: "Submit" });

async function open(answer: NonNullable<FakeAnswers["fileIssue"]>) {
  const api = fakeApi({ listFlights: () => ({ items: [], total: 0 }), fileIssue: answer });
  leave = openApp("/post", await sessionOf(["base"]), api).leave;
  await screen.getByRole("button", { name: "Submit Issue" }).click();
  await expect.element(dialog).toBeVisible();
  return {
    sent: () => api.calls.find(({ name }) => name === "fileIssue")?.request.form as FormData,
  };
}
async function fill(): Promise<void> {
  await dialog.getByRole("textbox", { name: "Summary" }).fill("No GPS");
  await dialog.getByRole("textbox", { name: "Description" }).fill("It fails.");
}
const refusal = (status: number) =>
  new ApiError({ status, code: "X", message: "no", details: {}, requestId: undefined });

test("Submit is disabled until summary and description are filled; the priority is Low", async () => {
  const { sent } = await open(() => ({ issueKey: "SUP-7" }));
  await expect.element(submit).toBeDisabled();
  await expectAccessible();
  await dialog.getByRole("textbox", { name: "Summary" }).fill("No GPS");
  await expect.element(submit).toBeDisabled();
  await dialog.getByRole("textbox", { name: "Description" }).fill(" ");
  await expect.element(submit).toBeDisabled();
  await fill();
  await submit.click();
  await expect
    .element(screen.getByText("Your issue is successfully lodged. Issue reference code SUP-7"))
    .toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(Object.fromEntries(sent())).toEqual({
    summary: "No GPS",
    description: "It fails.",
    priority: "4",
    user: "Casey Crew",
    url: location.href,
  });
});

test("any file may be picked, several too, and only the first is kept", async () => {
  const { sent } = await open(() => ({ issueKey: "SUP-8" }));
  await fill();
  await dialog.getByRole("combobox", { name: "Priority" }).click();
  await screen.getByRole("option", { name: "High" }).click();
  const input = document.querySelector<HTMLInputElement>('[type="file"]')!;
  expect(input.multiple).toBe(true);
  expect(input.accept).toBe("");
  const files = [new File(["1"], "first.xyz"), new File(["2"], "second.log")];
  await userEvent.upload(input, files);
  await expect.element(dialog.getByText("first.xyz")).toBeVisible();
  await expect.element(dialog.getByText("second.log")).not.toBeInTheDocument();
  await submit.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent().get("priority")).toBe("2");
  expect(
    sent()
      .getAll("selectedFile")
      .map((file) => (file as File).name),
  ).toEqual(["first.xyz"]);
});

test("a file larger than 20 MB is not attached, and this is said", async () => {
  await open(() => ({ issueKey: "SUP-9" }));
  const input = document.querySelector<HTMLInputElement>('[type="file"]')!;
  const files = new DataTransfer();
  files.items.add(new File([new Uint8Array(20_971_521)], "big.bin"));
  input.files = files.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
  await expect
    .element(dialog.getByRole("alert"))
    .toHaveTextContent("big.bin is larger than 20 MB and was not attached.");
});

test.each([
  [401, "Unauthorized"],
  [400, "Bad Request"],
  [413, "Bad Request"],
  [429, "Bad Request"],
])("a refusal of %i says '%s', and the dialog closes", async (status, text) => {
  await open(() => {
    throw refusal(status);
  });
  await fill();
  await submit.click();
  await expect.element(screen.getByText(text)).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
});

test.each([0, 500, 503])(
  "a failure of %i says nothing, the dialog closes, and what was typed is kept",
  async (status) => {
    await open(() => {
      throw refusal(status);
    });
    await fill();
    await submit.click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(screen.getByRole("alert").elements()).toEqual([]);
    await screen.getByRole("button", { name: "Submit Issue" }).click();
    await expect.element(dialog.getByRole("textbox", { name: "Summary" })).toHaveValue("No GPS");
  },
);

test("while it is sent it says so, cannot be sent twice, and Escape does not lose it", async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  await open(() => promise);
  await fill();
  await submit.click();
  await expect.element(dialog.getByText("Submitting...")).toBeVisible();
  await expect.element(submit).toBeDisabled();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).toBeVisible();
  resolve({ issueKey: "SUP-10" });
  await expect.element(dialog).not.toBeInTheDocument();
});

test("Cancel closes it and forgets what was typed", async () => {
  await open(() => ({ issueKey: "SUP-11" }));
  await fill();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await screen.getByRole("button", { name: "Submit Issue" }).click();
  await expect.element(dialog.getByRole("textbox", { name: "Summary" })).toHaveValue("");
});
