import Button from "@mui/material/Button";
import { dialogClasses } from "@mui/material/Dialog";
import { useRef, useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { draw } from "../testing/draw.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { ModalDialog, WaitingDialog } from "./modal-dialog.tsx";

let leave = (): void => undefined;
afterEach(() => leave());

const button = (name: string) => screen.getByRole("button", { name });

test("a dialog has its title as its name, and Escape closes it", async () => {
  const onClose = vi.fn<() => void>();
  leave = draw(
    <ModalDialog title="QA Log" onClose={onClose}>
      Content
    </ModalDialog>,
  );
  await expect.element(screen.getByRole("dialog", { name: "QA Log" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledOnce();
});

test("a dialog without a way out is closed by nothing but its own buttons", async () => {
  leave = draw(<ModalDialog title="Busy">Content</ModalDialog>);
  const dialog = screen.getByRole("dialog", { name: "Busy" });
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).toBeVisible();
});

test("a press beside a dialog leaves the focus in its field", async () => {
  leave = draw(
    <ModalDialog title="Filters" width="xs">
      <input ref={(input) => input?.focus()} aria-label="Sensor ID" />
    </ModalDialog>,
  );
  const field = screen.getByRole("textbox", { name: "Sensor ID" });
  await expect.element(field).toHaveFocus();
  await userEvent.click(document.querySelector(`.${dialogClasses.container}`)!, {
    position: { x: 2, y: 2 },
  });
  await expect.element(field).toHaveFocus();
});

/** A button and the dialog that it opens. */
function Opening() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Search</Button>
      {isOpen && (
        <ModalDialog title="Filters" width="xs" onClose={() => setOpen(false)}>
          Content
        </ModalDialog>
      )}
    </>
  );
}

test("a double click on the button that opens a dialog leaves it open", async () => {
  leave = draw(<Opening />);
  await button("Search").dblClick();
  const dialog = screen.getByRole("dialog", { name: "Filters" });
  await expect.element(dialog).toBeVisible();
  await userEvent.click(document.querySelector(".MuiDialog-container")!, {
    position: { x: 2, y: 2 },
  });
  await expect.element(dialog).not.toBeInTheDocument();
});

test("a dialog that is a form is submitted by Enter, and begins in the field that it names", async () => {
  const onSubmit = vi.fn<() => void>();
  function Form() {
    const first = useRef<HTMLInputElement>(null);
    return (
      <ModalDialog
        title="Name"
        onSubmit={onSubmit}
        focusFirst={first}
        actions={<Button type="submit">Save</Button>}
      >
        <input aria-label="Other" />
        <input aria-label="Name" ref={first} />
      </ModalDialog>
    );
  }
  leave = draw(<Form />);
  await expect.element(screen.getByRole("textbox", { name: "Name" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(onSubmit).toHaveBeenCalledOnce();
});

test("a form is submitted from a text of several lines by Ctrl Enter, while it may be", async () => {
  const onSubmit = vi.fn<() => void>();
  const form = (mayBeSent: boolean) => (
    <ModalDialog
      title="Reason"
      onSubmit={onSubmit}
      actions={
        <Button type="submit" disabled={!mayBeSent}>
          Save
        </Button>
      }
    >
      <textarea aria-label="Reason" />
    </ModalDialog>
  );
  for (const mayBeSent of [false, true]) {
    leave = draw(form(mayBeSent));
    await screen.getByRole("textbox", { name: "Reason" }).click();
    await userEvent.keyboard("{Enter}{Control>}{Enter}{/Control}");
    await expect.element(screen.getByRole("textbox", { name: "Reason" })).toHaveValue("\n");
    expect(onSubmit).toHaveBeenCalledTimes(mayBeSent ? 1 : 0);
    leave();
  }
});

test("a question has the harmless answer in focus, says what failed, and Escape is no", async () => {
  const onConfirm = vi.fn<() => void>();
  const onCancel = vi.fn<() => void>();
  leave = draw(
    <ConfirmDialog
      title="Resubmit Job"
      confirm="Resubmit"
      onConfirm={onConfirm}
      onCancel={onCancel}
      destructive
      error="The server is shutting down."
      text="Existing data will be overwritten."
    />,
  );
  const dialog = screen.getByRole("dialog", { name: "Resubmit Job" });
  await expect.element(dialog).toHaveAccessibleDescription("Existing data will be overwritten.");
  await expect.element(button("Cancel")).toHaveFocus();
  await expect.element(screen.getByRole("alert")).toHaveTextContent("The server is shutting down.");
  await button("Resubmit").click();
  await userEvent.keyboard("{Escape}");
  expect([onConfirm.mock.calls.length, onCancel.mock.calls.length]).toEqual([1, 1]);
});

test("a question about what can be taken back is confirmed by Enter", async () => {
  const onConfirm = vi.fn<() => void>();
  leave = draw(
    <ConfirmDialog
      title="Update Status"
      confirm="Confirm"
      isReversible
      onConfirm={onConfirm}
      onCancel={() => {}}
      text="Are you sure?"
    />,
  );
  await expect.element(button("Confirm")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(onConfirm).toHaveBeenCalledOnce();
});

test("what is waited for says so, and is cancelled only where it can be", async () => {
  const onCancel = vi.fn<() => void>();
  leave = draw(<WaitingDialog open text="Validating archived files..." onCancel={onCancel} />);
  await expect
    .element(screen.getByRole("dialog", { name: "Validating archived files..." }))
    .toBeVisible();
  await button("Cancel").click();
  expect(onCancel).toHaveBeenCalledOnce();
  leave();
  leave = draw(<WaitingDialog open text="Sync status with server..." />);
  await expect.element(screen.getByText("Sync status with server...")).toBeVisible();
  expect(button("Cancel").elements()).toEqual([]);
});
