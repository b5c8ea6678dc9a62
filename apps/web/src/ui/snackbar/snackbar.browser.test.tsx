import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { draw } from "../testing/draw.tsx";
import { type ShowSnackbar, useSnackbar, useCopyLink } from "../feedback/snackbar.tsx";

let leave = (): void => undefined;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  leave();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function setUp(): Promise<{ show: ShowSnackbar; copy: (link: string) => Promise<void> }> {
  const parts = Promise.withResolvers<{
    show: ShowSnackbar;
    copy: (link: string) => Promise<void>;
  }>();
  function Page() {
    parts.resolve({ show: useSnackbar(), copy: useCopyLink() });
    return <p>Page</p>;
  }
  leave = draw(<Page />);
  return parts.promise;
}

const alert = screen.getByRole("alert");
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** A busy browser draws late, and only then sets the timers of a transition: time passes until it has. */
const becomes = (text: string | undefined) =>
  expect
    .poll(async () => {
      await wait(50);
      return alert.query()?.textContent;
    })
    .toBe(text);

test("web-ui/Q1 a message shows for 4 s", async () => {
  const { show } = await setUp();
  show({ severity: "success", text: "first" });
  await expect.element(alert).toHaveTextContent("first");
  await wait(3_900);
  await expect.element(alert).toHaveTextContent("first");
  await becomes(undefined);
});

test("web-ui/Q1 a message goes after 4 s in a window that was left too", async () => {
  const { show } = await setUp();
  show({ severity: "success", text: "first" });
  await expect.element(alert).toHaveTextContent("first");
  window.dispatchEvent(new Event("blur"));
  await becomes(undefined);
});

test("web-ui/Q2 a newer message takes the place of the one before, for its own 4 s", async () => {
  const { show } = await setUp();
  show({ severity: "success", text: "first" });
  await wait(3_000);
  show({ severity: "error", text: "second" });
  await expect.element(alert).toHaveTextContent("second");
  await wait(3_000);
  await expect.element(alert).toHaveTextContent("second");
  await becomes(undefined);
});

test("web-ui/Q2 a message that shows already begins anew", async () => {
  const { show } = await setUp();
  show({ severity: "success", text: "first" });
  await wait(3_000);
  show({ severity: "success", text: "first" });
  await wait(3_000);
  await expect.element(alert).toHaveTextContent("first");
  await becomes(undefined);
});

test("web-ui/Q3 a click elsewhere leaves a message, Escape takes it away", async () => {
  const { show } = await setUp();
  show({ severity: "info", text: "here", action: <button>Open</button> });
  await expect.element(screen.getByRole("button", { name: "Open" })).toBeVisible();
  await screen.getByText("Page").click();
  await wait(500);
  await expect.element(alert).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await becomes(undefined);
});

test("a copied link is said, and so is that the browser refused", async () => {
  const { copy } = await setUp();
  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await copy("s3://a/b");
  await expect.element(alert).toHaveTextContent("Copied s3://a/b");
  expect(write).toHaveBeenCalledExactlyOnceWith("s3://a/b");
  await wait(5_000);
  write.mockRejectedValue(new DOMException("no", "NotAllowedError"));
  await copy("s3://a/b");
  await expect.element(alert).toHaveTextContent("The browser refused to copy s3://a/b");
});
