import { createRoot } from "react-dom/client";
import { afterEach, expect, test } from "vitest";
import { page as screen } from "vitest/browser";
import { ApiError } from "../platform/api/api-error.ts";
import { ApiProvider } from "../platform/api/api.ts";
import { fakeApi } from "../platform/api/testing/fake-api.ts";
import { useArchiveActions } from "../platform/area-contexts.ts";
import { Theme } from "../ui/theme/theme-provider.tsx";
import { SnackbarProvider } from "../ui/feedback/snackbar.tsx";
import { expectAccessible } from "../ui/testing/accessible.ts";
import { ArchiveBrowsing } from "./archive-browsing.tsx";

const ARCHIVE = "s3://swath-archive/FL000123/LiDAR/";
const ADDRESS = "/explorer?bucket=swath-archive&prefix=FL000123%2FLiDAR%2F";

let leave = (): void => undefined;
afterEach(() => leave());

function Browse({ link }: { link: string | null }) {
  const archive = useArchiveActions();
  return (
    <>
      <h1>Flights</h1>
      <button onClick={() => archive?.browse(link)}>Browse</button>
    </>
  );
}

/** What happens to the tab, in order. */
function open(
  answer: () => unknown,
  { refused = false, link = ARCHIVE }: { refused?: boolean; link?: string | null } = {},
): string[] {
  const tab: string[] = [];
  const api = fakeApi({ validateArchive: answer });
  const host = document.createElement("main");
  host.id = "content";
  document.body.append(host);
  const root = createRoot(host);
  root.render(
    <Theme>
      <ApiProvider value={api}>
        <SnackbarProvider>
          <ArchiveBrowsing
            openTab={(waiting) => {
              tab.push(`opened: ${waiting}`);
              if (refused) return undefined;
              return { show: (address) => tab.push(address), close: () => tab.push("closed") };
            }}
          >
            <Browse link={link} />
          </ArchiveBrowsing>
        </SnackbarProvider>
      </ApiProvider>
    </Theme>,
  );
  leave = () => {
    root.unmount();
    host.remove();
  };
  return tab;
}

const click = () => screen.getByRole("button", { name: "Browse" }).click();
const OPENED = "opened: Validating archived files...";

test("a whole archive is reported, and opens in the tab of the click", async () => {
  const answers: ((value: unknown) => void)[] = [];
  const tab = open(() => new Promise((resolve) => answers.push(resolve)));
  await click();
  await expect.element(screen.getByText("Validating archived files...")).toBeVisible();
  expect(tab).toEqual([OPENED]);
  answers[0]!({ isArchivedSucceed: true, reason: null });
  await expect.element(screen.getByText("Archive validation succeed")).toBeVisible();
  expect(tab).toEqual([OPENED, ADDRESS]);
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
});

test("an archive that is not whole is reported, and the tab is closed", async () => {
  const tab = open(() => ({ isArchivedSucceed: false, reason: "x: is missing" }));
  await click();
  await expect.element(screen.getByText("Archive validation failed")).toBeVisible();
  await expectAccessible();
  expect(tab).toEqual([OPENED, "closed"]);
});

test("a validation without an answer is reported, and the tab is closed", async () => {
  const tab = open(() => {
    const body = { message: "outage", details: {}, requestId: "r-1" };
    throw new ApiError({ status: 503, code: "STORE_UNAVAILABLE", ...body });
  });
  await click();
  await expect.element(screen.getByText("Failed to validate archived files")).toBeVisible();
  expect(tab).toEqual([OPENED, "closed"]);
});

test("what has no archive path is reported like one", async () => {
  const tab = open(() => ({ isArchivedSucceed: true, reason: null }), { link: null });
  await click();
  await expect.element(screen.getByText("Failed to validate archived files")).toBeVisible();
  expect(tab).toEqual([OPENED, "closed"]);
});

test("a validation that is cancelled closes the tab and reports nothing", async () => {
  const tab = open(() => new Promise(() => undefined));
  await click();
  await screen.getByRole("button", { name: "Cancel" }).click();
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  expect(tab).toEqual([OPENED, "closed"]);
  expect(screen.getByRole("alert").elements()).toEqual([]);
});

test("leaving the page ends a validation, and closes its tab", async () => {
  const tab = open(() => new Promise(() => undefined));
  await click();
  await expect.element(screen.getByText("Validating archived files...")).toBeVisible();
  leave();
  leave = () => undefined;
  await expect.poll(() => tab).toEqual([OPENED, "closed"]);
});

test("where the browser refuses the tab, a link leads into a whole archive", async () => {
  open(() => ({ isArchivedSucceed: true, reason: null }), { refused: true });
  await click();
  const link = screen.getByRole("link", { name: "Open explorer" });
  await expect.element(link).toHaveAttribute("href", ADDRESS);
  await expect.element(link).toHaveAttribute("rel", "noopener");
});
