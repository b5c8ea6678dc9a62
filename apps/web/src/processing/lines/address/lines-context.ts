import { createContext, use } from "react";

/** Opens the flight lines of a processing above the list. */
export type OpenLines = (processingId: string) => void;

const LinesContext = createContext<OpenLines | undefined>(undefined);

export const LinesProvider = LinesContext.Provider;

/** Undefined where nothing opens: in a list without a place for a dialog. */
export const useOpenLines = (): OpenLines | undefined => use(LinesContext);
