import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { afterEach, expect, test, vi } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { draw } from "../testing/draw.tsx";
import type { MenuAction } from "./action-menu.tsx";
import { StatusMenu } from "./status-menu.tsx";

let leave = (): void => undefined;
afterEach(() => leave());

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
