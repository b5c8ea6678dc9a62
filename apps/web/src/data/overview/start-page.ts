import { useState } from "react";
import { browserStore } from "../../platform/browser-store.ts";
import { useIdentity } from "../../platform/session/session.ts";

const keyOf = (subject: string): string => `start:${subject}`;

/** Whether a person chose to start with the overview; else with their first area, as specified. */
export const startsWithOverview = (subject: string): boolean =>
  browserStore.read(keyOf(subject)) === "overview";

/** The choice of the person whose page this is, kept in this browser. */
export function useStartPage() {
  const { subject } = useIdentity();
  const [isOverview, setOverview] = useState(() => startsWithOverview(subject));
  const choose = (overview: boolean): void => {
    setOverview(overview);
    browserStore.write(keyOf(subject), overview ? "overview" : undefined);
  };
  return { isOverview, choose };
}
