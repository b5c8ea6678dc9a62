import { expect, test } from "vitest";
import { openResultTab } from "./result-tab.ts";

test("a tab says what is awaited, in the page's colours, and cannot reach the page", async () => {
  document.body.style.backgroundColor = "rgb(1, 2, 3)";
  const opened: Window[] = [];
  const real = window.open.bind(window);
  window.open = (...words) => {
    const tab = real(...words);
    if (tab !== null) opened.push(tab);
    return tab;
  };
  try {
    const tab = openResultTab("Validating archived files...");
    const { document: page, opener } = opened[0]!;
    expect(page.body.textContent).toBe("Validating archived files...");
    expect(page.title).toBe("Validating archived files...");
    expect(page.body.style.backgroundColor).toBe("rgb(1, 2, 3)");
    expect(opener).toBeNull();
    tab?.close();
    await expect.poll(() => opened[0]!.closed).toBe(true);
    // The person closed it, or it was closed before: nothing comes back.
    tab?.show("/explorer");
    expect(opened[0]!.closed).toBe(true);
  } finally {
    window.open = real;
    document.body.style.backgroundColor = "";
  }
});
