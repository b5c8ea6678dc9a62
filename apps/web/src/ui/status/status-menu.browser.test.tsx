import Dialog from "@mui/material/Dialog";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { afterEach, expect, test, vi } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { draw } from "../testing/draw.tsx";
import { prefer } from "../testing/prefer.ts";
import type { MenuAction } from "./action-menu.tsx";
import { StatusMenu } from "./status-menu.tsx";

let leave = (): void => undefined;
afterEach(() => {
  vi.useRealTimers();
  leave();
});

function open(actions: readonly MenuAction[]): void {
  const root = createRootRoute({
    component: () => (
      <StatusMenu tip={<>Completed by Casey</>} tone="good" actions={actions}>
        LAS Completed
      </StatusMenu>
    ),
  });
  const history = createMemoryHistory({ initialEntries: ["/"] });
  const router = createRouter({ routeTree: root, history });
  leave = draw(<RouterProvider router={router as never} />);
}

const status = screen.getByRole("button", { name: "LAS Completed" });
const entry = (name: RegExp) => screen.getByRole("menuitem", { name });

test("a status opens its menu, and an action closes it before it is done", async () => {
  const onSelect = vi.fn<() => void>();
  open([{ key: "copy", label: "Copy S3 link", icon: null, detail: "s3://a/b", onSelect }]);
  await status.click();
  await expect.element(screen.getByRole("menu", { name: "LAS Completed" })).toBeVisible();
  await expect.element(entry(/Copy S3 link/)).toHaveTextContent("Copy S3 links3://a/b");
  await entry(/Copy S3 link/).click();
  expect(onSelect).toHaveBeenCalledOnce();
  await expect.element(screen.getByRole("menu")).not.toBeInTheDocument();
});

test("an entry may lead somewhere, or can only be read", async () => {
  open([
    { key: "log", label: "QA Log", icon: null, link: { to: "/" } },
    { key: "off", label: "Resubmit Job", icon: null, detail: "Locked" },
  ]);
  await status.click();
  await expect.element(entry(/QA Log/)).toHaveAttribute("href", "/");
  await expect.element(entry(/Resubmit Job/)).toHaveAttribute("aria-disabled", "true");
});

test("nothing fades where the system says that its user wants nothing to move", async () => {
  await prefer("reduced-motion", "no-preference");
  open([{ key: "a", label: "First", icon: null, onSelect: () => undefined }]);
  await status.click();
  const layer = document.querySelector("[popover]")!;
  expect(layer.getAnimations()).toHaveLength(1);
  await userEvent.keyboard("{Escape}");
  await expect.element(screen.getByRole("menu")).not.toBeInTheDocument();
  await prefer("reduced-motion", "reduce");
  await status.click();
  expect(document.querySelector("[popover]")!.getAnimations()).toHaveLength(0);
});

