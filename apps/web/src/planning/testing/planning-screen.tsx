import type { InstructionRow } from "@swath/contract/instructions";
import type { Role } from "@swath/contract/identity";
import { useState } from "react";
import { afterEach, beforeEach, expect } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { renderPage } from "../../data/testing/render-page.tsx";
import { fakeApi } from "../../platform/api/testing/fake-api.ts";
import { forgetWorkOfOthers } from "../../platform/persisted-work.ts";
import type { PlanningAddress } from "../planning-address.ts";
import { PlanningPage } from "../planning-page.tsx";
import type { NamedBytes } from "./plan-files.ts";

const SITES = ["Upper Reach", "Lower Reach"].map(
  (siteName, n) => ({ _id: `${n}`, projectId: "PRJ10006", siteName }) as InstructionRow,
);

let leave = (): void => undefined;

/** Before each test of a file nothing is kept, and after it its page is gone. */
export function usePlanningPage(): void {
  beforeEach(() => forgetWorkOfOthers(""));
  afterEach(() => leave());
}

let address: PlanningAddress = {};

/** What the page's address holds now. */
export const addressNow = (): PlanningAddress => address;

function Addressed() {
  const [now, setNow] = useState(address);
  return (
    // As the shell holds a page.
    <div style={{ minHeight: "100vh", display: "flex", flexDirection: "column" }}>
      <PlanningPage
        address={now}
        onAddress={(change) =>
          setNow((before) => {
            address = { ...before, ...change };
            return address;
          })
        }
      />
    </div>
  );
}

/** Opens the page of a person of these roles, at an address. */
export async function openPage(roles: readonly Role[] = [], at: PlanningAddress = {}) {
  await screen.viewport(1425, 900);
  address = at;
  const api = fakeApi({
    listInstructions: ({ request: { query } }) => {
      const { siteName: wanted = "" } = (query ?? {}) as { readonly siteName?: string };
      const items = SITES.filter(({ siteName }) => siteName.includes(wanted));
      return { items, total: items.length };
    },
  });
  const rendered = await renderPage(api, roles);
  leave = rendered.leave;
  rendered.draw(<Addressed />);
  await expect.element(button("Load geometry")).toBeEnabled();
  return { api, close: rendered.leave };
}

export const button = (name: string | RegExp) => screen.getByRole("button", { name });
export const layers = () =>
  screen.getByRole("list", { name: "Loaded files" }).getByRole("listitem");
export const counts = (text: string) =>
  expect.element(screen.getByText(text, { exact: true })).toBeVisible();

const filesOf = (files: readonly NamedBytes[]): File[] =>
  files.map(({ name, bytes }) => new File([bytes as Uint8Array<ArrayBuffer>], name));

export const pick = (files: readonly NamedBytes[]) =>
  userEvent.upload(screen.getByLabelText("KMZ files"), filesOf(files));

/** Drops files on the map. */
export function drop(files: readonly NamedBytes[]): void {
  const dataTransfer = new DataTransfer();
  for (const file of filesOf(files)) dataTransfer.items.add(file);
  const map = screen.getByRole("application").element();
  for (const type of ["dragenter", "dragover", "drop"])
    map.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
}
