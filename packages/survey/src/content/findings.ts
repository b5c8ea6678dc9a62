import type { Finding } from "../finding.ts";
import type { ContentRuleId } from "../rules/content-rules.ts";
import { findingOf } from "../rules/rule-table.ts";

/** The finding of a rule where any name is concerned, else none. */
export function concerning(rule: ContentRuleId, names: readonly string[]): readonly Finding[] {
  return names.length === 0 ? [] : [findingOf(rule, names)];
}
