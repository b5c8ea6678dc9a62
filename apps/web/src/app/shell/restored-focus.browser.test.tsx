import { useRef, useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { ModalDialog } from "../../ui/dialog/modal-dialog.tsx";
import { draw } from "../../ui/testing/draw.tsx";
import { useRestoredFocus } from "./shell.tsx";

let leave = (): void => undefined;
beforeEach(() => {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"],
  });
});
afterEach(() => {
  leave();
  vi.useRealTimers();
});

const button = (name: string) => screen.getByRole("button", { name, exact: true });
const focused = () => document.activeElement;
const main = () => document.querySelector("section[aria-label=Page]");
const later = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** A page whose button goes away, is disabled for a while, or opens a dialog and is disabled then. */
function Page() {
  const place = useRef<HTMLElement>(null);
  useRestoredFocus(place);
  const [gone, setGone] = useState(false);
  const [busy, setBusy] = useState<number>();
  const [open, setOpen] = useState(false);
  const [sending, setSending] = useState(false);
  const work = (ms: number) => () => {
    setBusy(ms);
    setTimeout(() => setBusy(undefined), ms);
  };
  return (
    <section ref={place} aria-label="Page" tabIndex={-1}>
      {!gone && <button onClick={() => setGone(true)}>Leave</button>}
      <button disabled={busy === 400} onClick={work(400)}>
        Pause
      </button>
      <button disabled={busy === 3_000} onClick={work(3_000)}>
        Send
      </button>
      <button disabled={sending} onClick={() => setOpen(true)}>
        Choose
      </button>
      {open && (
        <ModalDialog
          title="Report"
          actions={
            <button
              onClick={() => {
                setSending(true);
                setOpen(false);
              }}
            >
              Upload
            </button>
          }
        >
          Valid
        </ModalDialog>
      )}
    </section>
  );
}

/** A page that the browser has not focused yet sends no event of focus: a key does that first. */
async function press(name: string): Promise<void> {
  await expect.element(button(name)).toBeVisible();
  await userEvent.keyboard("{Shift}");
  (button(name).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
}

test("web-ui/F1 a removed element hands focus to the main part of the page", async () => {
  leave = draw(<Page />);
  await press("Leave");
  await expect.element(button("Leave")).not.toBeInTheDocument();
  await later(300);
  await expect.poll(focused).toBe(main());
});

test("web-ui/F1 so does the button of a dialog whose opener is disabled by then", async () => {
  leave = draw(<Page />);
  await press("Choose");
  await press("Upload");
  await later(1_000);
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  await later(2_000);
  await expect.poll(focused).toBe(main());
});

test("web-ui/F2 a button that is disabled while it works has focus again afterwards", async () => {
  leave = draw(<Page />);
  await press("Pause");
  await expect.element(button("Pause")).toBeDisabled();
  await later(300);
  expect(focused()).toBe(document.body);
  await later(300);
  await expect.element(button("Pause")).toBeEnabled();
  await later(300);
  await expect.poll(focused).toBe(button("Pause").element());
});

test("web-ui/F2 one that stays disabled hands it on", async () => {
  leave = draw(<Page />);
  await press("Send");
  await expect.element(button("Send")).toBeDisabled();
  await later(1_500);
  await expect.poll(focused).toBe(main());
  await expect.element(button("Send")).toBeDisabled();
});

test("web-ui/F3 whoever clicks beside everything keeps no focus", async () => {
  leave = draw(<Page />);
  await expect.element(button("Pause")).toBeVisible();
  (button("Pause").element() as HTMLElement).focus();
  (button("Pause").element() as HTMLElement).blur();
  await later(600);
  expect(focused()).toBe(document.body);
});

test("web-ui/F4 under an open dialog focus stays in the dialog", async () => {
  leave = draw(<Page />);
  await press("Choose");
  await later(600);
  expect(focused()?.closest("[role=dialog]")).not.toBeNull();
});
