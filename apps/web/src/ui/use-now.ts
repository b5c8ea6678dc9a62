import { useEffect, useState } from "react";

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
