/** Whether an answered address is one to download from: a server's, and nothing that a page would run. */
export function isDownloadAddress(address: string): boolean {
  const url = URL.parse(address, location.href);
  if (url === null || url.username !== "" || url.password !== "") return false;
  return url.protocol === "https:" || url.protocol === "http:";
}
