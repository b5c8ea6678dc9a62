const TICK_MS = 15_000;
const SLEPT_MS = 45_000;

/** Calls back when the page or the machine wakes: shown or focused again, online again, or a clock that jumped. */
export function onWake(wake: () => void): () => void {
  let last = Date.now();
  const tick = setInterval(() => {
    const slept = Date.now() - last > SLEPT_MS;
    last = Date.now();
    if (slept) wake();
  }, TICK_MS);
  const shown = (): void => {
    if (document.visibilityState === "visible") wake();
  };
  document.addEventListener("visibilitychange", shown);
  window.addEventListener("online", wake);
  window.addEventListener("focus", wake);
  window.addEventListener("pageshow", shown);
  return () => {
    clearInterval(tick);
    document.removeEventListener("visibilitychange", shown);
    window.removeEventListener("online", wake);
    window.removeEventListener("focus", wake);
    window.removeEventListener("pageshow", shown);
  };
}
