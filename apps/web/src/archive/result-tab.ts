/** A tab that is opened while a person clicks, and shown something once it is known. */
export interface ResultTab {
  /** Leads it to an address of ours. */
  show(address: string): void;
  close(): void;
}

/**
 * Opens a tab at once, since browsers let pages open one only within a person's gesture. The tab
 * cannot reach this page. Undefined where the browser refused.
 */
export function openResultTab(waiting: string): ResultTab | undefined {
  const tab = window.open("", "_blank");
  if (tab === null) return undefined;
  tab.opener = null;
  tab.document.title = waiting;
  dress(tab.document, waiting);
  return {
    show: (address) => {
      if (!tab.closed) tab.location.replace(new URL(address, window.location.origin));
    },
    close: () => tab.close(),
  };
}

/** Says what is awaited, in the look of this page. */
function dress(page: Document, waiting: string): void {
  const { backgroundColor, color, fontFamily } = getComputedStyle(document.body);
  Object.assign(page.body.style, {
    backgroundColor,
    color,
    fontFamily,
    margin: "0",
    height: "100vh",
    display: "grid",
    placeItems: "center",
  });
  page.documentElement.lang = document.documentElement.lang;
  const text = page.createElement("output");
  text.textContent = waiting;
  page.body.append(text);
}
