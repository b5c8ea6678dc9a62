import { identitySchema } from "@swath/contract/identity";
import { expect } from "vitest";
import { z } from "zod";

/** What `GET renew` answers. */
export const renewal = z.object({
  token: z.string(),
  expiresAt: z.iso.datetime(),
  identity: identitySchema,
});

/** A browser without a screen: cookies by path, redirects by hand. */
export class CookieBrowser {
  readonly #publicUrl: URL;
  readonly jar = new Map<string, { value: string; path: string }>();

  constructor(publicUrl: URL) {
    this.#publicUrl = publicUrl;
  }

  async go(address: string | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, this.#publicUrl);
    const cookie = [...this.jar]
      .filter(([, { path }]) => url.pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join("; ");
    const headers = { cookie, ...(init.headers as Record<string, string> | undefined) };
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return response;
  }

  #keep(line: string): void {
    const [pair = "", ...attributes] = line.split("; ");
    const name = pair.slice(0, pair.indexOf("="));
    const value = pair.slice(name.length + 1);
    const path = attributes.find((text) => /^path=/i.test(text))?.slice(5) ?? "/";
    const gone =
      value === "" || attributes.some((text) => /expires=Thu, 01 Jan 1970|max-age=0/i.test(text));
    if (gone) this.jar.delete(name);
    else this.jar.set(name, { value, path });
  }

  /** Follows redirects until a page, and returns it with its address. */
  async follow(address: string | URL, init?: RequestInit): Promise<{ page: Response; url: URL }> {
    let url = new URL(address, this.#publicUrl);
    let page = await this.go(url, init);
    for (let hops = 0; hops < 12; hops += 1) {
      const next = page.headers.get("location");
      if (next === null) return { page, url };
      url = new URL(next, url);
      page = await this.go(url);
    }
    throw new Error(`a circle at ${url.href}`);
  }

  async signIn(account: string, returnTo = "/post"): Promise<URL> {
    const start = await this.follow(`/auth/login?returnTo=${encodeURIComponent(returnTo)}`);
    expect(start.url.pathname).toMatch(/^\/idp\/sign-in\//);
    const body = new URLSearchParams({ login: account });
    return (await this.follow(start.url, { method: "POST", body })).url;
  }

  async renew(): Promise<z.infer<typeof renewal>> {
    const response = await this.go("/api/main/renew");
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-store");
    return renewal.parse(await response.json());
  }
}
