import { useEffect } from "react";
import { useConfig } from "./config-context.tsx";
import { productTitle } from "./config.ts";

/** Names the document: the product, then the page. */
export function usePageTitle(page: string): void {
  const title = `${productTitle(useConfig())} ${page}`.trim();
  useEffect(() => {
    document.title = title;
  }, [title]);
}
