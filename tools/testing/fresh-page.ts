import { afterAll, beforeAll, vi } from "vitest";
import { cdp, page, userEvent } from "vitest/browser";

const address = location.href;

/** As long as `expect.poll` waits (vitest.config.ts); its own default of a second ends on a busy machine. */
const WAIT = { timeout: 15_000 };
const { waitFor } = vi;
vi.waitFor = (callback, options = WAIT) => waitFor(callback, options);

/** All test files of a worker share one page; each finds it as if it had just been opened. */
beforeAll(async () => {
  await page.viewport(414, 896);
  await cdp().send("Emulation.setEmulatedMedia", {
    features: [{ name: "prefers-reduced-motion", value: "reduce" }],
  });
  await cdp().send("Input.dispatchMouseEvent", { type: "mouseMoved", x: -1, y: -1 });
  // Whether a focus is drawn depends on the last input: a new page takes it to be the keyboard.
  await userEvent.keyboard("{Shift}");
});

afterAll(() => {
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", address);
});
