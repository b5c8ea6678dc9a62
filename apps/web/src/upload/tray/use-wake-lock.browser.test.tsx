import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from "vitest";
import { useWakeLock } from "./tab-uploads-provider.tsx";

const held = new Set<object>();
let root: Root;
let request: MockInstance<WakeLock["request"]>;
beforeEach(() => {
  held.clear();
  root = createRoot(document.createElement("div"));
  request = vi.spyOn(navigator.wakeLock, "request").mockImplementation(async () => {
    const lock = { release: async () => void held.delete(lock) };
    held.add(lock);
    return lock as unknown as WakeLockSentinel;
  });
});
afterEach(() => {
  root.unmount();
  vi.restoreAllMocks();
});

function Upload({ sending }: { sending: boolean }) {
  useWakeLock(sending);
  return null;
}
const draw = (sending: boolean): void => root.render(<Upload sending={sending} />);

test("the device is kept awake for as long as something is sent", async () => {
  draw(true);
  await expect.poll(() => held.size).toBe(1);
  draw(false);
  await expect.poll(() => held.size).toBe(0);
});

test("a page that leaves lets the device sleep", async () => {
  draw(true);
  await expect.poll(() => held.size).toBe(1);
  root.unmount();
  await expect.poll(() => held.size).toBe(0);
});

test("a page that is seen again keeps the device awake again", async () => {
  draw(true);
  await expect.poll(() => held.size).toBe(1);
  held.clear();
  document.dispatchEvent(new Event("visibilitychange"));
  await expect.poll(() => held.size).toBe(1);
});

test("a device that refuses is sent from all the same", async () => {
  request.mockRejectedValue(new DOMException("", "NotAllowedError"));
  draw(true);
  await expect.poll(() => request.mock.calls.length).toBe(1);
  expect(held.size).toBe(0);
});
