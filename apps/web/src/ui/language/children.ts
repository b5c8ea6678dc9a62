import { createElement, Fragment, type ReactNode } from "react";
import { translator } from "./language.ts";

/** An element's children in the person's language; the build writes the calls (tools/language). */
export function children(english: string, ...values: readonly ReactNode[]): ReactNode {
  const pieces = translator.pieces(english, values);
  return pieces.length === 1 ? pieces[0] : createElement(Fragment, null, ...pieces);
}
