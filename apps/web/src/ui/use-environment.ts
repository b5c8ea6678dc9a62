import { useColorScheme } from "@mui/material/styles";
import { useEffect, useState, useSyncExternalStore } from "react";

const EVERY_MS = 30_000;

/** The present, to half a minute: what is drawn by it follows where the page stays open. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Whether so many milliseconds have gone by since it was drawn first. */
export function useElapsed(ms: number): boolean {
  const [elapsed, setElapsed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setElapsed(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return elapsed;
}

function onNetwork(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** What the browser itself knows of its network. */
export const useOnline = (): boolean => useSyncExternalStore(onNetwork, () => navigator.onLine);

/** Whether the look is dark, as chosen here or, where nothing is, by the system. */
export function useDark(): boolean {
  const { mode = "light", systemMode } = useColorScheme();
  return (mode === "system" ? systemMode : mode) === "dark";
}
