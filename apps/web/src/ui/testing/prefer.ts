import { cdp } from "vitest/browser";

/** What the system says that its user prefers, of what a test asks about. Else nothing moves. */
export async function prefer(
  name: "color-scheme" | "reduced-motion",
  value: "light" | "dark" | "reduce" | "no-preference",
): Promise<void> {
  const features = [{ name: `prefers-${name}`, value }];
  await cdp().send("Emulation.setEmulatedMedia", { features });
}
