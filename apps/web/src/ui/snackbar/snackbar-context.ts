import { createContext, use } from "react";
import type { ReactNode } from "react";

/** How long each message shows (document 1, section 9). */
export const SNACKBAR_MS = 4_000;

export interface SnackbarMessage {
  readonly severity: "success" | "info" | "warning" | "error";
  readonly text: ReactNode;
  readonly action?: ReactNode;
}

export type ShowSnackbar = (message: SnackbarMessage) => void;

export const SnackbarContext = createContext<ShowSnackbar | undefined>(undefined);

/** Shows messages at the foot of the page, 4 s each; a newer one takes the place of the one before. */
export function useSnackbar(): ShowSnackbar {
  const show = use(SnackbarContext);
  if (show === undefined) throw new Error("useSnackbar outside of SnackbarProvider");
  return show;
}
