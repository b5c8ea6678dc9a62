import { useLocation } from "@tanstack/react-router";
import { PARAMETER_PAGES } from "../../parameters/shared/parameter-pages.ts";
import { TabLink } from "../../ui/links.tsx";
import { PARAMETER_ID } from "../search/parameter-search.ts";

/** The extra tab of a record of parameters, and of a new one (document 3, section 2.1). */
export function ParameterTab() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [, list, last = ""] = /^\/ip\/(params|imagery-params)\/([^/]+)/.exec(path) ?? [];
  if (list === undefined) return null;
  const { add, record } = PARAMETER_PAGES[list === "params" ? "lidar" : "imagery"];
  if (last === "new") return <TabLink to={add}>NEW PARAMETER</TabLink>;
  if (!PARAMETER_ID.test(last)) return null;
  return (
    <TabLink to={record} params={{ calibrationId: last }}>
      SELECTED PARAMETER
    </TabLink>
  );
}
