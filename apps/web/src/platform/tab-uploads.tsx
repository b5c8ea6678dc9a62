import { createContext, use } from "react";

const TabUploadsContext = createContext(false);

/** Given whether an upload of this tab is unfinished. */
export const TabUploadsProvider = TabUploadsContext.Provider;

/** Whether an upload of this tab is unfinished: another one that is opened in it joins its queue. */
export function useTabUploads(): boolean {
  return use(TabUploadsContext);
}
