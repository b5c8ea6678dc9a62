import { useCallback } from "react";
import { useSnackbar } from "./snackbar-context.ts";

/** Copies a link and says whether the browser let it. */
export function useCopyLink(): (link: string) => Promise<void> {
  const show = useSnackbar();
  return useCallback(
    async (link) => {
      const copied = await copyText(link);
      show({
        severity: copied ? "success" : "warning",
        text: (
          <>
            {copied ? "Copied " : "The browser refused to copy "}
            <code>{link}</code>
          </>
        ),
      });
    },
    [show],
  );
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
