import type { Scene } from "./scene.ts";

export const ENTRY_SCENES: readonly Scene[] = [
  {
    name: "sign-in",
    account: undefined,
    async open(page) {
      await page.goto("/");
      await page.getByRole("button", { name: /^Sign in/ }).waitFor();
    },
  },
  {
    name: "provider",
    account: undefined,
    async open(page) {
      await page.goto("/auth/login");
      await page.getByRole("button", { name: /^Lena Leader/ }).waitFor();
    },
  },
  {
    name: "provider-unknown",
    account: undefined,
    async open(page) {
      await page.goto("/auth/login");
      await page.getByRole("textbox").fill("somebody");
      await page.keyboard.press("Enter");
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "no-access",
    account: "nogroup",
    async open(page) {
      await page.getByText("Insufficient privileges to access.").waitFor();
    },
  },
  {
    name: "language-of-visit",
    account: "crew",
    async open(page) {
      await page.addInitScript(() => {
        Object.defineProperty(window, "localStorage", {
          get() {
            throw new DOMException("blocked", "SecurityError");
          },
        });
      });
      await page.goto("/post");
      await page.getByRole("button", { name: /Casey Crew/ }).click();
      await page.getByRole("menuitemradio", { name: "Deutsch" }).click();
      await page.getByRole("columnheader", { name: "Flug-ID" }).waitFor();
      await page.getByRole("button", { name: /Casey Crew/ }).click();
      await page.getByRole("menu").waitFor();
    },
  },
  {
    name: "sessions",
    account: "admin",
    async open(page) {
      await page.goto("/sessions");
      await page.getByText("This browser").first().waitFor();
    },
  },
  {
    name: "not-found",
    account: "crew",
    async open(page) {
      await page.goto("/nowhere");
      await page.getByRole("heading").first().waitFor();
    },
  },
];
