import { useEffect, useReducer } from "react";
import { afterEach, expect, test } from "vitest";
import { page as screen } from "vitest/browser";
import { draw } from "../../ui/testing/draw.tsx";
import { formOf, type InstructionDraft } from "./draft.ts";
import { EMPTY_FORM, instructionForm } from "./form-state.ts";
import { ProductsSection } from "./products-section.tsx";

let products: unknown;
let remove = (): void => undefined;
afterEach(() => remove());

const keep = (draft: InstructionDraft): void => {
  ({ products } = formOf(draft) as { readonly products: unknown });
};

function Form({ onDraft }: { readonly onDraft: (draft: InstructionDraft) => void }) {
  const [state, dispatch] = useReducer(instructionForm, EMPTY_FORM);
  useEffect(() => onDraft(state.draft), [state.draft, onDraft]);
  return <ProductsSection state={state} dispatch={dispatch} />;
}

const open = async (): Promise<void> => {
  remove = draw(<Form onDraft={keep} />);
  await expect.element(add()).toBeVisible();
};
const add = () => screen.getByRole("button", { name: "Add product" });
const choice = (name: string) => screen.getByRole("combobox", { name });

test.each([
  ["Contours", { feature: "contours", interval: 1, cell: 1 }],
  ["Boundary of the points", { feature: "boundary", cell: 1 }],
] as const)("%s are delivered in the format that is chosen", async (kind, product) => {
  await open();
  await choice("Product").selectOptions(kind);
  await expect.poll(() => products).toEqual([{ type: "vector", format: "gpkg", ...product }]);
  await choice("Format").selectOptions("Shapefile (ZIP)");
  await expect.poll(() => products).toEqual([{ type: "vector", format: "shp.zip", ...product }]);
});

test("a product that is deleted leaves the focus where the next one is added", async () => {
  await open();
  await add().click();
  await screen.getByRole("button", { name: "Delete product 1" }).click();
  await expect.element(add()).toHaveFocus();
  await expect.element(screen.getByRole("group", { name: "Product 2" })).not.toBeInTheDocument();
});
