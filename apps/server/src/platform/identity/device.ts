import bowser from "bowser";

const LONGEST = 512;

const words = (...parts: (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== "").join(" ");

/** Browser and system by a `user-agent` header, such as `Chrome 140 on Windows 10`. */
export function deviceOf(userAgent: string | undefined): string {
  const text = (userAgent ?? "").slice(0, LONGEST);
  if (text.trim() === "") return "Unknown";
  const { browser, os } = bowser.parse(text);
  const name = words(browser.name, browser.version?.split(".")[0]);
  const system = words(os.name, os.versionName ?? os.version);
  if (name === "") return text.slice(0, 60);
  return system === "" ? name : `${name} on ${system}`;
}
