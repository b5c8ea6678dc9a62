import type { Page } from "@playwright/test";

interface Watched {
  /** Milliseconds from the last click to the frame that first shows its menu. */
  shown: number | undefined;
  /** The same by the browser's Event Timing, in steps of 8 ms: from the click to its next frame. */
  framed: number | undefined;
}

type Watching = typeof globalThis & { menuWatched: Watched };

/** Watches each click on a button that opens a menu, in the page itself. */
export async function watchMenus(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watching = globalThis as Watching;
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries())
        if (name === "click") watching.menuWatched.framed = duration;
    }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
    addEventListener(
      "click",
      ({ timeStamp, target }) => {
        if (!(target instanceof Element) || target.closest("[aria-haspopup=menu]") === null) return;
        watching.menuWatched = { shown: undefined, framed: undefined };
        const look = (): void => {
          const item = [...document.querySelectorAll("[role=menu] [role=menuitem]")].find(
            (each) => each.getBoundingClientRect().height > 0,
          );
          let isSeen = item !== undefined;
          for (let at = item; at !== undefined; at = at.parentElement ?? undefined)
            isSeen &&= getComputedStyle(at).opacity !== "0";
          if (!isSeen) requestAnimationFrame(look);
          // The task that follows a frame's callbacks comes after the frame is drawn.
          else setTimeout(() => (watching.menuWatched.shown = performance.now() - timeStamp));
        };
        requestAnimationFrame(look);
      },
      true,
    );
  });
}

/** Milliseconds from the last click to its menu: the later of what the page and the browser saw. */
export async function lastShown(page: Page): Promise<number> {
  const { shown, framed = 0 } = await page.evaluate(() => (globalThis as Watching).menuWatched);
  if (shown === undefined) throw new Error("the click opened no menu");
  return Math.max(shown, framed);
}

const PEER_ENTRIES = 6;

/** A menu of the platform alone on the same page: what the browser itself needs to open one. */
export async function addPeer(page: Page): Promise<void> {
  await page.evaluate((entries) => {
    const button = document.createElement("button");
    button.textContent = "Peer";
    button.ariaHasPopup = "menu";
    button.dataset["peer"] = "";
    button.setAttribute("popovertarget", "peer-menu");
    button.style.cssText = "position:fixed;bottom:4px;left:4px;z-index:9";
    const menu = document.createElement("div");
    menu.id = "peer-menu";
    menu.popover = "auto";
    menu.role = "menu";
    for (let n = 0; n < entries; n += 1) {
      const entry = document.createElement("div");
      entry.role = "menuitem";
      entry.textContent = `Entry ${n}`;
      menu.append(entry);
    }
    document.body.append(button, menu);
  }, PEER_ENTRIES);
}

/** Where the middle of each opener is that a pointer reaches, once the page stands still. */
export async function openersOf(
  page: Page,
): Promise<readonly { readonly x: number; readonly y: number }[]> {
  const reached = async () =>
    page.evaluate(() =>
      [...document.querySelectorAll("tbody [aria-haspopup=menu]")].flatMap((button) => {
        const { left, top, width, height } = button.getBoundingClientRect();
        const at = { x: left + width / 2, y: top + height / 2 };
        return document.elementFromPoint(at.x, at.y)?.closest("[aria-haspopup=menu]") === button
          ? [at]
          : [];
      }),
    );
  let before = "";
  for (let tries = 0; tries < 60; tries += 1) {
    const found = await reached();
    if (found.length > 0 && JSON.stringify(found) === before) return found;
    before = JSON.stringify(found);
    await page.waitForTimeout(500);
  }
  throw new Error("the page does not stand still");
}

/** Where the peer's button is. */
export async function peerOf(page: Page): Promise<{ readonly x: number; readonly y: number }> {
  const box = await page.locator("[data-peer]").boundingBox();
  if (box === null) throw new Error("there is no peer");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
