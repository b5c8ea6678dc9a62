import type { FocusEvent, KeyboardEvent } from "react";

/**
 * One stop of Tab for each row of a table, as the WAI-ARIA authoring practices have it for a toolbar:
 *
 * web-ui/R1 Tab stops once in a row, at the control that had the focus last there, at first at the first one;
 * web-ui/R2 Left and Right go through the row's controls, Home and End to its first and last;
 * web-ui/R3 Up and Down go to the same column of the line or row above or below, and where there is no
 *   control in it to that row's stop;
 * web-ui/R4 what has keys of its own keeps them and its stop: fields, choices of one, menus, what is open below a row.
 */
const ROW = "data-row";
/** Of a cell: the name of its column. */
const COLUMN = "data-column";

const FOCUSABLE = /* code */ "a[href], button, summary, input, select, textarea, [tabindex]";
/** What walks by arrows itself, or takes letters. */
const OWN_KEYS =
  /* code */ "input:not([type=checkbox]), select, textarea, [contenteditable=true], [role=menu], [role=listbox], [role=combobox], [role=dialog], [role=slider], [role=radiogroup], [role=tablist]";
const OFF = ":disabled, [aria-disabled=true], [inert] *";

/** Controls that are no stops because another one of their row is. */
const parked = new WeakSet<HTMLElement>();
/** Of each row. */
const stops = new WeakMap<Element, HTMLElement>();

/** What a row stands in, such as a dialog, leaves it its keys. */
function hasOwnKeys(control: Element, within: Element): boolean {
  const own = control.closest(OWN_KEYS);
  return own !== null && within.contains(own);
}

function controlsIn(part: Element): HTMLElement[] {
  const row = rowOf(part);
  return [...part.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (each) =>
      (each.tabIndex >= 0 || parked.has(each)) &&
      !each.matches(OFF) &&
      rowOf(each) === row &&
      !hasOwnKeys(each, part),
  );
}

/** The row that something stands in; of a table in a row that is the row of the inner one. */
const rowOf = (element: Element): Element | null => element.closest(`[${ROW}]`);
const isSeen = (element: Element): boolean => element.checkVisibility();
const seenIn = (part: Element): HTMLElement[] => controlsIn(part).filter(isSeen);

function stopOf(controls: readonly HTMLElement[], row: Element): HTMLElement | undefined {
  const last = stops.get(row);
  const isThere = last !== undefined && controls.includes(last) && isSeen(last);
  return isThere ? last : controls.find(isSeen);
}

/** Leaves a row one stop (web-ui/R1). */
function park(row: Element): void {
  const controls = controlsIn(row);
  const stop = stopOf(controls, row);
  for (const each of controls) {
    if (each === stop) {
      parked.delete(each);
      if (each.tabIndex < 0) each.tabIndex = 0;
    } else {
      parked.add(each);
      if (each.tabIndex >= 0) each.tabIndex = -1;
    }
  }
}

const rowsOf = (table: Element): Element[] => [...table.querySelectorAll(`[${ROW}]`)];
const parkAll = (table: Element): void => rowsOf(table).forEach(park);

function goTo(control: HTMLElement | undefined): boolean {
  control?.focus();
  return control !== undefined;
}

/** Left, Right, Home and End (web-ui/R2). */
function along(row: Element, from: HTMLElement, key: string): boolean {
  const controls = seenIn(row);
  const at = controls.indexOf(from);
  if (key === "Home") return goTo(controls[0]);
  if (key === "End") return goTo(controls.at(-1));
  return goTo(controls[key === "ArrowLeft" ? at - 1 : at + 1]);
}

/** Up and Down (web-ui/R3). */
function across(table: Element, from: HTMLElement, by: 1 | -1): boolean {
  const row = rowOf(from);
  const cell = from.closest(`[${COLUMN}]`);
  const rows = rowsOf(table).filter((each) => each === row || seenIn(each).length > 0);
  const next = row && rows[rows.indexOf(row) + by];
  const column = cell?.getAttribute(COLUMN);
  const isSame = (each: Element): boolean => each.getAttribute(COLUMN) === column;
  const cellsOf = (part: Element | null | undefined): Element[] =>
    [...(part?.querySelectorAll(`[${COLUMN}]`) ?? [])].filter(
      (each) => isSame(each) && rowOf(each) === part && seenIn(each).length > 0,
    );
  // The lines of a row lie below one another; then comes the next row.
  const lines = cellsOf(row);
  const line = cell && lines[lines.indexOf(cell) + by];
  const to = line ?? cellsOf(next).at(by > 0 ? 0 : -1);
  if (to === undefined) return goTo(next ? stopOf(controlsIn(next), next) : undefined);
  const place = cell === null ? 0 : seenIn(cell).indexOf(from);
  const controls = seenIn(to);
  return goTo(controls[Math.min(place, controls.length - 1)]);
}

const STEPS: Readonly<
  Record<string, (row: Element, from: HTMLElement, table: Element) => boolean>
> = {
  ArrowLeft: (row, from) => along(row, from, "ArrowLeft"),
  ArrowRight: (row, from) => along(row, from, "ArrowRight"),
  Home: (row, from) => along(row, from, "Home"),
  End: (row, from) => along(row, from, "End"),
  ArrowUp: (_row, from, table) => across(table, from, -1),
  ArrowDown: (_row, from, table) => across(table, from, 1),
};

/** The row of a control whose keys are the row's; undefined for what has keys of its own, or lies in another table. */
function walkedRow({ target, currentTarget }: FocusEvent | KeyboardEvent) {
  if (!(target instanceof HTMLElement) || !currentTarget.contains(target)) return undefined;
  const row = rowOf(target);
  if (row === null || !currentTarget.contains(row) || hasOwnKeys(target, row)) return undefined;
  return { row, control: target };
}

function onKeyDown(event: KeyboardEvent): void {
  const { key, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented, currentTarget } = event;
  if (defaultPrevented || altKey || ctrlKey || metaKey || shiftKey) return;
  const walked = walkedRow(event);
  if (walked === undefined) return;
  if (STEPS[key]?.(walked.row, walked.control, currentTarget) === true) event.preventDefault();
}

function onFocus(event: FocusEvent): void {
  const walked = walkedRow(event);
  if (walked === undefined) return;
  stops.set(walked.row, walked.control);
  park(walked.row);
}

/** Of the rows that changed alone; of all where some came or went. */
function parkChanged(table: Element, changed: ReadonlySet<Element>): void {
  const rows = new Set([...changed].map(rowOf));
  const areOwn = [...rows].every((row) => row !== null && table.contains(row));
  if (!areOwn) return parkAll(table);
  for (const row of rows) if (row !== null) park(row);
}

/** Runs after the next picture: telling what is seen lays the page out, which the picture needs done once. */
function afterPicture(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => (timer = setTimeout(run)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** Rows change by themselves: cells load, menus close, buttons are disabled while they work. */
function ref(table: HTMLElement | null): (() => void) | undefined {
  if (table === null) return undefined;
  const changed = new Set<Element>([table]);
  const parkLater = (): (() => void) =>
    afterPicture(() => {
      parkChanged(table, changed);
      changed.clear();
    });
  let cancel = parkLater();
  const observer = new MutationObserver((changes) => {
    if (changed.size === 0) cancel = parkLater();
    for (const { target } of changes) changed.add(target as Element);
  });
  observer.observe(table, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["tabindex", "disabled", "aria-disabled", "href"],
  });
  return () => {
    observer.disconnect();
    cancel();
  };
}

/** What the element around rows is given, so that each of them is one stop of Tab. */
export const rovingRows = { ref, onKeyDown, onFocus } as const;
