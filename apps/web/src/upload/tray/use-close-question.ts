import { useEffect } from "react";

const ask = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Has the browser ask before the tab is closed or reloaded. */
export function useCloseQuestion(needed: boolean): void {
  useEffect(() => {
    if (!needed) return undefined;
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [needed]);
}
