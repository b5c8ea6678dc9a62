import {
  EMPTY_DRAFT,
  type InstructionChange,
  type InstructionDraft,
  type ProductDraft,
} from "./draft.ts";

/** The form of an instruction (document 3, section 4.4). */
export interface InstructionFormState {
  readonly draft: InstructionDraft;
  /** Whether the draft is no longer what was loaded, or what a new form begins with. */
  readonly isChanged: boolean;
  readonly fetching: boolean;
  readonly submitting: boolean;
  /** How the last fetch or submission ended; false both while one is under way. */
  readonly succeeded: boolean;
  readonly failed: boolean;
}

export type InstructionFormAction =
  | { readonly type: "fetch" | "fetchFailed" | "submit" | "submitted" | "submitFailed" }
  | { readonly type: "fetched"; readonly draft: InstructionDraft }
  /** What was typed before a reload, over what the form began with. */
  | { readonly type: "restored"; readonly draft: InstructionDraft }
  | { readonly type: "change"; readonly change: InstructionChange }
  | { readonly type: "addProduct"; readonly product: ProductDraft }
  | { readonly type: "updateProduct"; readonly index: number; readonly product: ProductDraft }
  | { readonly type: "deleteProduct"; readonly index: number };

export const EMPTY_FORM: InstructionFormState = {
  draft: EMPTY_DRAFT,
  isChanged: false,
  fetching: false,
  submitting: false,
  succeeded: false,
  failed: false,
};

const changed = (state: InstructionFormState, draft: InstructionDraft): InstructionFormState => ({
  ...state,
  draft,
  isChanged: true,
});

const withProducts = (
  state: InstructionFormState,
  products: readonly ProductDraft[],
): InstructionFormState => changed(state, { ...state.draft, products });

/**
 * The form's state after an action, and the query of the lists.
 *
 * web-instructions/S1 fetching and submitting begin with neither flag set;
 * web-instructions/S2 what is fetched replaces the form whole, whatever was typed;
 * web-instructions/S3 a failure keeps what is typed, and sets its flag;
 * web-instructions/S4 a product is added at the end, updated and deleted by its index; an index
 *   that no product has changes nothing;
 * web-instructions/S5 nothing is changed while it is being fetched or submitted.
 *
 * A list's query (`list-query.ts`):
 * web-instructions/Q1 a change has exactly one key, which is a parameter of the list, else it
 *   throws;
 * web-instructions/Q2 an empty value removes the key;
 * web-instructions/Q3 another filter, order or size begins at page 1.
 */
export function instructionForm(
  state: InstructionFormState,
  action: InstructionFormAction,
): InstructionFormState {
  switch (action.type) {
    case "fetch":
      return { ...state, fetching: true, succeeded: false, failed: false };
    case "submit":
      return { ...state, submitting: true, succeeded: false, failed: false };
    case "fetched":
      return { ...EMPTY_FORM, draft: action.draft, succeeded: true };
    case "submitted":
      return { ...state, submitting: false, isChanged: false, succeeded: true };
    case "fetchFailed":
    case "submitFailed":
      return { ...state, fetching: false, submitting: false, failed: true };
    case "restored":
    case "change":
    case "addProduct":
    case "updateProduct":
    case "deleteProduct":
    default:
      return state.fetching || state.submitting ? state : edited(state, action);
  }
}

type Edit = Extract<
  InstructionFormAction,
  { type: "restored" | "change" | "addProduct" | "updateProduct" | "deleteProduct" }
>;

function edited(state: InstructionFormState, action: Edit): InstructionFormState {
  const { products } = state.draft;
  switch (action.type) {
    case "restored":
      return changed(state, action.draft);
    case "change":
      return changed(state, { ...state.draft, ...action.change });
    case "addProduct":
      return withProducts(state, [...products, action.product]);
    case "updateProduct":
      if (products[action.index] === undefined) return state;
      return withProducts(state, products.with(action.index, action.product));
    case "deleteProduct":
    default:
      if (products[action.index] === undefined) return state;
      return withProducts(state, products.toSpliced(action.index, 1));
  }
}
