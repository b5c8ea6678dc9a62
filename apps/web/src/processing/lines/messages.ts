/** Word for word: document 3, section 2.2. */
export const LINES_LOADING = "Loading Flight Lines Map...";
export const NO_LINES = "No flight line crosses this area of interest";
