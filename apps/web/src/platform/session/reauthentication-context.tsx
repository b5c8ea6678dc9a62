import { createContext, use } from "react";
import { Reauthentication } from "./reauthentication.ts";

const ReauthenticationContext = createContext(new Reauthentication());

export const ReauthenticationProvider = ReauthenticationContext.Provider;

/** What waits on this page for a recent sign-in. */
export function useReauthentication(): Reauthentication {
  return use(ReauthenticationContext);
}
