import type { Token, Tokens } from "marked";
import { FACE, readable } from "./guide-look.ts";

/** A run of text in one face. */
export interface Run {
  readonly text: string;
  readonly face: string;
}

const ENTITY: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};
const plain = (text: string): string =>
  readable(
    text
      .replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITY[entity] ?? entity)
      .replaceAll(/\s+/g, " "),
  );

/** The runs of a paragraph; throws on Markdown that the guide does not support. */
export function runsOf(tokens: readonly Token[], face: string = FACE.plain): Run[] {
  return tokens.flatMap((token): Run[] => {
    const inner = (within: string) => runsOf((token as Tokens.Generic).tokens ?? [], within);
    switch (token.type) {
      case "strong":
        return inner(FACE.strong);
      case "em":
        return inner(FACE.stress);
      case "codespan":
        return [{ text: plain((token as Tokens.Codespan).text), face: FACE.code }];
      case "text":
      case "escape":
        return "tokens" in token && token.tokens !== undefined
          ? inner(face)
          : [{ text: plain((token as Tokens.Text).text), face }];
      default:
        throw new Error(`the user guide has no form for ${token.type}: ${token.raw}`);
    }
  });
}

export function textOf(runs: readonly Run[]): string {
  return runs.map(({ text }) => text).join("");
}
