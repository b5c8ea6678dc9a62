import { useState } from "react";
import { useIdentity } from "../../platform/session/session.ts";

const keyOf = (subject: string): string => `start:${subject}`;

/** Whether a person chose to start with the overview; else with their first area, as specified. */
export function startsWithOverview(subject: string): boolean {
  try {
    return localStorage.getItem(keyOf(subject)) === "overview";
  } catch {
    return false;
  }
}

/** The choice of the person whose page this is, kept in this browser. */
export function useStartPage() {
  const { subject } = useIdentity();
  const [isOverview, setOverview] = useState(() => startsWithOverview(subject));
  const choose = (overview: boolean): void => {
    setOverview(overview);
    try {
      if (overview) localStorage.setItem(keyOf(subject), "overview");
      else localStorage.removeItem(keyOf(subject));
    } catch {
      // A browser that keeps nothing starts as specified.
    }
  };
  return { isOverview, choose };
}