test("the menu is walked by keyboard, and Escape leads back to its status", async () => {
  open([
    { key: "a", label: "First", icon: null, onSelect: () => undefined },
    { key: "b", label: "Second", icon: null, onSelect: () => undefined },
  ]);
  await expect.element(status).toBeVisible();
  (status.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(entry(/First/)).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(entry(/Second/)).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(status).toHaveFocus();
});

test("arrows walk round past what cannot be chosen, letters lead to an entry, and Tab closes", async () => {
  const onSelect = vi.fn<() => void>();
  open([
    { key: "off", label: "Locked", icon: null, detail: "Not now" },
    { key: "log", label: "QA Log", icon: null, onSelect: () => undefined },
    { key: "job", label: "Resubmit Job", icon: null, onSelect },
    { key: "run", label: "Run log", icon: null, link: { to: "/" } },
  ]);
  const opens = async (): Promise<void> => {
    (status.element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(entry(/QA Log/)).toHaveFocus();
  };
  await expect.element(status).toBeVisible();
  await opens();
  await userEvent.keyboard("{ArrowUp}");
  await expect.element(entry(/Run log/)).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(entry(/QA Log/)).toHaveFocus();
  await userEvent.keyboard("{End}");
  await expect.element(entry(/Run log/)).toHaveFocus();
  await userEvent.keyboard("{Home}");
  await expect.element(entry(/QA Log/)).toHaveFocus();
  // At one moment: letters that come slowly are two words.
  for (const key of "ru")
    document.activeElement!.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  await expect.element(entry(/Run log/)).toHaveFocus();
  await userEvent.keyboard("{Tab}");
  await expect.element(screen.getByRole("menu")).not.toBeInTheDocument();
  await expect.element(status).toHaveFocus();
  await opens();
  await userEvent.keyboard("r");
  await expect.element(entry(/Resubmit Job/)).toHaveFocus();
  await userEvent.keyboard("r");
  await expect.element(entry(/Run log/)).toHaveFocus();
  await userEvent.keyboard("r");
  await expect.element(entry(/Resubmit Job/)).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(onSelect).toHaveBeenCalledOnce();
});

test("a status's tooltip goes when its menu opens, and a click beside the menu closes it", async () => {
  open([{ key: "a", label: "First", icon: null, onSelect: () => undefined }]);
  await status.hover();
  await expect.element(screen.getByRole("tooltip")).toBeVisible();
  await status.click();
  await expect.element(entry(/First/)).toHaveFocus();
  await expect.element(screen.getByRole("tooltip")).not.toBeInTheDocument();
  await userEvent.click(document.querySelector("[popover]")!, {
    position: { x: 300, y: 500 },
  });
  await expect.element(screen.getByRole("menu")).not.toBeInTheDocument();
});

/** Longer than a menu fades out and a tooltip takes to open. */
const SETTLED_MS = 700;

test.each(["pointer", "keyboard"])(
  "no tooltip is left by a menu that was opened by %s and closed by Escape",
  async (by) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
    open([{ key: "a", label: "First", icon: null, onSelect: () => undefined }]);
    const tooltip = screen.getByRole("tooltip");
    await status.hover();
    await expect.element(tooltip).toBeVisible();
    if (by === "pointer") await status.click();
    else {
      (status.element() as HTMLElement).focus();
      await userEvent.keyboard("{Enter}");
    }
    await expect.element(entry(/First/)).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.element(status).toHaveFocus();
    await vi.advanceTimersByTimeAsync(SETTLED_MS);
    await expect.poll(() => tooltip.elements()).toEqual([]);
    await vi.advanceTimersByTimeAsync(SETTLED_MS);
    expect(tooltip.elements()).toEqual([]);
    // It is there again for whoever points at the status anew.
    await status.hover({ position: { x: 4, y: 4 } });
    await expect.element(tooltip).toBeVisible();
  },
);

const other = screen.getByRole("button", { name: "Other" });

test("a menu at the window's edge lies within the window", async () => {
  const actions = Array.from({ length: 12 }, (_, n) => ({
    key: String(n),
    label: `Entry ${n}, which is not short`,
    icon: null,
    onSelect: () => undefined,
  }));
  leave = draw(
    <div style={{ position: "fixed", right: 0, bottom: 0 }}>
      <StatusMenu tip={<>Tip</>} tone="good" actions={actions}>
        LAS Completed
      </StatusMenu>
    </div>,
  );
  await status.click();
  await expect.element(entry(/Entry 0/)).toHaveFocus();
  const box = screen.getByRole("menu").element().getBoundingClientRect();
  expect(box.height).toBeGreaterThan(300);
  expect(Math.round(innerHeight - box.bottom)).toBe(16);
  expect(Math.round(innerWidth - box.right)).toBe(16);
});

test("a menu in a dialog keeps the focus, and Escape closes the menu alone", async () => {
  const actions = [{ key: "a", label: "First", icon: null, onSelect: () => undefined }];
  leave = draw(
    <Dialog open onClose={() => leave()}>
      <StatusMenu tip={<>Tip</>} tone="good" actions={actions}>
        LAS Completed
      </StatusMenu>
    </Dialog>,
  );
  await status.click();
  await expect.element(entry(/First/)).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(screen.getByRole("menu")).not.toBeInTheDocument();
  await expect.element(status).toHaveFocus();
});

test("while a menu fades out, another one opens by a click", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const actions = [{ key: "a", label: "First", icon: null, onSelect: () => undefined }];
  leave = draw(
    <>
      <StatusMenu tip={<>Tip</>} tone="good" actions={actions}>
        LAS Completed
      </StatusMenu>
      <StatusMenu tip={<>Tip</>} tone="good" actions={actions}>
        Other
      </StatusMenu>
    </>,
  );
  await status.click();
  await expect.element(entry(/First/)).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  const { left, top } = other.element().getBoundingClientRect();
  const reached = document.elementFromPoint(left + 20, top + 10);
  expect(document.querySelectorAll("[popover]")).toHaveLength(1);
  expect(other.element().contains(reached)).toBe(true);
  await other.click();
  await expect.element(screen.getByRole("menu", { name: "Other" })).toBeVisible();
});
