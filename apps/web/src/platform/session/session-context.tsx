import type { Identity } from "@swath/contract/identity";
import { createContext, use, useSyncExternalStore } from "react";
import type { Session, SessionState } from "./session.ts";

const SessionContext = createContext<Session | undefined>(undefined);

export const SessionProvider = SessionContext.Provider;

/** Whether someone is signed in, and who. */
export function useSession(): SessionState {
  const session = use(SessionContext);
  if (session === undefined) throw new Error("useSession outside of SessionProvider");
  return useSyncExternalStore(session.subscribe, session.getSnapshot);
}

/** The person whose page this is; only for what is drawn inside the guard. */
export function useIdentity(): Identity {
  const state = useSession();
  if (state.status !== "signedIn" && state.status !== "interrupted")
    throw new Error("useIdentity while nobody is signed in");
  return state.identity;
}
